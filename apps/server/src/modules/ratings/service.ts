/** Requests ratings from visitors and stores their answers. */
import { createHash } from 'node:crypto';
import { ratingOpenMs } from '@parley/contract/ratings';
import type { VisitorRating } from '@parley/contract/visitor';
import type { Clock } from '../../base/clock.ts';
import { type Database, type Handle, transaction } from '../../base/db/database.ts';
import { storableText } from '../../base/db/storable-text.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import type { ConversationRow } from '../../schema/conversations.ts';
import { findChat, lockConversation, takeNumber } from '../conversations/index.ts';
import type { SearchedText, SensitiveWords } from '../sensitive-words/index.ts';
import { isShown, judgeRating, type StoredRating, shouldAsk } from './policy.ts';
import { findRequest, findVisitorsRequest, type RatingRequest, readClosing } from './queries.ts';
import { insertRequest, storeDismissal, storeRating } from './store.ts';

export type RatingDeps = {
  database: Database;
  clock: Clock;
  realtime: RealtimeServer;
  sensitiveWords: SensitiveWords;
};

export type AgentsClosing = {
  workspaceId: WorkspaceId;
  conversationId: string;
  /** Milliseconds since the epoch. */
  closedAt: number;
  /** The number of the closing event in the conversation. */
  seq: number;
  closedBy: string | null;
};

/** The event number up to which a visitor's page must fetch to see a change. */
export type VisitorsChange = { chatId: string; seq: number };

/**
 * Requests a rating after an agent has closed the conversation, if the rules allow it. Idempotent: one request per
 * closing. Returns null when none is made.
 */
export async function askForRating(
  { database }: Pick<RatingDeps, 'database'>,
  { workspaceId, conversationId, closedAt, seq, closedBy }: AgentsClosing,
): Promise<VisitorsChange | null> {
  return transaction(database, async (tx) => {
    const row = await lockConversation(tx, workspaceId, conversationId);
    if (row === null) return null;
    const { lastAskedAt, wroteSince, answer } = await readClosing(tx, row, seq);
    const isClosed = row.closedAt?.getTime() === closedAt;
    const answeredByPerson = answer !== null;
    if (!shouldAsk({ isClosed, wroteSince, closedAt, lastAskedAt, answeredByPerson })) return null;
    const { socialAccountId, subAccountId } = row;
    const added = await insertRequest(tx, {
      workspaceId,
      id: newId(),
      conversationId,
      socialAccountId,
      subAccountId,
      closedBy,
      agentName: answer?.name ?? null,
      askedAt: new Date(closedAt),
      askedSeq: seq,
    });
    // A new number, because a page may have fetched the closing's before the request existed.
    return added ? { chatId: row.chatId, seq: await takeNumber(tx, row) } : null;
  });
}

type VisitorsChat = { workspaceId: WorkspaceId; socialAccountId: string; chatId: string };

/** Returns the request that a visitor's page shows; null when there is none. */
export async function ratingFor(
  handle: Handle,
  { workspaceId, ...chat }: VisitorsChat,
  now: number,
): Promise<VisitorRating | null> {
  const request = await findVisitorsRequest(handle, workspaceId, chat);
  return request !== null && isShown(request, now) ? presentForVisitor(request) : null;
}

function presentForVisitor({ id, askedAt, given, takesComment }: RatingRequest): VisitorRating {
  const { score, comment } = given ?? { score: null, comment: null };
  return { id, until: askedAt + ratingOpenMs, score, comment, takesComment };
}

export type RatingForm = { score: number; comment?: string | undefined; language: string | null };

/** Stores a visitor's rating and notifies desks. `change` is null when it was stored before. */
export async function rate(
  { database, clock, realtime, sensitiveWords }: RatingDeps,
  { workspaceId, socialAccountId, chatId }: VisitorsChat,
  requestId: string,
  given: RatingForm,
): Promise<{ rating: VisitorRating; change: VisitorsChange | null }> {
  return transaction(database, async (tx) => {
    const chat = assertFound(await findChat(tx, workspaceId, socialAccountId, chatId), 'rating.not-found');
    const row = assertFound(await lockConversation(tx, workspaceId, chat.id), 'rating.not-found');
    const request = assertFound(await findRequest(tx, row, requestId), 'rating.not-found');
    const kept = request.takesComment ? storableText(given.comment?.trim() ?? '') : '';
    const wanted = { score: given.score, comment: kept === '' ? null : kept };
    const judged = judgeRating(request, wanted, clock.now());
    if (judged === 'done') return { rating: presentForVisitor(request), change: null };
    if (judged !== 'go') throw new AppError(judged);
    const at = new Date(clock.now());
    const language = given.language ?? row.customerLanguage;
    await storeRating(tx, workspaceId, requestId, { ...wanted, language, at });
    await sensitiveWords.record(tx, await sensitiveWords.search(tx, commentOf(row, requestId, wanted)));
    const seq = await takeNumber(tx, row);
    const changed = request.given !== null;
    const event = { conversationId: row.id, score: given.score, changed };
    tx.afterCommit(() => realtime.desk(row.subAccountId).emit('rated', event));
    return { rating: presentForVisitor({ ...request, given: wanted }), change: { chatId, seq } };
  });
}

/** Returns the comment for the search by sensitive-word rules; each of its texts is recorded once. */
function commentOf(
  {
    workspaceId,
    id: conversationId,
    subAccountId,
  }: Pick<ConversationRow, 'workspaceId' | 'id' | 'subAccountId'>,
  ratingId: string,
  { comment }: Pick<StoredRating, 'comment'>,
): SearchedText[] {
  if (comment === null) return [];
  const version = createHash('sha256').update(comment).digest('hex');
  // Never withheld: a sub-account that keeps no texts stores no comments.
  const message = { id: ratingId, version, withheld: false };
  const place = { workspaceId, conversationId, subAccountId, sender: 'customer' as const };
  return [{ ...place, foundIn: 'comment', text: comment, message }];
}

/** Dismisses a request. Returns null when it was dismissed or answered before. */
export async function dismissRating(
  { database, clock }: Pick<RatingDeps, 'database' | 'clock'>,
  { workspaceId, socialAccountId, chatId }: VisitorsChat,
  requestId: string,
): Promise<VisitorsChange | null> {
  return transaction(database, async (tx) => {
    const chat = assertFound(await findChat(tx, workspaceId, socialAccountId, chatId), 'rating.not-found');
    const row = assertFound(await lockConversation(tx, workspaceId, chat.id), 'rating.not-found');
    assertFound(await findRequest(tx, row, requestId), 'rating.not-found');
    if (!(await storeDismissal(tx, workspaceId, requestId, new Date(clock.now())))) return null;
    return { chatId, seq: await takeNumber(tx, row) };
  });
}
