/** Searches the messages of a workspace: in the index, plus those still waiting to be indexed, one by one. */
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { mapYielding } from '../../../base/map-yielding.ts';
import { findIndexed } from './find-indexed.ts';
import { lettersOf, phrasesOf, placesOf, tokenise } from './message-words.ts';
import type { FoundMessageRow, Hit, MessageFilters } from './queries.ts';
import * as queries from './queries.ts';

export type FoundPage = {
  list: FoundMessageRow[];
  nextCursor: string | null;
  /** False if more messages are waiting to be indexed than a search examines, so that some may be missing. */
  complete: boolean;
};

const maxUnindexed = 500;

const cursorPlace = /^(\d{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Parses a cursor; anything else starts at the beginning. */
function placeOf(cursor: string | undefined): Hit | null {
  const [, at, id] = cursorPlace.exec(cursor ?? '') ?? [];
  return at === undefined || id === undefined ? null : { at: Number(at), id };
}

const newestFirst = (a: Hit, b: Hit) => b.at - a.at || (a.id < b.id ? 1 : -1);

export async function findMessages(
  handle: Handle,
  workspaceId: WorkspaceId,
  { cursor, pageSize, ...filters }: MessageFilters & { cursor?: string | undefined; pageSize: number },
): Promise<FoundPage> {
  const scope = await queries.readScope(handle, workspaceId, filters);
  const asksNothing = filters.text !== undefined && phrasesOf(filters.text).length === 0;
  if (asksNothing || scope.socialAccountIds?.length === 0)
    return { list: [], nextCursor: null, complete: true };
  const unindexed = await queries.readUnindexed(handle, scope, maxUnindexed + 1);
  const waiting = new Set(unindexed.ids);
  const answers = await mapYielding(unindexed.found, lettersOf, (message) => hasAll(message, filters.text));
  const fresh = unindexed.found.filter((_, at) => answers[at]);
  const list: FoundMessageRow[] = [];
  // Hits may drop out when they are read: messages erased meanwhile, and hash collisions. Hence the loop.
  for (let after = placeOf(cursor), more = true; more && list.length <= pageSize; ) {
    const from = after;
    const hits = await findIndexed(handle, scope, from, pageSize + 1);
    const last = hits.length > pageSize ? hits.at(-1) : undefined;
    const inReach = (message: Hit) =>
      (from === null || newestFirst(from, message) < 0) &&
      (last === undefined || newestFirst(message, last) <= 0);
    const reached = [...hits.filter(({ id }) => !waiting.has(id)), ...fresh.filter(inReach)].sort(
      newestFirst,
    );
    // Reads a page at a time: a message may have a million characters.
    for (let at = 0; at < reached.length && list.length <= pageSize; at += pageSize + 1) {
      const ids = reached.slice(at, at + pageSize + 1).map(({ id }) => id);
      list.push(...(await queries.readFound(handle, scope, ids)).sort(newestFirst));
    }
    more = last !== undefined;
    after = last ?? null;
  }
  const page = list.slice(0, pageSize);
  const end = page.at(-1);
  const goesOn = list.length > pageSize && end !== undefined;
  return {
    list: page,
    nextCursor: goesOn ? `${end.at}_${end.id}` : null,
    complete: waiting.size <= maxUnindexed,
  };
}

/** Returns true if each phrase of the search occurs in one of the message's texts. */
function hasAll({ original, translation }: queries.UnindexedRow, text: string | undefined): boolean {
  if (text === undefined) return true;
  const texts = [tokenise(original), tokenise(translation ?? '')];
  return phrasesOf(text).every((phrase) => texts.some((words) => placesOf(words, phrase).length > 0));
}
