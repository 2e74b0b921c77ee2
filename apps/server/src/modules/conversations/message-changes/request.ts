/** Agents' changes of sent messages: each is stored with its message until the platform has applied it. */
import type { Tx } from '../../../base/db/database.ts';
import { storableText } from '../../../base/db/storable-text.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import { newId } from '../../../base/ids.ts';
import type { ConversationRow, MessageRow, StoredChange } from '../../../schema/conversations.ts';
import type { Author } from '../outbound/compose.ts';
import type { OutboundDeps } from '../outbound/service.ts';
import { translateDraft } from '../outbound/translate.ts';
import { assertAllowed, recordingRefusal } from '../sensitive-words.ts';
import {
  changeMessage,
  findMessageAndConversation,
  lockingMessage,
  lockMessage,
  type Patch,
} from '../store.ts';

type Wanted =
  | Omit<Extract<StoredChange, { kind: 'edit' }>, keyof Waiting>
  | Omit<Extract<StoredChange, { kind: 'delete' }>, keyof Waiting>
  | Omit<Extract<StoredChange, { kind: 'react' }>, keyof Waiting>;
type Waiting = Pick<StoredChange, 'id' | 'state' | 'problem' | 'attempts' | 'nextAttemptAt'>;

const queued = (wanted: Wanted): StoredChange => ({
  ...wanted,
  id: newId(),
  state: 'queued',
  problem: null,
  attempts: 0,
  nextAttemptAt: null,
});

/** Changes the text of a sent message, translated first. Throws what the translation's preview throws. */
export function editMessage(
  deps: OutboundDeps,
  ...edit: [Author, messageId: string, { text: string; mode: 'translate' | 'original' }, AbortSignal]
): Promise<MessageRow> {
  return recordingRefusal(deps, () => edited(deps, ...edit));
}

async function edited(
  deps: OutboundDeps,
  author: Author,
  messageId: string,
  given: { text: string; mode: 'translate' | 'original' },
  signal: AbortSignal,
): Promise<MessageRow> {
  const text = storableText(given.text);
  const own = await findMessageAndConversation(deps.database, author.workspaceId, messageId);
  const { message: before, conversation } = assertOwn(own, author);
  assertEditable(before);
  // Checked before the translation is charged.
  assertFree(before, 'edit');
  const written = await translated(deps, conversation, { ...given, messageId, text }, signal);
  const edit = { id: messageId, edits: before.edits + 1, wanted: true };
  const texts = { original: text, translation: written.translation };
  const findings = await assertAllowed(deps, deps.database, conversation, edit, texts);
  const decide = (message: MessageRow) => {
    assertEditable(message);
    const same = message.original === text && message.translation === written.translation;
    return same ? null : { change: queued({ kind: 'edit', text, ...written }) };
  };
  return requestChange(deps, author, messageId, decide, (tx) => deps.sensitiveWords.record(tx, findings));
}

type Written = Pick<
  Extract<StoredChange, { kind: 'edit' }>,
  'originalLanguage' | 'translation' | 'translationLanguage' | 'characters'
>;

async function translated(
  deps: OutboundDeps,
  conversation: ConversationRow,
  { mode, ...draft }: { messageId: string; text: string; mode: 'translate' | 'original' },
  signal: AbortSignal,
): Promise<Written> {
  if (mode === 'original')
    return { originalLanguage: null, translation: null, translationLanguage: null, characters: 0 };
  // Checked before the translation is charged.
  await assertAllowed(deps, deps.database, conversation, { id: draft.messageId }, { original: draft.text });
  const shown = await translateDraft(deps, conversation, draft, signal);
  return {
    originalLanguage: shown.target === null ? null : shown.source,
    translation: shown.translation,
    translationLanguage: shown.translation === null ? null : shown.target,
    characters: shown.characters,
  };
}

/** Throws unless the message is a text or caption that the platform has and that hasn't been deleted. */
function assertEditable(message: MessageRow): void {
  assertChangeable(message);
  const { direction, kind, fileId, template } = message;
  // A template's text is fixed by the platform.
  if (direction !== 'out' || template !== null || (kind !== 'text' && fileId === null))
    throw new AppError('message.unchangeable');
}

const onPlatform: readonly MessageRow['delivery'][] = ['sent', 'delivered', 'read', 'received'];

function assertChangeable({ delivery, platformMessageId, deletedAt, erasedAt }: MessageRow): void {
  const there = onPlatform.includes(delivery) && platformMessageId !== null;
  if (!there || deletedAt !== null || erasedAt !== null) throw new AppError('message.unchangeable');
}

/** Deletes a sent message for the customer too. A failed one never reached the customer. */
export function takeBackMessage(deps: OutboundDeps, author: Author, messageId: string): Promise<MessageRow> {
  return requestChange(deps, author, messageId, (message) => {
    if (message.direction !== 'out') throw new AppError('message.unchangeable');
    if (message.delivery === 'failed' && message.deletedAt === null)
      return { deletedAt: new Date(deps.clock.now()) };
    assertChangeable(message);
    return { change: queued({ kind: 'delete' }) };
  });
}

export function reactToMessage(
  deps: OutboundDeps,
  author: Author,
  messageId: string,
  emoji: string | null,
): Promise<MessageRow> {
  return requestChange(deps, author, messageId, (message) => {
    if (message.direction !== 'in') throw new AppError('message.unchangeable');
    assertChangeable(message);
    const present = message.reactions?.find(({ side }) => side === 'out')?.emoji ?? null;
    const waits = message.change?.kind === 'react';
    return !waits && present === emoji ? null : { change: queued({ kind: 'react', emoji }) };
  });
}

/** Queues a failed change again, or discards it. Throws `message.sensitive`, as the rules may have changed. */
export function retryChange(deps: OutboundDeps, author: Author, messageId: string): Promise<MessageRow> {
  const again = ({ change }: MessageRow): Patch => ({ change: { ...failedOf(change), state: 'queued' } });
  const search = async (tx: Tx, { change, edits }: MessageRow, conversation: ConversationRow) => {
    if (change?.kind !== 'edit') return;
    const edit = { id: messageId, edits: edits + 1, wanted: true };
    const texts = { original: change.text, translation: change.translation };
    await deps.sensitiveWords.record(tx, await assertAllowed(deps, tx, conversation, edit, texts));
  };
  return recordingRefusal(deps, () => requestChange(deps, author, messageId, again, search));
}

export function discardChange(deps: OutboundDeps, author: Author, messageId: string): Promise<MessageRow> {
  return requestChange(deps, author, messageId, ({ change }) => {
    failedOf(change);
    return { change: null };
  });
}

function failedOf(change: StoredChange | null): StoredChange {
  if (change?.state !== 'failed') throw new AppError('message.not-failed');
  return { ...change, problem: null, attempts: 0, nextAttemptAt: null };
}

/**
 * Applies the patch that `decide` returns to one of the author's messages, under its conversation's lock; null leaves it
 * unchanged. A failed change is replaced by the next one, and a pending reaction by another. `changedToo` runs in the same
 * transaction.
 */
function requestChange(
  deps: OutboundDeps,
  author: Author,
  messageId: string,
  decide: (message: MessageRow) => Patch | null,
  changedToo: (tx: Tx, changed: MessageRow, conversation: ConversationRow) => Promise<void> = async () =>
    undefined,
): Promise<MessageRow> {
  return lockingMessage(deps.database, { ...author, messageId }, async (tx) => {
    const locked = await lockMessage(tx, author.workspaceId, messageId);
    const { message, conversation } = assertOwn(locked, author);
    const patch = decide(message);
    if (patch === null) return message;
    assertFree(message, patch.change?.kind);
    const changed = assertFound(
      await changeMessage(tx, author.workspaceId, messageId, patch),
      'message.not-found',
    );
    await changedToo(tx, changed, conversation);
    deps.changes.announce(tx, conversation, changed);
    return changed;
  });
}

function assertFree({ change }: MessageRow, next: StoredChange['kind'] | undefined): void {
  const replaces = change?.state === 'failed' || (change?.kind === 'react' && next === 'react');
  if (change !== null && !replaces) throw new AppError('message.changing');
}

/** Throws `message.not-found`, also for other sub-accounts' messages. */
function assertOwn<Found extends { conversation: ConversationRow }>(
  own: Found | null,
  { subAccountId }: Author,
): Found {
  if (own?.conversation.subAccountId !== subAccountId) throw new AppError('message.not-found');
  return own;
}
