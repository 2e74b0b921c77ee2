/** The rules of what a customer's change of a message does to what is stored. */
import { codePoints, messageLimit } from '@parley/contract/values';
import type { GroupMemberRow } from '../../../schema/conversations/members.ts';
import type { MessageRow, StoredReaction } from '../../../schema/conversations.ts';
import type { ReceivedMention } from '../groups/received-members.ts';
import { type ReceivingAccount, wordsOf } from '../inbound/arrived.ts';
import { storableId, storableStart, storableTime } from '../storable.ts';
import type { Patch } from '../store.ts';

export type ReceivedChange = {
  account: ReceivingAccount;
  /** Null: the target alone tells. */
  chatId: string | null;
  /** The message's id on the platform, or the one by which the platform's events name it. */
  target: string;
  /** The platform's id of who did it. */
  by: string;
  /** ms since the epoch. */
  at: number;
} & (
  | { kind: 'edited'; text: string; mentions?: readonly ReceivedMention[] }
  | { kind: 'deleted' }
  | { kind: 'reacted'; reactions: readonly string[] }
);

/** In UTF-16 units, as of arriving messages. */
const longestText = 1024 * 1024;
const longestEmoji = 32;
const mostReactions = { ofOne: 20, ofMessage: 100 };

/** Of what is `unsupported` there are no words that an edit could replace: the connector has its words accepted as a message. */
export const isHere = ({ kind }: MessageRow, change: ReceivedChange): boolean =>
  change.kind !== 'edited' || kind !== 'unsupported';

/**
 * Returns whether a change is its message's author's to make: in a group, others can name the message too, and only their
 * reactions are their own. Of messages from before members were kept, the platform alone knows.
 */
export const isAuthors = (member: Pick<GroupMemberRow, 'memberId'> | null, change: ReceivedChange): boolean =>
  member === null || change.kind === 'reacted' || member.memberId === storableId(change.by);

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/**
 * Returns for how long an edited text waits for its translation, in ms. The engine is paid for each text that it is asked
 * for, and the owner only for those that are stored: a message that is edited again and again before it is translated waits
 * longer and longer.
 */
export const translationPause = ({ translationState, edits }: MessageRow): number =>
  translationState === 'pending' ? Math.min(firstPauseMs * 2 ** edits, longestPauseMs) : 0;

/**
 * Returns what a change does to a message; null: nothing, as when it is delivered again.
 *
 * @param translate whether the conversation's settings translate what customers write
 */
export function patchOf(
  message: MessageRow,
  change: ReceivedChange,
  translate: boolean,
  now: number,
): Patch | null {
  // A text that isn't kept any more gets no new version.
  if (message.erasedAt !== null) return null;
  switch (change.kind) {
    case 'edited':
      return edited(message, change, translate, now);
    case 'deleted':
      if (message.direction !== 'in' || message.deletedAt !== null) return null;
      return {
        deletedAt: new Date(storableTime(change.at, now)),
        // A text that agents don't see isn't paid for.
        ...(isToTranslate(message) ? { translationState: 'none' as const, translationProblem: null } : {}),
      };
    case 'reacted':
      return reacted(message.reactions ?? [], change);
  }
}

/** Failed translations are tried again unasked. */
const isToTranslate = ({ translationState }: MessageRow) =>
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
  const hasWords = wordsOf(message.kind, original).trim() !== '';
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
    // Those of the former text; the caller knows the new one's.
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
    .slice(0, mostReactions.ofOne)
    .map((one): StoredReaction => ({ side: 'in', by, emoji: one }));
  const had = before.filter((one) => one.by === by);
  if (had.length === own.length && had.every(({ emoji }, index) => emoji === own[index]?.emoji)) return null;
  const others = before.filter((one) => one.by !== by);
  const all = [...others, ...own].slice(0, mostReactions.ofMessage);
  return { reactions: all.length === 0 ? null : all };
}
