import {
  type DeskServer,
  DeskWorld,
  sampleConversationId as here,
  startDeskServer,
} from '@parley/chat-core/fixtures';
import 'fake-indexeddb/auto';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderChatPane } from '../../fixtures/render-chat-pane.tsx';
import { noAbilities } from './possible-acts.ts';

const hour = 3_600_000;
let world: DeskWorld;
let server: DeskServer;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  world = new DeskWorld();
  server = await startDeskServer(world);
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await server.close();
});

async function writeAfter(hours: number | null) {
  const customerWroteAt = hours === null ? null : Date.now() - hours * hour;
  world.addConversation({ id: here, customerWroteAt });
  renderChatPane(world, server, { abilities: { ...noAbilities, window: { hours: 24 } } });
  const area = await screen.findByRole('textbox', { name: 'Your message' });
  fireEvent.change(area, { target: { value: 'Sorry for the delay' } });
  return area;
}
const buttons = () => [/Send$/, 'Send original'].map((name) => screen.getByRole('button', { name }));

describe('a platform that takes messages for 24 hours', () => {
  it('shows no notice while the end is far, and sends', async () => {
    await writeAfter(2);
    expect(screen.queryByText(/The platform/)).toBeNull();
    for (const button of buttons()) expect(button).toHaveProperty('disabled', false);
  });

  it('shows the remaining time near the end', async () => {
    await writeAfter(22.51);
    expect(screen.getByText(/another 1 h 30 min/)).toBeDefined();
    for (const button of buttons()) expect(button).toHaveProperty('disabled', false);
  });

  it.each([
    ['its end', 25, /only takes messages within 24 hours/],
    ['a customer who never wrote', null, /doesn’t let businesses write first/],
  ])('keeps the draft and sends nothing after %s, by button or key', async (_, hours, reason) => {
    const area = await writeAfter(hours);
    expect(screen.getByText(reason)).toBeDefined();
    for (const button of buttons()) expect(button).toHaveProperty('disabled', true);
    for (const keys of [{ key: 'Enter' }, { key: 'Enter', ctrlKey: true }]) fireEvent.keyDown(area, keys);
    expect(area).toHaveProperty('value', 'Sorry for the delay');
    expect(world.messagesOf(here)).toEqual([]);
  });
});

describe('a platform that charges after 24 hours, and takes templates after 48', () => {
  const window = { hours: 24, paidUntilHours: 48, afterwards: 'templates' } as const;
  const open = async (hours: number, onTemplates?: () => void) => {
    world.addConversation({ id: here, customerWroteAt: Date.now() - hours * hour });
    renderChatPane(world, server, { abilities: { ...noAbilities, window }, onTemplates });
    const area = await screen.findByRole('textbox', { name: 'Your message' });
    fireEvent.change(area, { target: { value: 'Sorry for the delay' } });
    return area;
  };

  it('shows the price before sending, and sends with the agent’s agreement', async () => {
    world.charges = true;
    const area = await open(25);
    expect(screen.getByText(/The platform charges for this message/)).toBeDefined();
    fireEvent.keyDown(area, { key: 'Enter', ctrlKey: true });
    await vi.waitFor(() => expect(world.messagesOf(here)).toHaveLength(1));
  });

  it('links to the templates when nothing else is accepted', async () => {
    const onTemplates = vi.fn();
    await open(48, onTemplates);
    for (const button of buttons()) expect(button).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('button', { name: 'Choose a template' }));
    expect(onTemplates).toHaveBeenCalledTimes(1);
  });
});
