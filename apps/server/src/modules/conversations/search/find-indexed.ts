/**
 * Finds indexed messages, newest first. The latest are scanned one by one, which finds frequent words; rare ones are found by the
 * index, a few months at a time.
 */
import type { Handle } from '../../../base/db/database.ts';
import type { Phrase } from './message-words.ts';
import type { Hit, MonthQuery, Scope } from './queries.ts';
import * as queries from './queries.ts';
import { type IndexQuery, leftToMessages, type Month, monthOf, piecesOf, tsqueryOf } from './word-index.ts';

/** Number of messages scanned in order before the index is queried. */
const firstScan = 2_000;
const maxScanned = 40_000;
/** If a scan has found less than this share of what is wanted, the index is used instead. */
const smallPart = 1 / 5;
/** Maximum number of months that the scan goes back: each may add a clause to its query. */
const monthsScanned = 12;
/** Number of messages sampled to estimate a phrase's frequency. */
const sampled = 2_000;

export async function findIndexed(
  handle: Handle,
  scope: Scope,
  after: Hit | null,
  wanted: number,
): Promise<Hit[]> {
  if (!queries.canAsk(scope)) return queries.scan(handle, scope, { after, end: null, tsquery: null, wanted });
  const months = await queries.readMonths(handle, scope, after);
  // A single conversation is a small share of all messages, so a scan would find little of it.
  const isNarrow = scope.filters.conversationId !== undefined;
  const { hits, end } = isNarrow
    ? { hits: [], end: null }
    : await scanNewest(handle, scope, { after, months, wanted });
  const rest = months.filter((one) => end === null || one <= monthOf(end.at / 1000));
  if (hits.length >= wanted || rest.length === 0) return hits;
  const ask = await queryBuilderOf(handle, scope, { after, months });
  for (const some of piecesOf(rest)) {
    if (hits.length >= wanted) break;
    const left = { after: end ?? after, wanted: wanted - hits.length };
    hits.push(...(await queries.collect(handle, scope, { ...left, asked: some.map(ask) })));
  }
  return hits;
}

type Scan = { after: Hit | null; months: readonly Month[]; wanted: number };

/** `end`: the last message scanned; null if none was. */
async function scanNewest(
  handle: Handle,
  scope: Scope,
  { after, months, wanted }: Scan,
): Promise<{ hits: Hit[]; end: Hit | null }> {
  const month = months.slice(0, monthsScanned).at(-1);
  const query = queries.indexQueryOf(scope);
  const hits: Hit[] = [];
  let end: Hit | null = null;
  for (let scanned = 0, most = firstScan; month !== undefined && most > 0; ) {
    const from: Hit | null = end ?? after;
    const next = await queries.readScanEnd(handle, scope, { after: from, month, most });
    if (next === null) break;
    const tsquery = tsqueryOf(scope.workspaceId, monthsBetween(months, from, next), query);
    const left = { after: from, end: next, tsquery, wanted: wanted - hits.length };
    hits.push(...(await queries.scan(handle, scope, left)));
    end = next;
    scanned += most;
    most = furtherScan(scanned, hits.length, wanted);
  }
  return { hits, end };
}

/** Returns the number of further messages to scan, extrapolated from what was found so far. */
export function furtherScan(scanned: number, found: number, wanted: number): number {
  if (found >= wanted || found < wanted * smallPart) return 0;
  return Math.min(maxScanned - scanned, Math.ceil(((wanted - found) / found) * scanned));
}

function monthsBetween(months: readonly Month[], after: Hit | null, end: Hit): Month[] {
  const [first, last] = [monthOf(end.at / 1000), after === null ? null : monthOf(after.at / 1000)];
  return months.filter((month) => month >= first && (last === null || month <= last));
}

type Latest = { after: Hit | null; months: readonly Month[] };

/** Returns a function that builds the index query of a month. */
async function queryBuilderOf(
  handle: Handle,
  scope: Scope,
  latest: Latest,
): Promise<(month: Month) => MonthQuery> {
  const query = queries.indexQueryOf(scope);
  const left = await readLeft(handle, scope, query, latest);
  const phrases = query.phrases.filter((phrase) => !left.includes(phrase));
  return (month) => ({
    tsquery: tsqueryOf(scope.workspaceId, [month], { ...query, phrases }),
    left: left.length === 0 ? null : tsqueryOf(scope.workspaceId, [month], { phrases: left }),
  });
}

/** Returns the phrases that are too frequent in the latest messages to query the index for. */
async function readLeft(
  handle: Handle,
  scope: Scope,
  { phrases, conversationId, socialAccountIds, kind }: IndexQuery,
  { after, months }: Latest,
): Promise<Phrase[]> {
  const hasFilters = socialAccountIds !== undefined || kind !== undefined;
  const hasOthers = conversationId !== undefined || hasFilters;
  const mayBeLeft = phrases.some((phrase) => phrase.some(({ prefix }) => prefix));
  if (!mayBeLeft || (phrases.length === 1 && !hasOthers)) return [];
  const parts: IndexQuery[] = phrases.map((phrase) => ({ phrases: [phrase] }));
  if (hasFilters) parts.push({ phrases: [], socialAccountIds, kind });
  const tsqueries = parts.map((part) => tsqueryOf(scope.workspaceId, months.slice(0, monthsScanned), part));
  const shares = await queries.readShares(handle, scope, { after, most: sampled, tsqueries });
  const others = conversationId !== undefined ? 0 : (shares[phrases.length] ?? 1);
  return leftToMessages(phrases, shares.slice(0, phrases.length), others);
}
