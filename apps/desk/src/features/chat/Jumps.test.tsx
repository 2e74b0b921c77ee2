/** Jumps to places of a long conversation, in its pane. */
import {
  type DeskServer,
  DeskWorld,
  sampleConversationId as here,
  sampleId,
  startDeskServer,
} from '@parley/chat-core/fixtures';
import 'fake-indexeddb/auto';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderChatPane } from '../../fixtures/render-chat-pane.tsx';

let world: DeskWorld;
let server: DeskServer;
const last = 300;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  world = new DeskWorld();
  world.addConversation({ id: here });
  for (let n = 1; n <= last; n += 1) {
    const replyTo = n === last ? { id: sampleId(20), seq: 20 } : null;
    world.write(here, {
      id: sampleId(n),
      original: `line ${n}.`,
      replyTo,
      direction: n === last ? 'out' : 'in',
    });
  }
  world.read(here, last);
  server = await startDeskServer(world);
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await server.close();
});

const row = (n: number) => document.querySelector<HTMLElement>(`[data-message="${sampleId(n)}"]`);
const pane = () => screen.getByRole('region', { name: 'Messages' });
const expectFocusAt = (n: number) =>
  waitFor(() => expect(document.activeElement?.getAttribute('data-message')).toBe(sampleId(n)));

it('renders only visible messages, and announces to assistive technology that there are more', async () => {
  renderChatPane(world, server);
  await waitFor(() => expect(row(last)).toBeTruthy());
  const items = within(screen.getByRole('list', { name: 'Messages' })).getAllByRole('listitem');
  expect(items.length).toBeLessThan(40);
  expect(row(last)?.getAttribute('aria-setsize')).toBe('-1');
  expect(screen.queryByRole('button', { name: 'Jump to latest messages' })).toBeNull();
});

it('opens at the message named by the URL, highlighted and focused', async () => {
  renderChatPane(world, server, { place: { seq: 100, visit: 'first' } });
  await expectFocusAt(100);
  expect(row(100)?.querySelector('.desk-reached')).toBeTruthy();
  expect(row(last)).toBeNull();
});

it('jumps from a quote to a message that isn’t loaded, and back by the key End', async () => {
  renderChatPane(world, server);
  fireEvent.click(await screen.findByRole('button', { name: /line 20\./ }));
  await expectFocusAt(20);
  const button = await screen.findByRole('button', { name: 'Jump to latest messages' });
  fireEvent.keyDown(row(20) ?? pane(), { key: 'End' });
  await waitFor(() => expect(row(last)).toBeTruthy());
  expect(document.activeElement).toBe(pane());
  await waitFor(() => expect(button.isConnected).toBe(false));
});

it('jumps to the beginning by the key Home', async () => {
  renderChatPane(world, server);
  await waitFor(() => expect(row(last)).toBeTruthy());
  fireEvent.keyDown(pane(), { key: 'Home' });
  await expectFocusAt(1);
  expect(await screen.findByText('Start of conversation')).toBeTruthy();
});

it('leaves keys to text fields and dialogs', async () => {
  renderChatPane(world, server);
  const field = await screen.findByRole('textbox', { name: 'Your message' });
  await waitFor(() => expect(row(last)).toBeTruthy());
  fireEvent.keyDown(field, { key: 'Home' });
  fireEvent.keyDown(pane(), { key: 'Home', ctrlKey: true });
  expect(server.requests.some((request) => request.includes('around'))).toBe(false);
});

it('marks where the unread messages begin, and jumps there', async () => {
  const conversation = { ...world.conversation(here), readSeq: 120, unread: 179 };
  renderChatPane(world, server, { conversation });
  expect(document.querySelector('.desk-first-unread')).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'First unread message' }));
  await expectFocusAt(121);
  expect(row(121)?.querySelector('.desk-first-unread')?.textContent).toBe('New messages');
  expect(screen.queryByRole('button', { name: 'First unread message' })).toBeNull();
  expect(screen.getByRole('button', { name: '179 new messages' })).toBeTruthy();
});

it('reads a new message aloud while older ones are shown, and keeps them in place', async () => {
  const { push } = renderChatPane(world, server, { place: { seq: 100, visit: 'first' } });
  await expectFocusAt(100);
  const message = world.write(here, { id: sampleId(0x500), original: 'Are you there?' });
  const { socialAccountId } = world.conversation(here);
  push('changed', { conversationId: here, socialAccountId, seq: message.changedSeq, message });
  await waitFor(() => expect(screen.getByRole('log').textContent).toBe('Are you there?'));
  expect(row(100)).toBeTruthy();
});

it('jumps to a day, and reports when there are no messages that late', async () => {
  const message = world.messages.get(sampleId(200));
  if (!message) throw new Error('there is no message');
  world.messages.set(message.id, { ...message, sentAt: Date.parse('2027-03-01T12:00:00Z') });
  renderChatPane(world, server);
  const choose = async (day: string) => {
    fireEvent.click(await screen.findByRole('button', { name: /jump to date$/ }));
    const dialog = within(await screen.findByRole('dialog', { name: (name) => name !== 'Loading…' }));
    fireEvent.change(dialog.getByLabelText('Date'), { target: { value: day } });
    fireEvent.click(dialog.getByRole('button', { name: 'Jump' }));
  };
  await choose('2027-03-01');
  await expectFocusAt(200);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose('2031-01-01');
  expect(await screen.findByText('No messages on or after this date')).toBeTruthy();
  expect(row(200)).toBeTruthy();
});

it('reports a failed jump, and stays in place', async () => {
  renderChatPane(world, server);
  await waitFor(() => expect(row(last)).toBeTruthy());
  server.setDown(true);
  fireEvent.keyDown(pane(), { key: 'Home' });
  await waitFor(() => expect(document.querySelector('.ant-message')?.textContent).not.toBe(''));
  expect(row(last)).toBeTruthy();
});
