/** An agent's actions on existing messages, in the conversation's pane. */
import {
  type DeskServer,
  DeskWorld,
  sampleConversationId as here,
  sampleId,
  startDeskServer,
} from '@parley/chat-core/fixtures';
import 'fake-indexeddb/auto';
import { onlineManager } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderChatPane } from '../../fixtures/render-chat-pane.tsx';

let world: DeskWorld;
let server: DeskServer;
const question = sampleId(90);
const answer = sampleId(91);

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  world = new DeskWorld();
  world.addConversation({ id: here });
  world.write(here, {
    id: question,
    original: '¿En azul?',
    translation: 'In blue?',
    translationState: 'done',
  });
  world.write(here, { id: answer, direction: 'out', original: 'Yes', delivery: 'sent' });
  server = await startDeskServer(world);
});
afterEach(async () => {
  cleanup();
  onlineManager.setOnline(true);
  vi.restoreAllMocks();
  await server.close();
});

const both = { inbound: true, outbound: true };
const abilities = { replies: true, edits: both, deletions: both, reactions: both };
const show = () => renderChatPane(world, server, { abilities });
const rowOf = async (text: string) => {
  const found = (await screen.findAllByText(text)).find((one) => one.closest('[data-message]'));
  const row = found?.closest<HTMLElement>('[data-message]');
  if (!row) throw new Error(`there is no message ${text}`);
  return row;
};
const choose = async (text: string, act: string) => {
  fireEvent.click(within(await rowOf(text)).getByRole('button', { name: 'More for this message' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: act }));
};
const composer = () => screen.findByRole('textbox', { name: 'Your message' });

it('replies to a message, which is quoted above the text and in the reply', async () => {
  show();
  await choose('¿En azul?', 'Reply');
  const area = await composer();
  await waitFor(() => expect(document.querySelector('.desk-answering')?.textContent).toContain('In blue?'));
  fireEvent.change(area, { target: { value: 'Of course' } });
  fireEvent.keyDown(area, { key: 'Enter', ctrlKey: true });
  const sent = await waitFor(() => {
    const message = [...world.messages.values()].find(({ original }) => original === 'Of course');
    if (!message) throw new Error('not sent yet');
    return message;
  });
  expect(sent.replyTo).toEqual({ id: question, seq: 1 });
  expect(document.querySelector('.desk-answering')).toBeNull();
  await waitFor(async () => expect((await rowOf('Of course')).textContent).toContain('In blue?'));
});

it('moves the focus to the composer after Reply, where letters aren’t shortcuts of the list', async () => {
  show();
  await choose('¿En azul?', 'Reply');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(document.activeElement).toBe(await composer());
});

it('shows above the text that the quoted message was deleted by its author', async () => {
  const { push } = show();
  await choose('¿En azul?', 'Reply');
  const quote = () => document.querySelector('.desk-answering')?.textContent;
  await waitFor(() => expect(quote()).toContain('In blue?'));
  const message = world.change(question, {
    deletedAt: Date.now(),
    erased: true,
    original: '',
    translation: null,
  });
  const { socialAccountId } = world.conversation(here);
  push('changed', { conversationId: here, socialAccountId, seq: message.changedSeq, message });
  await waitFor(() => expect(quote()).not.toContain('In blue?'));
});

it('consumes the Enter that chooses an entry, as the focus moves while the key is down', async () => {
  show();
  fireEvent.click(within(await rowOf('¿En azul?')).getByRole('button', { name: 'More for this message' }));
  const entry = await screen.findByRole('menuitem', { name: 'Reply' });
  expect(fireEvent.keyDown(entry, { key: 'Enter', keyCode: 13 })).toBe(false);
  await waitFor(() => expect(document.querySelector('.desk-answering')).toBeTruthy());
});

it('ends the reply with Esc, and keeps the text', async () => {
  show();
  await choose('¿En azul?', 'Reply');
  const area = await composer();
  fireEvent.change(area, { target: { value: 'Of course' } });
  fireEvent.keyDown(area, { key: 'Escape' });
  await waitFor(() => expect(document.querySelector('.desk-answering')).toBeNull());
  expect(area).toHaveProperty('value', 'Of course');
});

it('fetches a quoted message that isn’t loaded', async () => {
  world.messages.set(sampleId(92), {
    ...world.change(question, {}),
    id: sampleId(92),
    conversationId: sampleId(7),
  });
  world.change(answer, { replyTo: { id: sampleId(92), seq: 1 } });
  show();
  await waitFor(async () => expect((await rowOf('Yes')).textContent).toContain('In blue?'));
});

it('edits a message, and shows that the change is pending', async () => {
  show();
  await choose('Yes', 'Edit message');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Yes, in blue' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Translate and save' }));
  expect(await screen.findByText('Editing…')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(world.messages.get(answer)?.change).toMatchObject({ kind: 'edit', text: 'Yes, in blue' });
});

it('keeps the typed text after Esc, and starts with a refused text', async () => {
  const problem = 'Bad Request: message is too old';
  world.change(answer, { change: { kind: 'edit', state: 'failed', problem, text: 'Yes, in red' } });
  show();
  // The agent who retries can see which text.
  expect((await rowOf('Yes')).querySelector('.chat-problem')?.textContent).toContain('Yes, in red');
  await choose('Yes', 'Edit message');
  const area = within(await screen.findByRole('dialog')).getByRole('textbox');
  expect(area).toHaveProperty('value', 'Yes, in red');
  fireEvent.change(area, { target: { value: 'Yes, in green' } });
  fireEvent.keyDown(area, { key: 'Escape', keyCode: 27 });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const more = within(await rowOf('Yes')).getByRole('button', { name: 'More for this message' });
  await waitFor(() => expect(document.activeElement).toBe(more));
  await choose('Yes', 'Edit message');
  const again = within(await screen.findByRole('dialog'));
  expect(again.getByRole('textbox')).toHaveProperty('value', 'Yes, in green');
  fireEvent.click(again.getByRole('button', { name: 'Cancel' }));
  await choose('Yes', 'Edit message');
  expect(within(await screen.findByRole('dialog')).getByRole('textbox')).toHaveProperty(
    'value',
    'Yes, in red',
  );
});

it('deletes at once or not at all, never later when the network returns', async () => {
  show();
  await choose('Yes', 'Take back');
  const dialog = within(await screen.findByRole('dialog'));
  onlineManager.setOnline(false);
  fireEvent.click(dialog.getByRole('button', { name: 'Take back' }));
  expect(await screen.findByText('Taking back…')).toBeTruthy();
});

it('deletes a message after a confirmation', async () => {
  const { push } = show();
  await choose('Yes', 'Take back');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Take back' }));
  expect(await screen.findByText('Taking back…')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const message = world.change(answer, { deletedAt: 1, erased: true, original: '', change: null });
  const { socialAccountId } = world.conversation(here);
  push('changed', { conversationId: here, socialAccountId, seq: message.changedSeq, message });
  const taken = await screen.findByText('Message taken back');
  // Its menu has been removed.
  expect(document.activeElement).toBe(taken.closest('[data-message]'));
});

it('shows why a change was refused, and lets the agent discard it', async () => {
  const problem = 'Bad Request: message can’t be deleted for everyone';
  world.change(answer, { change: { kind: 'delete', state: 'failed', problem, text: null } });
  show();
  expect(await screen.findByText(/can’t be deleted for everyone/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Leave it unchanged' }));
  await waitFor(() => expect(screen.queryByText(/can’t be deleted/)).toBeNull());
});

it('reacts, and shows both parties’ reactions', async () => {
  world.change(answer, { reactions: [{ emoji: '🎉', count: 2, own: false }] });
  show();
  expect((await rowOf('Yes')).textContent).toContain('🎉 2');
  const more = within(await rowOf('¿En azul?')).getByRole('button', { name: 'More for this message' });
  fireEvent.click(more);
  fireEvent.click(await screen.findByRole('menuitem', { name: '👍' }));
  await waitFor(async () => expect((await rowOf('¿En azul?')).textContent).toContain('👍'));
});

it('quotes an unloaded message in its current state, and not after its author has deleted it', async () => {
  // More than a thread loads at first.
  for (let n = 0; n < 60; n += 1) world.write(here, { id: sampleId(0x200 + n), original: `line ${n}` });
  const replyTo = world.placeOf(question);
  world.write(here, { id: sampleId(0x300), direction: 'out', original: 'Yes, in blue', replyTo });
  const { push } = show();
  const quote = async () => (await rowOf('Yes, in blue')).querySelector('.chat-quote')?.textContent;
  await waitFor(async () => expect(await quote()).toContain('In blue?'));
  const message = world.change(question, {
    deletedAt: Date.now(),
    erased: true,
    original: '',
    translation: null,
  });
  const { socialAccountId } = world.conversation(here);
  push('changed', { conversationId: here, socialAccountId, seq: message.changedSeq, message });
  await waitFor(async () => expect(await quote()).not.toContain('In blue?'));
});

it('moves the focus of a removed action to its message', async () => {
  world.write(here, { id: sampleId(92), original: '¿En rojo?', translationState: 'failed' });
  show();
  const row = await rowOf('¿En rojo?');
  const retry = await within(row).findByRole('button', { name: 'Retry' });
  retry.focus();
  fireEvent.click(retry);
  await waitFor(() => expect(document.activeElement).toBe(row));
  expect(within(row).queryByText('Retry')).toBeNull();
});
