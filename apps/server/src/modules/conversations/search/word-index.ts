/** The format of words in the message index and in its queries. */
import { createHash } from 'node:crypto';
import type { MessageKind } from '@parley/contract/conversations';
import { type Phrase, tokenise } from './message-words.ts';

/** `2026-03`, in UTC. */
export type Month = string;
export const monthOf = (at: number): Month => new Date(at).toISOString().slice(0, 7);

/**
 * Returns the four characters that prefix each word of a workspace's month, so that the cost of a search grows neither with other
 * workspaces nor with other months. A collision of prefixes only costs time.
 */
function shardOf(workspaceId: string, month: Month): string {
  return createHash('sha256').update(`${workspaceId} ${month}`).digest('base64url').slice(0, 4);
}

// These signs don't occur at this position in words or shards.
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

/** PostgreSQL's maximum position in a tsvector. */
const lastPosition = 16_383;

/** Returns the message's words as a tsvector literal. */
export function vectorOf(message: IndexedMessage): string {
  const shard = shardOf(message.workspaceId, monthOf(message.sentAt));
  const positions = new Map<string, number[]>();
  let position = 0;
  for (const text of [message.original, message.translation ?? '']) {
    for (const word of tokenise(text)) {
      position += 1;
      const known = positions.get(word.text);
      if (position > lastPosition) break;
      if (known === undefined) positions.set(word.text, [position]);
      else known.push(position);
    }
    // A gap, so that no phrase spans the original and the translation.
    position += 1;
  }
  const { socialAccountId, conversationId, kind } = message;
  const filters = [accountWord(socialAccountId), conversationWord(conversationId)];
  // Nearly all messages are texts, so a word for that kind would be useless.
  if (kind !== 'text') filters.push(kindWord(kind));
  return [
    ...filters.map((word) => `'${shard}${word}'`),
    // Words consist of letters, marks and digits, so nothing has to be escaped.
    ...[...positions].map(([word, at]) => `'${shard}${word}':${at.slice(0, 255).join(',')}`),
  ].join(' ');
}

/** Limits how many matches are read for nothing, as only the newest are needed. */
const maxMonths = 8;

/** Splits months into index queries: a single month first, then larger groups, as the matches must be rare. */
export function piecesOf(months: readonly Month[]): Month[][] {
  const pieces: Month[][] = [];
  for (let from = 0, size = 1; from < months.length; from += size, size = Math.min(2 * size, maxMonths))
    pieces.push(months.slice(from, from + size));
  return pieces;
}

/** Must contain at least one condition. */
export type IndexQuery = {
  phrases: readonly Phrase[];
  conversationId?: string | undefined;
  /** Matches any of these. */
  socialAccountIds?: readonly string[] | undefined;
  /** Texts have no kind word. */
  kind?: Exclude<MessageKind, 'text'> | undefined;
};

/** Returns the index query as a tsquery literal. `months` must not be empty. */
export const tsqueryOf = (workspaceId: string, months: readonly Month[], query: IndexQuery): string =>
  months.map((month) => `(${tsqueryInMonth(shardOf(workspaceId, month), query)})`).join(' | ');

function tsqueryInMonth(
  shard: string,
  { phrases, conversationId, socialAccountIds, kind }: IndexQuery,
): string {
  const conversation = conversationId === undefined ? [] : [`'${shard}${conversationWord(conversationId)}'`];
  const accounts = socialAccountIds?.map((id) => `'${shard}${accountWord(id)}'`);
  return [
    ...phrases.map((phrase) => phraseTsquery(shard, phrase)),
    ...conversation,
    ...(accounts === undefined ? [] : [`(${accounts.join(' | ')})`]),
    ...(kind === undefined ? [] : [`'${shard}${kindWord(kind)}'`]),
  ].join(' & ');
}

function phraseTsquery(shard: string, phrase: Phrase): string {
  return phrase.reduce((tsquery, { text, at, prefix }, index) => {
    const word = `'${shard}${text}'${prefix ? ':*' : ''}`;
    return index === 0 ? word : `${tsquery} <${at - (phrase[index - 1]?.at ?? 0)}> ${word}`;
  }, '');
}

/** Below this share of all messages, a phrase has too few postings to be worth the check. */
const frequentShare = 0.05;
const timesMore = 30;

/**
 * Returns the phrases better not looked up in the index: for a phrase with a prefix, PostgreSQL merges the postings of all words
 * with that prefix before it considers the other conditions. Such phrases are checked in the messages that the rest finds.
 * `shares`: the share of all messages that contain each phrase. `otherShare`: the share that matches the other conditions.
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
