/** Decides how a customer's change of a message affects the stored message. */
import { codePoints, messageLimit } from '@parley/contract/values';
import type { GroupMemberRow } from '../../../schema/conversations/members.ts';
import type { MessageRow, StoredReaction } from '../../../schema/conversations.ts';
import type { ReceivedMention } from '../groups/received-members.ts';
import { ownTextOf, type ReceivingAccount } from '../inbound/inbound-message.ts';
import { storableId, storableStart, storableTime } from '../storable.ts';
import type { Patch } from '../store.ts';

export type ReceivedChange = {
  account: ReceivingAccount;
  /** Null if `target` alone identifies the message. */
  chatId: string | null;
  /** The message's id on the platform, or the one that the platform's events use. */
  target: string;
  /** The platform's id of the person who made the change. */
  by: string;
  /** ms since the epoch. */
  at: number;
} & (
  | { kind: 'edited'; text: string; mentions?: readonly ReceivedMention[] }
  | { kind: 'deleted' }
  | { kind: 'reacted'; reactions: readonly string[] }
);

/** In UTF-16 units, as for arriving messages. */
const longestText = 1024 * 1024;
const longestEmoji = 32;
const maxReactions = { ofOne: 20, ofMessage: 100 };

/** An `unsupported` message has no words to edit; the connector then delivers the edited text as a new message. */
export const isApplicable = ({ kind }: MessageRow, change: ReceivedChange): boolean =>
  change.kind !== 'edited' || kind !== 'unsupported';

/**
 * Returns true if the change is the author's to make. In a group, other members may name the message too, but only their
 * reactions count. For messages from before members were stored, the platform is trusted.
 */
export const isPermitted = (
  member: Pick<GroupMemberRow, 'memberId'> | null,
  change: ReceivedChange,
): boolean => member === null || change.kind === 'reacted' || member.memberId === storableId(change.by);

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/**
 * Returns the delay before an edited text is translated, in ms. Each engine call costs Parley, but the owner pays only for
 * translations that are stored, so the delay doubles with each edit of an untranslated message.
 */
export const translationPause = ({ translationState, edits }: MessageRow): number =>
  translationState === 'pending' ? Math.min(firstPauseMs * 2 ** edits, longestPauseMs) : 0;

/**
 * Returns how a change updates a message, or null if it has no effect, such as a redelivered one.
 *
 * @param translate whether the conversation's settings translate customers' messages
 */
export function patchOf(
  message: MessageRow,
  change: ReceivedChange,
  translate: boolean,
  now: number,
): Patch | null {
  // A message with an erased text gets no new version.
  if (message.erasedAt !== null) return null;
  switch (change.kind) {
    case 'edited':
      return edited(message, change, translate, now);
    case 'deleted':
      if (message.direction !== 'in' || message.deletedAt !== null) return null;
      return {
        deletedAt: new Date(storableTime(change.at, now)),
        // A text that agents can't see isn't translated, and so not charged.
        ...(isUntranslated(message) ? { translationState: 'none' as const, translationProblem: null } : {}),
      };
    case 'reacted':
      return reacted(message.reactions ?? [], change);
  }
}

/** Failed translations are retried automatically. */
const isUntranslated = ({ translationState }: MessageRow) =>
  translationState === 'pending' || translationState === 'failed';

function edited(
  message: MessageRow,
  { text, at }: Extract<ReceivedChange, { kind: 'edited' }>,
  translate: boolean,
  now: number,
): Patch | null {
  const original = storableStart(text, longestText);
  const editedAt = storableTime(at, now);
  const isOlder = message.editedAt !== null && editedAt < message.editedAt.getTime();
  if (message.direction !== 'in' || message.deletedAt !== null || original === message.original || isOlder)
    return null;
  const hasWords = ownTextOf(message.kind, original).trim() !== '';
  const translatable = translate && hasWords && codePoints(original) <= messageLimit;
  return {
    original,
    editedAt: new Date(editedAt),
    edits: message.edits + 1,
    originalLanguage: null,
    translation: null,
    translationLanguage: null,
    translationState: translatable ? 'pending' : 'none',
    translationProblem: null,
    // The former text's mentions are dropped; the caller sets those of the new one.
    mentions: null,
  };
}

function reacted(
  before: readonly StoredReaction[],
  change: Extract<ReceivedChange, { kind: 'reacted' }>,
): Patch | null {
  const by = storableId(change.by);
  const emoji = [...new Set(change.reactions.map((one) => storableStart(one, longestEmoji)))];
  const own = emoji
    .filter((one) => one.trim() !== '')
    .slice(0, maxReactions.ofOne)
    .map((one): StoredReaction => ({ side: 'in', by, emoji: one }));
  const had = before.filter((one) => one.by === by);
  if (had.length === own.length && had.every(({ emoji }, index) => emoji === own[index]?.emoji)) return null;
  const others = before.filter((one) => one.by !== by);
  const all = [...others, ...own].slice(0, maxReactions.ofMessage);
  return { reactions: all.length === 0 ? null : all };
}
