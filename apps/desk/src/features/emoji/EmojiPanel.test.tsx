import { type DeskServer, DeskWorld, startDeskServer } from '@parley/chat-core/fixtures';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderDesk } from '../../fixtures/render-desk.tsx';
import { EmojiPanel } from './EmojiPanel.tsx';

let server: DeskServer;
beforeEach(async () => {
  server = await startDeskServer(new DeskWorld());
});
afterEach(async () => {
  cleanup();
  await server.close();
});

function open() {
  const onPick = vi.fn<(emoji: string) => void>();
  const onClose = vi.fn();
  renderDesk(<EmojiPanel onPick={onPick} onClose={onClose} />, server);
  return { onPick, onClose };
}
const search = () => screen.findByRole('searchbox', { name: 'Search emoji' });

it('focuses the search, and closes by Esc', async () => {
  const { onClose } = open();
  const field = await search();
  expect(document.activeElement).toBe(field);
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});

it('shows that a search has no results', async () => {
  open();
  fireEvent.change(await search(), { target: { value: 'zzzz' } });
  await screen.findByText('No emoji found');
});

it('offers the last used emoji', async () => {
  localStorage.setItem('desk:emoji', JSON.stringify(['🙏', '👋']));
  const { onPick } = open();
  fireEvent.click(await screen.findByRole('button', { name: '👋' }));
  expect(onPick).toHaveBeenCalledWith('👋');
  expect(JSON.parse(localStorage.getItem('desk:emoji') ?? '')).toEqual(['👋', '🙏']);
});

it('keeps the chosen skin tone', async () => {
  open();
  await search();
  const tone = screen.getByRole('button', { name: 'Change skin tone' });
  expect(tone.textContent).toBe('👋');
  fireEvent.click(tone);
  await waitFor(() => expect(tone.textContent).toBe('👋🏻'));
  expect(localStorage.getItem('desk:emojiTone')).toBe('light');
});
