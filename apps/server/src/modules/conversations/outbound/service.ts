/** Accepts texts from the desk: stored before they are acknowledged, translated before they are sent, never dropped silently. */
import { createHash } from 'node:crypto';
import type { EffectiveTranslationSettings } from '@parley/contract/conversations';
import { codePoints, messageLimit } from '@parley/contract/values';
import type { Clock } from '../../../base/clock.ts';
import { type Handle, type Tx, transaction } from '../../../base/db/database.ts';
import { storableText } from '../../../base/db/storable-text.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import { addJob, type Queue } from '../../../base/queue/queue.ts';
import type { StoredMention } from '../../../schema/conversations/members.ts';
import type { ConversationRow, MessageRow } from '../../../schema/conversations.ts';
import { inspectedFileOf, takeUploaded, uploaderOf } from '../../files/index.ts';
import type { Changes } from '../changes.ts';
import { findNamed } from '../groups/queries.ts';
import { writtenMentions } from '../groups/written-mentions.ts';
import { translateInbound } from '../inbound/jobs.ts';
import { fetchAgain } from '../media/service.ts';
import { isKnownVersion } from '../message-changes/store.ts';
import { deleteParts, deleteUndelivered } from '../message-parts/store.ts';
import type { PaidTranslationDeps } from '../paid-translation.ts';
import { assertAllowed, recordingRefusal, type SensitiveDeps } from '../sensitive-words.ts';
import { changeMessage, findMessage, lockConversation, lockingMessage, lockMessage } from '../store.ts';
import { assertTaken, type SendRulesOf } from '../window.ts';
import {
  type Author,
  compose,
  contentOf,
  type Direction,
  type Draft,
  type DraftFile,
  directionOf,
  type ExistingTranslation,
  retryPatch,
} from './compose.ts';
import { translateOutbound } from './jobs.ts';
import { findKnownWords } from './known-words.ts';
import * as store from './store.ts';
import { type FilledTemplate, findFilled, storedTemplate } from './template-message.ts';

/** `text` may be empty with a file. */
export type NewMessage = Omit<Draft, 'file' | 'answers' | 'mentions' | 'template'> & {
  template?: FilledTemplate | undefined;
  fileId?: string | null | undefined;
  /** True if the file was recorded for this chat. */
  voice?: boolean | undefined;
  replyToId?: string | null | undefined;
  authorName?: string | null | undefined;
  /** The latest event that the writer has seen; if absent, colleagues' replies cause no refusal. */
  seenSeq?: number | undefined;
};
export type OutboundDeps = PaidTranslationDeps &
  SensitiveDeps & {
    changes: Changes;
    clock: Clock;
    queue: Pick<Queue, 'runAfterCommit'>;
    sendRulesOf: SendRulesOf;
  };

/**
 * Accepts a message. A repeated id returns the message in its present state. Throws `message.answered-meanwhile` if another agent
 * has written since what the writer has seen; the refusals of the platform's reply window; and, for a template,
 * `template.changed` if its text has changed, or `template.alone` if it isn't sent alone.
 */
export async function sendMessage(
  deps: OutboundDeps,
  author: Author,
  conversationId: string,
  {
    text,
    fileId = null,
    voice,
    replyToId = null,
    authorName = null,
    seenSeq,
    template: filled,
    ...rest
  }: NewMessage,
): Promise<MessageRow> {
  if (fileId === null && text.trim() === '') throw new AppError('message.empty');
  const accept = async (tx: Tx) => {
    const conversation = await lockConversation(tx, author.workspaceId, conversationId);
    if (conversation?.subAccountId !== author.subAccountId) throw new AppError('conversation.not-found');
    const written = { ...rest, text: storableText(text) };
    const earlier = await findMessage(tx, author.workspaceId, written.id);
    if (earlier) {
      if (!(await isSame(tx, earlier, conversationId, { ...written, fileId, replyToId, template: filled })))
        throw new AppError('message.id-taken');
      return earlier;
    }
    const { acceptsPrice = false } = rest;
    if (conversation.groupState?.exit) throw new AppError('group.left');
    assertTaken(deps, conversation, { template: filled !== undefined, acceptsPrice });
    if (seenSeq !== undefined && (await store.agentWroteSince(tx, conversation, seenSeq)))
      throw new AppError('message.answered-meanwhile');
    const answers = replyToId === null ? null : await findAnswered(tx, conversation, replyToId);
    const direction = await directionTo(deps, tx, conversation, written);
    const ready =
      typeof direction === 'object'
        ? await findExistingTranslation(tx, conversation, written, direction)
        : null;
    const file = fileId === null ? null : { ...(await takeUpload(tx, author, fileId)), voice };
    const content = contentOf({ file });
    const texts = { original: written.text, translation: ready?.translation ?? null, content };
    const findings = await assertAllowed(deps, tx, conversation, { id: written.id }, texts);
    const template = filled === undefined ? null : await templateOf(deps, tx, conversation, written, filled);
    const alone = fileId === null && replyToId === null && rest.mode === 'original';
    if (template !== null && !alone) throw new AppError('template.alone');
    const mentions = await mentionsIn(tx, conversation, written.text);
    const draft = { ...written, file, answers, mentions, template };
    const outbound = compose({ ...author, name: authorName }, draft, direction, ready);
    const row = await store.insertOutbound(tx, conversation, outbound, new Date(deps.clock.now()));
    if (!row) throw new AppError('message.id-taken');
    if (row.delivery === 'translating') translateLater(tx, deps, row);
    await deps.sensitiveWords.record(tx, findings);
    deps.changes.announce(tx, conversation, row);
    return row;
  };
  return recordingRefusal(deps, () => transaction(deps.database, accept, { locks: conversationId }));
}

/** Compares earlier texts too: a retry after a lost response carries the first text, which may have been edited since. */
async function isSame(
  tx: Tx,
  earlier: MessageRow,
  conversationId: string,
  { text, mode, fileId, replyToId, template }: NewMessage,
): Promise<boolean> {
  return (
    earlier.conversationId === conversationId &&
    (earlier.original === text || (await isKnownVersion(tx, earlier, { original: text }))) &&
    earlier.mode === mode &&
    earlier.fileId === (fileId ?? null) &&
    earlier.replyToId === (replyToId ?? null) &&
    earlier.template?.id === template?.id &&
    earlier.direction === 'out'
  );
}

/** Throws `template.changed` if its text differs from what the agent saw. */
async function templateOf(
  deps: OutboundDeps,
  tx: Tx,
  conversation: ConversationRow,
  { id, text }: Pick<Draft, 'id' | 'text'>,
  filled: FilledTemplate,
): Promise<NonNullable<Draft['template']>> {
  const { row, text: current } = await findFilled(tx, conversation, filled);
  if (current !== text) throw new AppError('template.changed');
  const { receiveTargetLanguage: target } = await settingsOf(deps, tx, conversation);
  const { workspaceId } = conversation;
  const key = { workspaceId, messageId: id, textHash: hashText(text), target };
  const preview = await store.findPreview(tx, key);
  return { stored: storedTemplate(row, filled.values, preview), characters: preview?.characters ?? 0 };
}

/** Throws `message.not-found` if this conversation has no message with the id. */
async function findAnswered(
  tx: Tx,
  { workspaceId, id }: ConversationRow,
  messageId: string,
): Promise<{ id: string; seq: number }> {
  const message = await findMessage(tx, workspaceId, messageId);
  if (message?.conversationId !== id) throw new AppError('message.not-found');
  return { id: message.id, seq: message.seq };
}

/** Returns the members that an agent's text mentions, as stored; null if none. */
async function mentionsIn(
  tx: Tx,
  conversation: ConversationRow,
  text: string,
): Promise<StoredMention[] | null> {
  if (conversation.kind === 'private') return null;
  const found = writtenMentions(text, await findNamed(tx, conversation, text));
  const stored = found.map(({ start, length, member }) => ({ start, length, memberId: member.id }));
  return stored.length === 0 ? null : stored;
}

/** Marks the agent's file as used. Throws `file.not-found`. */
async function takeUpload(tx: Tx, { workspaceId, subAccountId }: Author, fileId: string): Promise<DraftFile> {
  const uploader = uploaderOf({ audience: 'desk', workspaceId, subAccountId });
  const taken = await takeUploaded(tx, uploader, { fileId, purpose: 'message' });
  const { id, name, ...seen } = assertFound(taken, 'file.not-found');
  return { id, name, ...inspectedFileOf(seen) };
}

async function directionTo(
  deps: OutboundDeps,
  tx: Tx,
  conversation: ConversationRow,
  { mode, text }: Pick<Draft, 'mode' | 'text'>,
): Promise<ReturnType<typeof directionOf>> {
  if (mode === 'original' || text.trim() === '') return 'as-written';
  return directionOf(await settingsOf(deps, tx, conversation), conversation);
}

/** A translation that the agent has previewed takes precedence over the owner's, which may have changed since. */
async function findExistingTranslation(
  tx: Tx,
  conversation: ConversationRow,
  { id, text }: Pick<Draft, 'id' | 'text'>,
  { target }: Direction,
): Promise<ExistingTranslation | null> {
  const { workspaceId } = conversation;
  const key = { workspaceId, messageId: id, textHash: hashText(text), target };
  const preview = await store.findPreview(tx, key);
  if (preview) return preview;
  const known = await findKnownWords(tx, conversation, { text, target });
  return known && { ...known, target, characters: 0 };
}

/** Adds the job that translates a message of the transaction. */
export function translateLater(
  tx: Tx,
  { queue }: Pick<OutboundDeps, 'queue'>,
  { workspaceId, id }: MessageRow,
): void {
  queue.runAfterCommit(tx, translateOutbound, [{ payload: { workspaceId, messageId: id } }]);
}

export function settingsOf(
  { translation }: Pick<OutboundDeps, 'translation'>,
  handle: Handle,
  conversation: ConversationRow,
): Promise<EffectiveTranslationSettings> {
  return translation.resolveSettings(handle, { ...conversation, conversationId: conversation.id });
}

/**
 * Retries a message: a failed or unconfirmed one is queued again; an inbound one has its failed translation or medium retried,
 * and one from history is translated or fetched. `acceptsPrice`: the agent accepts that the platform charges for it.
 */
export async function retryMessage(
  deps: OutboundDeps,
  author: Author,
  messageId: string,
  { acceptsPrice }: { acceptsPrice: boolean } = { acceptsPrice: false },
): Promise<MessageRow> {
  const retry = async (tx: Tx) => {
    const { message, conversation } = await ownMessage(tx, author, messageId);
    if (message.deletedAt !== null) throw new AppError('message.not-failed');
    if (message.direction === 'in') return retryInbound(tx, deps, conversation, message);
    const accepted = { acceptsPrice: acceptsPrice || message.acceptsPrice };
    assertTaken(deps, conversation, { template: message.template !== null, ...accepted });
    await assertResendable(tx, deps, conversation, message, ['failed', 'unconfirmed']);
    const again = { ...retryPatch(message), ...accepted };
    const changed = await changeMessage(tx, author.workspaceId, messageId, again, {
      delivery: ['failed', 'unconfirmed'],
      erased: false,
    });
    if (!changed) throw new AppError('message.not-failed');
    // The whole message was sent and a part has bounced: parts without a delivery report are sent again.
    if (message.delivery === 'failed' && message.platformMessageId !== null)
      await deleteUndelivered(tx, author.workspaceId, messageId);
    if (changed.delivery === 'translating') translateLater(tx, deps, changed);
    deps.changes.announce(tx, conversation, changed);
    return changed;
  };
  return recordingRefusal(deps, () => lockingMessage(deps.database, { ...author, messageId }, retry));
}

/** Searches what is sent again, as the rules may have changed. Automatic replies are exempt, being the owner's own words. */
async function assertResendable(
  tx: Tx,
  deps: OutboundDeps,
  conversation: ConversationRow,
  message: MessageRow,
  resendable: readonly MessageRow['delivery'][],
): Promise<void> {
  const { id, edits, original, translation, delivery, triggeredBy } = message;
  if (!resendable.includes(delivery) || triggeredBy !== null) return;
  const texts = { original, translation, content: message };
  await deps.sensitiveWords.record(tx, await assertAllowed(deps, tx, conversation, { id, edits }, texts));
}

/** True for a text from an account's history, which is translated only when an agent asks for it. */
const isUntranslatedHistory = (row: MessageRow): boolean =>
  row.seq < 1 &&
  row.kind === 'text' &&
  row.translationState === 'none' &&
  row.originalLanguage === null &&
  codePoints(row.original) <= messageLimit;

async function retryInbound(tx: Tx, deps: OutboundDeps, conversation: ConversationRow, message: MessageRow) {
  const fetched = await fetchAgain(tx, deps.changes, conversation, message);
  if (fetched !== null && message.translationState !== 'failed') return fetched;
  const { workspaceId, id } = message;
  const asked = isUntranslatedHistory(message);
  const patch = { translationState: 'pending' as const, translationProblem: null };
  const expected: MessageRow['translationState'][] = asked ? ['none'] : ['failed'];
  const changed = await changeMessage(tx, workspaceId, id, patch, {
    translationState: expected,
    erased: false,
  });
  if (!changed) throw new AppError('message.not-failed');
  await addJob(tx, translateInbound, { workspaceId, messageId: id, round: 0, asked });
  deps.changes.announce(tx, conversation, changed);
  return changed;
}

/** Sends a failed message untranslated, by the agent's decision. */
export async function sendOriginal(
  deps: OutboundDeps,
  author: Author,
  messageId: string,
): Promise<MessageRow> {
  const send = async (tx: Tx) => {
    const { conversation, message } = await ownMessage(tx, author, messageId);
    if (message.deletedAt !== null) throw new AppError('message.not-failed');
    const { template, acceptsPrice } = message;
    assertTaken(deps, conversation, { template: template !== null, acceptsPrice });
    await assertResendable(tx, deps, conversation, { ...message, translation: null }, ['failed']);
    // Parts that were sent belong to another text, which this one doesn't continue.
    if (message.translation !== null) await deleteParts(tx, author.workspaceId, messageId, 0);
    const changed = await changeMessage(
      tx,
      author.workspaceId,
      messageId,
      {
        delivery: 'queued',
        deliveryProblem: null,
        translation: null,
        translationLanguage: null,
        translationState: 'none',
        translationProblem: null,
        // Counted as a retry, so that the connector checks first, if it can, whether a part was sent.
        attempts: 1,
        nextAttemptAt: null,
      },
      { delivery: ['failed'], erased: false },
    );
    if (!changed) throw new AppError('message.not-failed');
    deps.changes.announce(tx, conversation, changed);
    return changed;
  };
  return recordingRefusal(deps, () => lockingMessage(deps.database, { ...author, messageId }, send));
}

/** Read under the conversation's lock, so that a concurrent hand-over has either happened or not. */
async function ownMessage(tx: Tx, author: Author, messageId: string) {
  const own = await lockMessage(tx, author.workspaceId, messageId);
  if (own?.conversation.subAccountId !== author.subAccountId) throw new AppError('message.not-found');
  return own;
}

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
