/** The chat history as the owner reads it. */
import { errorMessage } from '@parley/contract';
import type { TranslationSettings } from '@parley/contract/conversations';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { address, found, openedDialog } from '../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../app/testing/render-page.tsx';
import { choose, fieldOf, formButton } from '../../../app/testing/selects.ts';
import { auditRoutes } from '../../../features/audit-log/testing/audit.ts';
import chatHistoryTexts from '../../../features/chat-history/locales/en-US.json' with { type: 'json' };
import { chatHistoryRoutes } from '../../../features/chat-history/testing/routes.ts';
import { someMessage } from '../../../features/chat-history/testing/samples.ts';
import { storyConversations, storyMessages } from '../../../features/chat-history/testing/story.ts';
import { busySocialAccounts } from '../../../features/social-accounts/testing/samples.ts';
import { noSocialAccounts } from '../../../features/social-accounts/testing/social-account-changes.ts';
import { socialAccountRoutes } from '../../../features/social-accounts/testing/social-accounts.ts';
import { busySubAccounts, subAccountRoutes } from '../../../features/sub-accounts/testing/sub-accounts.ts';
import { translationSettingsRoutes } from '../../../features/translation-settings/testing/translation-settings.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';
import { ChatHistory } from './ChatHistory.tsx';

const busyWorld = () => {
  const messages = storyMessages();
  return {
    ...noSocialAccounts(),
    ownerRemaining: 1_284_500,
    ports: 40,
    allocations: new Map<string, number>(),
    subAccounts: busySubAccounts(),
    socialAccounts: busySocialAccounts(),
    messages,
    conversations: storyConversations(messages),
    translationSettings: new Map<string, TranslationSettings>(),
  };
};
const open = (at: string, world = busyWorld()) =>
  renderPage(<ChatHistory />, {
    at,
    answers: [
      ...chatHistoryRoutes(world),
      ...socialAccountRoutes(world),
      ...subAccountRoutes(world),
      ...translationSettingsRoutes(world),
      ...auditRoutes(true),
    ],
  });

const path = '/internalControl/chatHistory';
const first = `${path}?conversation=${sampleId(2, 1)}`;

const log = () => screen.findByRole('log', { name: chatHistoryTexts.chatHistory.messages }, found);

it('shows both languages of stored texts, and nothing of texts that were not stored', async () => {
  open(first);
  const shown = within(await log());
  expect(await shown.findByText('Hola, ¿tienen la chaqueta azul en talla M?', {}, found)).toBeTruthy();
  expect(shown.getByText('Hello, do you have the blue jacket in size M?')).toBeTruthy();
  expect(screen.queryByText(chatHistoryTexts.chatHistory.notKept)).toBeNull();
  expect(screen.queryByText(chatHistoryTexts.chatHistory.textNotKept)).toBeNull();
});

it('names the person and the sub-account that wrote a message, and no unknown author', async () => {
  const world = busyWorld();
  const [ann, second] = world.subAccounts;
  if (ann === undefined || second === undefined) throw new Error('two sub-accounts are needed');
  const authorOf: Record<number, { subAccountId: string; name: string | null }> = {
    2: { subAccountId: ann.id, name: 'Ana' },
    5: { subAccountId: second.id, name: null },
  };
  world.messages = world.messages.map((one) => ({ ...one, author: authorOf[one.seq] ?? null }));
  open(first, world);
  const shown = within(await log());
  expect(await shown.findByText(`Ana · ${ann.remark}`, {}, found)).toBeTruthy();
  expect(await shown.findByText(second.remark)).toBeTruthy();
  expect(document.querySelectorAll('.chat-author')).toHaveLength(2);
});

it('shows who handed a conversation over, and takes it back', async () => {
  const world = busyWorld();
  const handOver = { from: 'Spain', authorName: null, note: 'Boots', at: sampleTime };
  const id = sampleId(2, 1);
  world.conversations = world.conversations.map((one) =>
    one.id === id ? { ...one, subAccountRemark: 'Returns', handOver } : one,
  );
  open(first, world);
  expect(await screen.findByText('Handed over: Spain → Returns', {}, found)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Take back' }));
  const question = within(await screen.findByRole('tooltip', {}, found));
  expect(question.getByText('Return this conversation to Spain?')).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'Take back' }));
  await waitFor(() => expect(screen.queryByText(/Handed over/)).toBeNull(), found);
  expect(world.conversations.find((one) => one.id === id)?.handOver).toBeNull();
});

it('removes a social account from a group, and shows why an earlier attempt failed', async () => {
  const world = busyWorld();
  const leaving = { state: 'failed', reason: 'group-not-left' } as const;
  const group = { exit: null, reason: null, role: null, leaving };
  world.conversations = world.conversations.map((one) =>
    one.id === sampleId(2, 1) ? { ...one, kind: 'group', title: 'Taller', fan: null, group } : one,
  );
  open(first, world);
  const failed = await screen.findByText('Could not leave the group', {}, found);
  expect(failed.title).toBe('The platform did not complete leaving the group');
  fireEvent.click(screen.getByRole('button', { name: 'Leave group' }));
  const question = within(await screen.findByRole('tooltip', {}, found));
  expect(question.getByText('Leave “Taller”?')).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'Leave group' }));
  expect(await screen.findByText('Left the group', {}, found)).toBeTruthy();
});

it('explains missing texts where a sub-account keeps none, for each message and in the list', async () => {
  const world = busyWorld();
  const gone = { original: '', translation: null, translationState: 'none', erased: true } as const;
  world.messages = world.messages.map((message) => ({ ...message, ...gone }));
  world.conversations = world.conversations.map((one) =>
    one.lastMessage === null ? one : { ...one, lastMessage: { ...one.lastMessage, ...gone } },
  );
  open(first, world);
  const shown = within(await log());
  expect(await shown.findByText(chatHistoryTexts.chatHistory.notKept, {}, found)).toBeTruthy();
  expect(shown.getAllByText(chatHistoryTexts.chatHistory.textNotKept)).toHaveLength(world.messages.length);
  // Excluding the conversation itself: in its list entry and those of the others.
  expect(screen.getAllByText(chatHistoryTexts.chatHistory.textNotKept).length).toBeGreaterThan(
    world.messages.length,
  );
  expect(document.body.textContent).not.toContain('chaqueta');
});

it('sets the translation of one conversation from the chat history', async () => {
  const world = busyWorld();
  const conversation = sampleId(2, 1);
  open(`${path}?conversation=${conversation}`, world);
  fireEvent.click(await screen.findByText('Translation settings', { selector: 'button *' }, found));
  const send = await fieldOf('Translate sent messages', await openedDialog());
  await choose(send, 'Off');
  fireEvent.click(formButton(send, 'Save'));
  await waitFor(
    () => expect(world.translationSettings.get(conversation)?.sendTranslationEnable).toBe(false),
    found,
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), found);
});

/** A conversation of 200 messages, one per hour. */
function longWorld() {
  const world = busyWorld();
  world.messages = Array.from({ length: 200 }, (_, at) =>
    someMessage({
      id: sampleId(1, at + 1),
      conversationId: sampleId(2, 1),
      seq: at + 1,
      original: at === 19 ? 'Pedido 10023' : `línea ${at + 1}`,
      translation: null,
      sentAt: sampleTime - (200 - at) * 3_600_000,
    }),
  );
  return world;
}
const texts = chatHistoryTexts.chatHistory;
const shownTexts = async () =>
  within(await log())
    .getAllByText(/^(línea|Pedido)/)
    .map((element) => element.textContent);

it('searches messages, highlights matches and opens one at its position', async () => {
  open(path, longWorld());
  fireEvent.click(await screen.findByText(texts.byMessage, {}, found));
  const field = await screen.findByLabelText(texts.searchMessages, {}, found);
  fireEvent.change(field, { target: { value: 'pedido' } });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
  const [mark] = await screen.findAllByText('Pedido', { selector: 'mark' }, found);
  await waitFor(() => expect(document.querySelectorAll('mark')).toHaveLength(1), found);
  if (mark === undefined) throw new Error('nothing is marked');
  fireEvent.click(mark);
  await waitFor(async () => expect((await shownTexts())[0]).toBe('línea 1'), found);
  expect(address()).toContain('at=20');
  expect(document.querySelector('[data-focus]')?.textContent).toContain('Pedido 10023');
  expect((await shownTexts()).at(-1)).toBe('línea 44');
  fireEvent.click(screen.getByText(texts.later));
  await waitFor(async () => expect((await shownTexts()).at(-1)).toBe('línea 94'), found);
  fireEvent.click(screen.getByText(texts.latest));
  await waitFor(async () => expect((await shownTexts()).at(-1)).toBe('línea 200'), found);
});

it('shows the kind of a found message without text', async () => {
  const world = longWorld();
  world.messages = world.messages.slice(0, 1).map((message) => ({
    ...message,
    kind: 'contact',
    original: '',
    attachment: { type: 'contact', name: 'Marta', phones: [] },
  }));
  open(`${first}&view=messages`, world);
  expect(await screen.findByText('Contact', { selector: 'a.conversation em' }, found)).toBeTruthy();
});

it('finds messages of one kind only', async () => {
  const world = longWorld();
  world.messages = world.messages.slice(0, 2).map((message, at) => ({
    ...message,
    ...(at === 0 ? { kind: 'location' as const, original: '' } : {}),
  }));
  open(`${first}&view=messages`, world);
  const listed = () => [...document.querySelectorAll('a.conversation .found-text, a.conversation em')];
  await waitFor(() => expect(listed()).toHaveLength(2), found);
  fireEvent.mouseDown(screen.getByLabelText(texts.kind.label));
  fireEvent.click(await screen.findByText('Location', { selector: '.ant-select-item-option-content' }));
  await waitFor(() => expect(listed().map((one) => one.textContent)).toEqual(['Location']), found);
  expect(address()).toContain('kind=location');
});

it('opens a conversation at a day, and says when no message is that recent', async () => {
  const day = new Date(sampleTime - 100 * 3_600_000).toISOString().slice(0, 10);
  open(`${first}&day=${day}`, longWorld());
  await log();
  expect(document.querySelector('[data-focus]')).not.toBeNull();
  expect(screen.getByText(texts.later)).toBeTruthy();
  cleanup();
  open(`${first}&day=2031-01-01`, longWorld());
  expect(await screen.findByText(texts.nothingSoLate, {}, found)).toBeTruthy();
  expect((await shownTexts()).at(-1)).toBe('línea 200');
});

it('searches in one conversation, and reports when nothing is found or messages await indexing', async () => {
  const world = { ...longWorld(), indexing: true };
  open(`${first}&view=messages&text=nada`, world);
  expect(await screen.findByText(texts.noMessages, {}, found)).toBeTruthy();
  expect(screen.getByText(texts.indexing)).toBeTruthy();
  fireEvent.click(screen.getByLabelText(texts.searchWithin));
  const tag = await screen.findByText(texts.within, {}, found);
  const close = tag.querySelector('.anticon-close');
  if (close === null) throw new Error('the tag has no cross');
  fireEvent.click(close);
  await waitFor(() => expect(screen.queryByText(texts.within)).toBeNull(), found);
});

it('translates the shown messages without a translation after stating the price', async () => {
  const world = busyWorld();
  open(first, world);
  await log();
  expect(screen.getByText('1 message without a translation')).toBeTruthy();
  fireEvent.click(formButton(screen.getByText('1 message without a translation'), texts.translate));
  expect(await screen.findByText(/^1 message will be translated for 41 characters/, {}, found)).toBeTruthy();
  const dialog = screen.getByRole('dialog');
  fireEvent.click(within(dialog).getByText(texts.translate, { selector: 'button *' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), found);
  expect(world.messages.filter(({ translationState }) => translationState === 'pending')).toHaveLength(1);
});

it('exports a conversation or the found messages', async () => {
  const { server } = open(`${first}&view=messages&text=hola`);
  await log();
  const saved: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const asked: string[] = [];
  server.instead = (url) => {
    if (!url.includes('/chatHistory/export')) return undefined;
    asked.push(url.slice(url.indexOf('/chatHistory')));
    return new Response('text', { headers: { 'content-disposition': 'attachment; filename="x.txt"' } });
  };
  for (const name of [texts.exportConversation, texts.exportFound]) {
    fireEvent.click(screen.getByLabelText(name));
    const title = await screen.findByText(name, { selector: '.ant-popover-title' }, found);
    const box = within(title.closest<HTMLElement>('.ant-popover') ?? document.body);
    fireEvent.click(box.getByText(texts.exportText));
  }
  await waitFor(() => expect(saved).toEqual(['x.txt', 'x.txt']), found);
  expect(asked.sort()).toEqual([
    `/chatHistory/exportText?conversationId=${sampleId(2, 1)}`,
    '/chatHistory/exportText?text=hola',
  ]);
  vi.restoreAllMocks();
});

it('shows who has read, exported and translated, in one conversation and in all', async () => {
  open(first);
  await log();
  const [ofAll, ofOne] = screen.getAllByRole('button', { name: new RegExp(texts.access.title) });
  for (const [button, link] of [
    [ofOne, `/internalControl/auditLog?action=chat-history.read&object=${sampleId(2, 1)}`],
    [ofAll, '/internalControl/auditLog?action=chat-history.read'],
  ] as const) {
    if (button === undefined) throw new Error('no way to the access log');
    fireEvent.click(button);
    const drawer = within(await openedDialog());
    expect((await drawer.findAllByText('María José Carreño Quiñones', {}, found)).length).toBeGreaterThan(0);
    expect(drawer.getByText(texts.access.all).getAttribute('href')).toBe(link);
    fireEvent.click(drawer.getByText(texts.access.exported));
    expect(await drawer.findByText(texts.access.none, {}, found)).toBeTruthy();
    fireEvent.click(drawer.getByLabelText('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), found);
  }
});

it('shows what a retention erases before it is saved, and refuses one after a concurrent change', async () => {
  const world: ReturnType<typeof longWorld> & { retention?: number | null } = longWorld();
  open(path, world);
  const opener = (await screen.findByText(texts.retention.title, {}, found)).closest('button');
  opener?.focus();
  if (opener) fireEvent.click(opener);
  const drawer = within(await openedDialog());
  fireEvent.click(await drawer.findByText(texts.retention.limited, {}, found));
  expect(await drawer.findByText(texts.retention.erasesNone, {}, found)).toBeTruthy();
  const days = drawer.getByLabelText(texts.retention.days);
  fireEvent.change(days, { target: { value: '5.5' } });
  expect((await drawer.findByRole('alert', {}, found)).textContent).toBe(
    'Enter a whole number, with digits only',
  );
  expect(formButton(days, texts.retention.save)).toHaveProperty('disabled', true);
  fireEvent.change(days, { target: { value: '5' } });
  expect(
    await drawer.findByText('The texts of 80 messages will be deleted within minutes.', {}, found),
  ).toBeTruthy();
  world.retention = 90;
  fireEvent.click(formButton(drawer.getByLabelText(texts.retention.days), texts.retention.saveAndErase));
  expect(await drawer.findByDisplayValue('90', {}, found)).toBeTruthy();
  expect(drawer.getByText(errorMessage('resource.stale', 'en-US'))).toBeTruthy();
  fireEvent.click(drawer.getByText(texts.retention.forever));
  fireEvent.click(formButton(drawer.getByText(texts.retention.forever), texts.retention.save));
  await waitFor(() => expect(world.retention).toBeNull(), found);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), found);
  await waitFor(() => expect(document.activeElement).toBe(opener), found);
});

it('shows edited, withdrawn and quoted messages, with earlier texts and a link to the quoted message', async () => {
  const world = busyWorld();
  const [question, answer] = world.messages;
  if (!question || !answer) throw new Error('the story has more messages');
  Object.assign(question, { editedAt: sampleTime, deletedAt: sampleTime });
  Object.assign(answer, {
    replyTo: { id: question.id, seq: question.seq },
    reactions: [{ emoji: '🎉', count: 1, own: false }],
  });
  const { user } = open(first, world);
  const shown = within(await log());
  expect(await shown.findByText('Message taken back', {}, found)).toBeTruthy();
  expect(shown.getByText('🎉')).toBeTruthy();
  await user.click(shown.getByRole('button', { name: 'Edited' }));
  expect(await screen.findByText(`earlier: ${question.original}`, {}, found)).toBeTruthy();
  // The quote's accessible name is the quoted text.
  const quote = shown.getByTitle('Go to the message that this answers');
  await user.click(shown.getByRole('button', { name: quote.textContent }));
  await waitFor(() => expect(address()).toContain(`at=${question.seq}`), found);
});
