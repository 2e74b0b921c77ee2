/** Sends automatic replies on the path of agents' messages: translated, charged, and through the outbox. */
import { createHash } from 'node:crypto';
import type { EffectiveTranslationSettings } from '@parley/contract/conversations';
import type { Tx } from '../../../base/db/database.ts';
import { storableText } from '../../../base/db/storable-text.ts';
import type { ConversationRow, MessageRow } from '../../../schema/conversations.ts';
import { ownTextOf } from '../inbound/inbound-message.ts';
import { findMessage } from '../store.ts';
import { refusalOf } from '../window.ts';
import { contentOf, type Direction, type Draft, directionOf } from './compose.ts';
import { type OutboundDeps, settingsOf, translateLater } from './service.ts';
import { insertOutbound, type NewOutbound } from './store.ts';

/** One message of a reply. Its file must be in use; `text` may be empty only with a file. */
export type ReplyPart = Pick<Draft, 'text' | 'file'>;

export type AutomaticReply = {
  conversation: ConversationRow;
  /** The message that is answered. */
  triggeredBy: string;
  /** Distinguishes the replies to one message; each is sent at most once. */
  name: string;
  /** Sent together, in this order. */
  parts: readonly ReplyPart[];
  /** `original`: sent as written. */
  mode: 'translate' | 'original';
};

/** Returns the id of one message of an automatic reply. */
export const automaticReplyId = (name: string, triggeredBy: string, index = 0): string =>
  idFrom(index === 0 ? `${name} ${triggeredBy}` : `${name} ${index} ${triggeredBy}`);

/**
 * Adds a reply to a conversation whose lock the caller holds, and returns the updated conversation. Message ids are derived from
 * the answered message, which makes the call idempotent: if the first message exists, nothing is added. The language is
 * determined by the translation job, since the customer's may become known only from the answered message. Nothing is added while
 * the platform refuses messages or would charge for them.
 */
export async function replyAutomatically(
  tx: Tx,
  deps: Pick<OutboundDeps, 'translation' | 'changes' | 'clock' | 'queue' | 'sendRulesOf'>,
  { conversation, triggeredBy, name, parts, mode }: AutomaticReply,
): Promise<ConversationRow> {
  // No agent is present to accept a price.
  if (refusalOf(deps, conversation, { template: false, acceptsPrice: false }) !== null) return conversation;
  const settings = await settingsOf(deps, tx, conversation);
  const translated = mode === 'translate' && directionOf(settings, conversation) !== 'as-written';
  let { lastSeq } = conversation;
  for (const [index, { text, file }] of parts.entries()) {
    const translates = translated && text !== '';
    const reply: NewOutbound = {
      id: automaticReplyId(name, triggeredBy, index),
      ...contentOf({ file }),
      original: storableText(text),
      replyToId: null,
      replyToSeq: null,
      mentions: null,
      originalLanguage: translates ? settings.receiveTargetLanguage : null,
      mode,
      translation: null,
      translationLanguage: null,
      translationState: translates ? 'pending' : 'none',
      translationProblem: null,
      characters: 0,
      delivery: translates ? 'translating' : 'queued',
      authorSubAccountId: conversation.subAccountId,
      authorName: null,
      triggeredBy,
      template: null,
      acceptsPrice: false,
    };
    const at = new Date(deps.clock.now());
    const row = await insertOutbound(tx, { ...conversation, lastSeq }, reply, at);
    if (!row) break;
    lastSeq = row.seq;
    if (translates) translateLater(tx, deps, row);
    deps.changes.announce(tx, conversation, row);
  }
  return { ...conversation, lastSeq };
}

/** Derives a UUID of version 8, whose bits are free to choose (RFC 9562). */
function idFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Returns the direction for a reply while the customer's language is unknown, from the answered message: its set or identified
 * language, or one identified here without changing the conversation's assumed language. With no agent to decide, a text whose
 * language can't be identified is sent as written.
 */
export async function directionFromTrigger(
  { database, translation }: Pick<OutboundDeps, 'database' | 'translation'>,
  conversation: ConversationRow,
  settings: EffectiveTranslationSettings,
  { workspaceId, triggeredBy }: Pick<MessageRow, 'workspaceId' | 'triggeredBy'>,
): Promise<Direction | 'as-written'> {
  const source = settings.receiveTargetLanguage;
  const set = settings.receiveSourceLanguage;
  if (set !== 'auto') return { source, target: set };
  const trigger = triggeredBy === null ? null : await findMessage(database, workspaceId, triggeredBy);
  if (!trigger) return 'as-written';
  const known = trigger.originalLanguage;
  const words = ownTextOf(trigger.kind, trigger.original);
  const target = known ?? translation.observe(conversation.languagePrior, words).language;
  return target === null ? 'as-written' : { source, target };
}
