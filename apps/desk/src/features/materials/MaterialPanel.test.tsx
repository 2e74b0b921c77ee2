import {
  type DeskServer,
  DeskWorld,
  materialWith,
  sampleId,
  startDeskServer,
} from '@parley/chat-core/fixtures';
import type { DeskMaterial } from '@parley/contract/materials';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderDesk } from '../../fixtures/render-desk.tsx';
import { MaterialPanel } from './MaterialPanel.tsx';

const shipping = sampleId(0xf9);
const photo = materialWith({
  id: sampleId(0xf1),
  title: 'Size chart',
  groupId: shipping,
  content: {
    type: 'image',
    file: { id: sampleId(0xf2), name: 'sizes.png', contentType: 'image/png', size: 9, url: '/sizes.png' },
  },
});

let world: DeskWorld;
let server: DeskServer;
beforeEach(async () => {
  world = new DeskWorld();
  world.materials = [materialWith(), photo];
  world.materialGroups = [{ id: shipping, name: 'Shipping' }];
  server = await startDeskServer(world);
});
afterEach(async () => {
  cleanup();
  await server.close();
});

function open(media: Record<string, { maxBytes: number }> = {}) {
  const onPick = vi.fn<(material: DeskMaterial) => void>();
  const onClose = vi.fn();
  const values = { fan: 'Lucía', agent: 'Ana', account: null };
  renderDesk(<MaterialPanel media={media} values={values} onPick={onPick} onClose={onClose} />, server);
  return { onPick, onClose };
}
const search = () => screen.findByRole('combobox', { name: 'Search materials' });
const options = async () => (await screen.findAllByRole('option')).map(({ textContent }) => textContent);

it('shows texts as the customer reads them, and focuses the search', async () => {
  open();
  expect((await options())[0]).toContain('Hi Lucía, we open at nine.');
  expect(document.activeElement).toBe(await search());
});

it('picks a text by keys, and counts its use', async () => {
  const { onPick } = open();
  await options();
  const field = await search();
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onPick).toHaveBeenCalledExactlyOnceWith(world.materials[0]);
  await waitFor(() => expect(world.materialUses).toEqual([materialWith().id]));
});

it('refuses a medium that the platform doesn’t accept, with the reason', async () => {
  const { onPick } = open();
  const option = await screen.findByRole('option', { name: /This platform can’t receive files/ });
  expect(option.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(option);
  expect(onPick).not.toHaveBeenCalled();
});

it('picks a medium that the platform accepts', async () => {
  const { onPick } = open({ image: { maxBytes: 9 } });
  fireEvent.click(await screen.findByRole('option', { name: /Size chart/ }));
  expect(onPick).toHaveBeenCalledExactlyOnceWith(photo);
});

it('refuses a medium that is too large for the platform', async () => {
  open({ image: { maxBytes: 8 } });
  await screen.findByRole('option', { name: /too large for the platform/ });
});

it('finds materials by search, and shows that nothing matches', async () => {
  open();
  await options();
  fireEvent.change(await search(), { target: { value: 'size' } });
  await waitFor(async () => expect(await options()).toHaveLength(1));
  fireEvent.change(await search(), { target: { value: 'nothing' } });
  expect(await screen.findByText('No material found')).toBeTruthy();
});

it('shows agents without materials who adds them', async () => {
  world.materials = [];
  world.materialGroups = [];
  open();
  expect(await screen.findByText(/the owner adds them in the console/)).toBeTruthy();
});

it('closes on Esc', async () => {
  const { onClose } = open();
  fireEvent.keyDown(await search(), { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});
