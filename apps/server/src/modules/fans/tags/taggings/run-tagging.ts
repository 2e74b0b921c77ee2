/**
 * Tags the fans that match filters, batch by batch. Each transaction tags a batch's fans and advances the position past them, so
 * that a killed process loses and duplicates nothing. The list is traversed from the latest growth backwards: new fans are placed
 * before the position, and tags don't change a fan's place.
 */
import { fanTagLimits } from '@parley/contract/fan-tags';
import { type Database, transaction } from '../../../../base/db/database.ts';
import { systemOrigin } from '../../../../base/http/origin.ts';
import type { WorkspaceId } from '../../../../base/ids.ts';
import type { Attempt } from '../../../../base/queue/queue.ts';
import { cursorBehind, findRows } from '../../list/queries.ts';
import { addUses, lockRows, lockTags, setTags } from '../store.ts';
import { tagWherePossible } from '../tagging.ts';
import { endTagging } from './service.ts';
import * as store from './store.ts';

/** Fans per transaction: few enough that a message from one of them waits only for milliseconds. */
export const batchFans = 500;

/** Continues a tagging until it ends or `signal` aborts it. Idempotent; a tagging that has ended is skipped. */
export async function runTagging(
  database: Database,
  workspaceId: WorkspaceId,
  taggingId: string,
  { last, signal }: Pick<Attempt, 'last' | 'signal'>,
): Promise<void> {
  try {
    for (;;) {
      signal.throwIfAborted();
      const tagging = await store.findTagging(database, workspaceId, taggingId);
      if (tagging?.state !== 'running' || !(await tagBatch(database, workspaceId, tagging))) return;
    }
  } catch (error) {
    if (last && !signal.aborted)
      await transaction(database, (tx) =>
        endTagging(
          tx,
          { workspaceId, id: taggingId },
          { state: 'failed', failure: 'interrupted' },
          systemOrigin,
        ),
      );
    throw error;
  }
}

/** Tags the next fans. Returns false if the tagging has ended, or another process has advanced it. */
async function tagBatch(
  database: Database,
  workspaceId: WorkspaceId,
  tagging: store.TaggingRecord,
): Promise<boolean> {
  const { id, filters, cursor, added, removed, startedBy } = tagging;
  // Queried outside the transaction, which locks rows that first messages may wait for.
  const query = { ...filters, sort: 'grownAt.desc', cursor: cursor ?? undefined } as const;
  const next = await findRows(database, workspaceId, query, batchFans);
  const end = next.at(-1);
  return transaction(database, async (tx) => {
    const held = await store.lockTagging(tx, workspaceId, id);
    if (held?.state !== 'running' || held.cursor !== cursor) return false;
    const tags = await lockTags(tx, workspaceId, [...added, ...removed]);
    const there = new Set(tags.map((tag) => tag.id));
    const change = {
      add: added.filter((tagId) => there.has(tagId)),
      remove: removed.filter((tagId) => there.has(tagId)),
    };
    if (there.size === 0) {
      await endTagging(tx, tagging, { state: 'failed', failure: 'tags-gone' }, systemOrigin);
      return false;
    }
    const rows = await lockRows(
      tx,
      workspaceId,
      next.map((row) => row.id),
    );
    const { changed, uses, skipped } = tagWherePossible(rows, change, fanTagLimits.fan);
    if (changed.length > 0) {
      await setTags(tx, workspaceId, changed, { tags, changedBy: startedBy });
      await addUses(tx, workspaceId, uses);
    }
    const by = { checked: next.length, changed: changed.length, skipped };
    await store.advance(tx, tagging, { ...by, cursor: end === undefined ? cursor : cursorBehind(end) });
    if (next.length === batchFans) return true;
    await endTagging(tx, tagging, { state: 'done', failure: null }, systemOrigin);
    return false;
  });
}
