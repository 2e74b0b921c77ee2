/**
 * Accepts texts from the desk: durable before they are acknowledged, translated before they are sent, never dropped
 * silently.
 */
import { createHash } from 'node:crypto';
import type { EffectiveTranslationSettings } from '@parley/contract/conversations';
import type { Clock } from '../../../base/clock.ts';
import { type Handle, type Tx, transaction } from '../../../base/db/database.ts';
import { storable } from '../../../base/db/storable.ts';
import { AppError, found } from '../../../base/http/app-error.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { addJob } from '../../../base/queue/queue.ts';
import type { ConversationRow, MessageRow } from '../../../schema/conversations.ts';
import type { Changes } from '../changes.ts';
import { translateInbound } from '../inbound/jobs.ts';
import type { PaidTranslationDeps } from '../paid-translation.ts';
import { changeMessage, findConversation, findMessage, lockConversation } from '../store.ts';
import { translateOutbound } from './jobs.ts';
import * as store from './store.ts';

export type OutboundDeps = PaidTranslationDeps & { changes: Changes; clock: Clock };
export type Author = { workspaceId: WorkspaceId; subAccountId: string };
export type Draft = { id: string; text: string; mode: 'translate' | 'original' };

export type Direction = { source: string; target: string };

/**
 * Returns how an agent's text has to be translated in a conversation. `as-written`: translation is switched off.
 * `unknown`: the customer has not written a line yet whose language can be identified, so the agent has to decide.
 */
export function directionOf(
  settings: EffectiveTranslationSettings,
  conversation: ConversationRow,
): Direction | 'as-written' | 'unknown' {
  const target =
    settings.sendTargetLanguage === 'auto' ? conversation.customerLanguage : settings.sendTargetLanguage;
  if (!settings.sendTranslationEnable) return 'as-written';
  if (target === null) return 'unknown';
  // The agent writes the language that the agent reads.
  return { source: settings.receiveTargetLanguage, target };
}

/** Accepts a message. The same id again answers with the message as it now is. */
export async function sendMessage(
  deps: OutboundDeps,
  author: Author,
  conversationId: string,
  { text, ...rest }: Draft,
): Promise<MessageRow> {
  const draft = { ...rest, text: storable(text) };
  return transaction(deps.database, async (tx) => {
    const conversation = await lockConversation(tx, author.workspaceId, conversationId);
    if (conversation?.subAccountId !== author.subAccountId) throw new AppError('conversation.not-found');
    const earlier = await findMessage(tx, author.workspaceId, draft.id);
    if (earlier) {
      const same =
        earlier.conversationId === conversationId &&
        earlier.original === draft.text &&
        earlier.mode === draft.mode &&
        earlier.direction === 'out';
      if (!same) throw new AppError('message.id-taken');
      return earlier;
    }
    const settings = await settingsOf(deps, tx, conversation);
    const direction = draft.mode === 'translate' ? directionOf(settings, conversation) : 'as-written';
    const outbound = await compose(tx, author, draft, direction);
    const row = await store.insertOutbound(tx, conversation, outbound, new Date(deps.clock.now()));
    if (!row) throw new AppError('message.id-taken');
    if (row.delivery === 'translating') await translateLater(tx, row);
    deps.changes.announce(tx, conversation, row);
    return row;
  });
}

async function compose(
  tx: Tx,
  { workspaceId, subAccountId }: Author,
  draft: Draft,
  direction: Direction | 'as-written' | 'unknown',
): Promise<store.NewOutbound> {
  const plain = {
    id: draft.id,
    original: draft.text,
    originalLanguage: typeof direction === 'object' ? direction.source : null,
    mode: draft.mode,
    translation: null,
    translationLanguage: null,
    translationState: 'none' as const,
    translationProblem: null,
    characters: 0,
    delivery: 'queued' as const,
    authorSubAccountId: subAccountId,
    triggeredBy: null,
  };
  if (direction === 'as-written') return plain;
  if (direction === 'unknown') {
    return {
      ...plain,
      translationState: 'failed',
      translationProblem: 'language-unsupported',
      delivery: 'failed',
    };
  }
  const key = { workspaceId, messageId: draft.id, textHash: hashText(draft.text), target: direction.target };
  const preview = await store.findPreview(tx, key);
  if (!preview) return { ...plain, translationState: 'pending', delivery: 'translating' };
  return {
    ...plain,
    translation: preview.translation,
    translationLanguage: preview.target,
    translationState: 'done',
    characters: preview.characters,
  };
}

function translateLater(tx: Tx, { workspaceId, id }: MessageRow): Promise<void> {
  return addJob(tx, translateOutbound, { workspaceId, messageId: id });
}

export function settingsOf(
  { translation }: Pick<OutboundDeps, 'translation'>,
  handle: Handle,
  conversation: ConversationRow,
): Promise<EffectiveTranslationSettings> {
  return translation.resolveSettings(handle, { ...conversation, conversationId: conversation.id });
}

/** A failed or unconfirmed message goes round again; a failed inbound translation is tried again. */
export async function retryMessage(
  deps: OutboundDeps,
  author: Author,
  messageId: string,
): Promise<MessageRow> {
  return transaction(deps.database, async (tx) => {
    const { message, conversation } = await ownMessage(tx, author, messageId);
    if (message.direction === 'in') return retryInbound(tx, deps, conversation, message);
    const translates =
      message.mode === 'translate' &&
      message.translationState !== 'done' &&
      message.translationState !== 'none';
    const changed = await changeMessage(
      tx,
      author.workspaceId,
      messageId,
      {
        delivery: translates ? 'translating' : 'queued',
        deliveryProblem: null,
        // Not the first attempt: a connector that can ask whether the platform has it already, does.
        attempts: 1,
        nextAttemptAt: null,
        ...(translates ? { translationState: 'pending' as const, translationProblem: null } : {}),
      },
      { delivery: ['failed', 'unconfirmed'], erased: false },
    );
    if (!changed) throw new AppError('message.not-failed');
    if (translates) await translateLater(tx, changed);
    deps.changes.announce(tx, conversation, changed);
    return changed;
  });
}

async function retryInbound(tx: Tx, deps: OutboundDeps, conversation: ConversationRow, message: MessageRow) {
  const { workspaceId, id } = message;
  const patch = { translationState: 'pending' as const, translationProblem: null };
  const changed = await changeMessage(tx, workspaceId, id, patch, { translationState: ['failed'] });
  if (!changed) throw new AppError('message.not-failed');
  await addJob(tx, translateInbound, { workspaceId, messageId: id, round: 0 });
  deps.changes.announce(tx, conversation, changed);
  return changed;
}

/** The agent decides that the customer gets the text as it was written. */
export async function sendOriginal(
  deps: OutboundDeps,
  author: Author,
  messageId: string,
): Promise<MessageRow> {
  return transaction(deps.database, async (tx) => {
    const { conversation } = await ownMessage(tx, author, messageId);
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
        attempts: 0,
        nextAttemptAt: null,
      },
      { delivery: ['failed'], erased: false },
    );
    if (!changed) throw new AppError('message.not-failed');
    deps.changes.announce(tx, conversation, changed);
    return changed;
  });
}

async function ownMessage(tx: Tx, author: Author, messageId: string) {
  const message = found(await findMessage(tx, author.workspaceId, messageId), 'message.not-found');
  const conversation = await findConversation(tx, author.workspaceId, message.conversationId);
  if (conversation?.subAccountId !== author.subAccountId) throw new AppError('message.not-found');
  return { message, conversation };
}

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
