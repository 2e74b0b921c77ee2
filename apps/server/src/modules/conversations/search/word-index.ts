/** The form that words have in the index of messages, and that a search asks for. */
import { createHash } from 'node:crypto';
import type { MessageKind } from '@parley/contract/conversations';
import { type Phrase, wordsOf } from './message-words.ts';

/** `2026-03`, in UTC. */
export type Month = string;
export const monthOf = (at: number): Month => new Date(at).toISOString().slice(0, 7);

/**
 * Returns the four characters with which each word of a workspace's month begins, so that what a search reads doesn't grow
 * with other workspaces nor with other months. Two that share theirs by chance only cost time.
 */
function shardOf(workspaceId: string, month: Month): string {
  return createHash('sha256').update(`${workspaceId} ${month}`).digest('base64url').slice(0, 4);
}

// Neither a word nor a shard has these signs in the place where they stand.
const accountWord = (id: string) => `@${id.slice(-8)}`;
const conversationWord = (id: string) => `#${id.slice(-8)}`;
const kindWord = (kind: MessageKind) => `~${kind}`;

export type IndexedMessage = {
  workspaceId: string;
  conversationId: string;
  socialAccountId: string;
  kind: MessageKind;
  sentAt: number;
  original: string;
  translation: string | null;
};

/** PostgreSQL counts no further. */
const lastPosition = 16_383;

/** Returns the message's words as a literal of type tsvector. */
export function vectorOf(message: IndexedMessage): string {
  const shard = shardOf(message.workspaceId, monthOf(message.sentAt));
  const positions = new Map<string, number[]>();
  let position = 0;
  for (const text of [message.original, message.translation ?? '']) {
    for (const word of wordsOf(text)) {
      position += 1;
      const known = positions.get(word.text);
      if (position > lastPosition) break;
      if (known === undefined) positions.set(word.text, [position]);
      else known.push(position);
    }
    // No phrase begins in the original and ends in the translation.
    position += 1;
  }
  const { socialAccountId, conversationId, kind } = message;
  const filters = [accountWord(socialAccountId), conversationWord(conversationId)];
  // Nearly all messages are texts: a word for them would find nothing quicker.
  if (kind !== 'text') filters.push(kindWord(kind));
  return [
    ...filters.map((word) => `'${shard}${word}'`),
    // Words are letters, marks and digits: nothing has to be escaped.
    ...[...positions].map(([word, at]) => `'${shard}${word}':${at.slice(0, 255).join(',')}`),
  ].join(' ');
}

/** Of all that these have, none but the newest are wanted. */
const mostMonths = 8;

/** The months that the index is asked for at a time: one, then more and more, as what is looked for is rare. */
export function piecesOf(months: readonly Month[]): Month[][] {
  const pieces: Month[][] = [];
  for (let from = 0, size = 1; from < months.length; from += size, size = Math.min(2 * size, mostMonths))
    pieces.push(months.slice(from, from + size));
  return pieces;
}

/** Something to look for, at least. */
export type IndexQuery = {
  phrases: readonly Phrase[];
  conversationId?: string | undefined;
  /** One of these. */
  socialAccountIds?: readonly string[] | undefined;
  /** Texts have no word. */
  kind?: Exclude<MessageKind, 'text'> | undefined;
};

/** Returns the question to the index as a literal of type tsquery. There must be months. */
export const questionOf = (workspaceId: string, months: readonly Month[], query: IndexQuery): string =>
  months.map((month) => `(${questionInMonth(shardOf(workspaceId, month), query)})`).join(' | ');

function questionInMonth(
  shard: string,
  { phrases, conversationId, socialAccountIds, kind }: IndexQuery,
): string {
  const conversation = conversationId === undefined ? [] : [`'${shard}${conversationWord(conversationId)}'`];
  const accounts = socialAccountIds?.map((id) => `'${shard}${accountWord(id)}'`);
  return [
    ...phrases.map((phrase) => phraseQuestion(shard, phrase)),
    ...conversation,
    ...(accounts === undefined ? [] : [`(${accounts.join(' | ')})`]),
    ...(kind === undefined ? [] : [`'${shard}${kindWord(kind)}'`]),
  ].join(' & ');
}

function phraseQuestion(shard: string, phrase: Phrase): string {
  return phrase.reduce((question, { text, at, prefix }, index) => {
    const word = `'${shard}${text}'${prefix ? ':*' : ''}`;
    return index === 0 ? word : `${question} <${at - (phrase[index - 1]?.at ?? 0)}> ${word}`;
  }, '');
}

/** Of a phrase that a smaller part of all messages has, the index has fewer places than a look at it costs. */
const frequentShare = 0.05;
const timesMore = 30;

/**
 * Returns the phrases that the index is better not asked for: it puts together all places of all words that begin with the end
 * of the phrase, before it looks at what else is asked. They are looked for in the messages that the rest finds.
 * `shares`: the parts of all messages that have the phrases. `otherShare`: that is in the other things that are asked for.
 */
export function leftToMessages(
  phrases: readonly Phrase[],
  shares: readonly number[],
  otherShare: number,
): Phrase[] {
  const rarest = Math.min(...shares, otherShare);
  return phrases.filter((phrase, at) => {
    const share = shares[at] ?? 0;
    return phrase.some(({ prefix }) => prefix) && share >= frequentShare && share >= timesMore * rarest;
  });
}
