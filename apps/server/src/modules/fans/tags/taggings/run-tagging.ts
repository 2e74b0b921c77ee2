/**
 * Tags the fans that filters find, batch by batch. A batch's transaction tags its fans and moves the position behind
 * them, so that a process which is killed loses and doubles nothing. The list is gone through from the latest growth:
 * fans who come meanwhile grow before the position, and tags don't move a fan in it.
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

/** Fans of a transaction: few enough that a message of one of them waits for milliseconds only. */
export const batchFans = 500;

/** Goes on with a tagging until it ends or `signal` stops it. Safe to repeat; one that has ended is left alone. */
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

/** Tags the next fans. False: it has ended, or another process has moved it. */
async function tagBatch(
  database: Database,
  workspaceId: WorkspaceId,
  tagging: store.TaggingRecord,
): Promise<boolean> {
  const { id, filters, cursor, added, removed, startedBy } = tagging;
  // Outside of the transaction, which holds rows that first messages may wait for.
  const query = { ...filters, sort: 'grownAt.desc', cursor: cursor ?? undefined } as const;
  const next = await findRows(database, workspaceId, query, batchFans);
  const end = next.at(-1);
  return transaction(database, async (tx) => {
    const held = await store.holdTagging(tx, workspaceId, id);
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
