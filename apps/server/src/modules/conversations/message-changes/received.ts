/** The rules of what a customer's change of a message does to what is stored. */
import { codePoints, messageLimit } from '@parley/contract/values';
import type { MessageRow, StoredReaction } from '../../../schema/conversations.ts';
import type { ReceivingAccount } from '../inbound/arrived.ts';
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
  | { kind: 'edited'; text: string }
  | { kind: 'deleted' }
  | { kind: 'reacted'; reactions: readonly string[] }
);

/** In UTF-16 units, as of arriving messages. */
const longestText = 1024 * 1024;
const longestEmoji = 32;
const mostReactions = { ofOne: 20, ofMessage: 100 };

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
        ...(message.translationState === 'pending' ? { translationState: 'none' as const } : {}),
      };
    case 'reacted':
      return reacted(message.reactions ?? [], change);
  }
}

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
  const translatable = translate && original.trim() !== '' && codePoints(original) <= messageLimit;
  return {
    original,
    editedAt: new Date(editedAt),
    edits: message.edits + 1,
    originalLanguage: null,
    translation: null,
    translationLanguage: null,
    translationState: translatable ? 'pending' : 'none',
    translationProblem: null,
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
