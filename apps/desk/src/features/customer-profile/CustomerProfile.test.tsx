import {
  type DeskServer,
  DeskWorld,
  sampleConversationId as here,
  sampleId,
  startDeskServer,
} from '@parley/chat-core/fixtures';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderDesk } from '../../fixtures/render-desk.tsx';
import { CustomerProfile } from './CustomerProfile.tsx';

let world: DeskWorld;
let server: DeskServer;
beforeEach(async () => {
  world = new DeskWorld();
  world.addConversation({ id: here, fan: { id: sampleId(7), verdict: 'new', tagIds: [] } });
  server = await startDeskServer(world);
});
afterEach(async () => {
  cleanup();
  await server.close();
});

const saved = vi.fn();
const show = () =>
  renderDesk(<CustomerProfile conversationId={here} fanId={sampleId(7)} sharing onSaved={saved} />, server);
const field = async (name: string): Promise<HTMLInputElement> => screen.findByLabelText(name);
const write = async (name: string, text: string) =>
  fireEvent.change(await field(name), { target: { value: text } });
// The name of a button that has just been busy still starts with its loading state.
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name: new RegExp(`${name}$`) }));

it('names the profile’s owner and stores what was noted', async () => {
  show();
  expect(await screen.findByText(/Shared with the team/)).toBeTruthy();
  await write('Alias', 'Marta\u202E');
  await write('Notes', 'Size 38.');
  press('Save');
  await waitFor(() => expect(saved).toHaveBeenCalled());
  expect(world.profile).toMatchObject({ alias: 'Marta', notes: 'Size 38.', version: 1 });
  expect(await screen.findByText(/Last changed by Night shift/)).toBeTruthy();
  expect(localStorage.getItem(`desk:profile:${here}`)).toBeNull();
});

it('states that only this sub-account sees the profile', async () => {
  world.profile = { ...world.profile, shared: false };
  show();
  expect(await screen.findByText('Visible to this sub-account only.')).toBeTruthy();
});

it('limits texts as the contract does, counting an emoji once', async () => {
  show();
  await write('Alias', '🙂'.repeat(60));
  expect((await field('Alias')).value).toBe('🙂'.repeat(50));
});

it('keeps unsaved notes over a reload', async () => {
  show();
  await write('Phone', '+34 600');
  cleanup();
  show();
  expect((await field('Phone')).value).toBe('+34 600');
  press('Save');
  await waitFor(() => expect(world.profile.phone).toBe('+34 600'));
});

it('shows the server’s message at a phone number that it refuses, and stores a corrected one', async () => {
  show();
  await write('Phone', 'ask his wife');
  press('Save');
  const fault = await screen.findByText('Invalid input');
  expect(fault.closest('.ant-form-item')?.contains(await field('Phone'))).toBe(true);
  await write('Phone', '+34 600');
  press('Save');
  await waitFor(() => expect(world.profile.phone).toBe('+34 600'));
  await waitFor(() => expect(screen.queryByText('Invalid input')).toBeNull());
});

it('shows notes that another agent saved meanwhile, and lets the agent choose', async () => {
  show();
  await write('Notes', 'mine');
  world.note({ notes: 'theirs', changedBy: 'Ana' }, 'lost on the way');
  press('Save');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Ana');
  expect(alert.textContent).toContain('theirs');
  expect((await field('Notes')).value).toBe('mine');
  expect(world.profile.notes).toBe('theirs');
  press('Keep mine');
  press('Save');
  await waitFor(() => expect(world.profile.notes).toBe('mine'));
});

it('adopts the other’s text when the agent chooses so, also after a reload', async () => {
  show();
  await write('Notes', 'mine');
  cleanup();
  world.note({ notes: 'theirs', changedBy: 'Ana' }, sampleId(7));
  show();
  await screen.findByRole('alert');
  press('Use theirs');
  expect((await field('Notes')).value).toBe('theirs');
  expect(screen.queryByRole('alert')).toBeNull();
});
