import type { ParsedRequestOf } from '@parley/contract';
import type { startFanTagging } from '@parley/contract/fan-tags';
import { type FanFilters, fanCountLimit } from '@parley/contract/fans';
import { type Database, type Tx, transaction } from '../../../../base/db/database.ts';
import { AppError, assertFound } from '../../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../../base/http/origin.ts';
import type { WorkspaceId } from '../../../../base/ids.ts';
import { addJob } from '../../../../base/queue/queue.ts';
import { record } from '../../../audit/index.ts';
import { countUpTo, estimateCount } from '../../list/queries.ts';
import { lockTags } from '../store.ts';
import * as store from './store.ts';
import { taggingJob } from './tagging-job.ts';

type Request = ParsedRequestOf<typeof startFanTagging>['body'];

/**
 * Adds the job that tags all fans matching the filters. A repeated request returns the tagging that the first one started. Throws
 * `fan-tag.not-found` and `fan-tagging.running`.
 */
export async function startTagging(
  database: Database,
  workspaceId: WorkspaceId,
  { requestId: id, filters, add, remove }: Request,
  origin: RequestOrigin,
): Promise<store.TaggingRecord> {
  const repeated = await store.findTagging(database, workspaceId, id);
  if (repeated !== null) return repeated;
  const counted = await countUpTo(database, workspaceId, filters, fanCountLimit);
  const expected =
    counted <= fanCountLimit
      ? counted
      : Math.max(counted, await estimateCount(database, workspaceId, filters));
  return transaction(database, async (tx) => {
    const nameOf = await requireTags(tx, workspaceId, [...add, ...remove]);
    const row = {
      workspaceId,
      id,
      filters,
      added: [...new Set(add)],
      removed: [...new Set(remove)],
      startedBy: origin.actor.id,
      expected,
    };
    if (!(await store.insertTagging(tx, row))) {
      // The same request may have been sent twice concurrently.
      const first = await store.findTagging(tx, workspaceId, id);
      if (first === null) throw new AppError('fan-tagging.running');
      return first;
    }
    await addJob(tx, taggingJob, { workspaceId, taggingId: id }, { key: `tagging ${id}` });
    await record(tx, origin, {
      action: 'fan.tagging-started',
      object: { kind: 'records', id: 'fans' },
      details: {
        filters: textOf(filters),
        fans: expected,
        added: row.added.map(nameOf).join(', '),
        removed: row.removed.map(nameOf).join(', '),
      },
    });
    return assertFound(await store.findTagging(tx, workspaceId, id), 'fan-tagging.not-found');
  });
}

async function requireTags(tx: Tx, workspaceId: WorkspaceId, ids: readonly string[]) {
  const names = new Map((await lockTags(tx, workspaceId, ids)).map(({ id, name }) => [id, name]));
  return (id: string): string => assertFound(names.get(id), 'fan-tag.not-found');
}

/** Formats filters for the audit log. */
const textOf = (filters: FanFilters): string =>
  Object.entries(filters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${[value].flat().join(', ')}`]))
    .join('; ');

/** Stops a tagging; no effect if it has ended. Throws `fan-tagging.not-found`. */
export async function cancelTagging(
  database: Database,
  workspaceId: WorkspaceId,
  taggingId: string,
  origin: RequestOrigin,
): Promise<store.TaggingRecord> {
  return transaction(database, async (tx) => {
    const held = assertFound(await store.lockTagging(tx, workspaceId, taggingId), 'fan-tagging.not-found');
    const ended = await store.endTagging(tx, workspaceId, taggingId, { state: 'cancelled', failure: null });
    if (ended === null) return held;
    await record(tx, origin, {
      action: 'fan.tagging-cancelled',
      object: { kind: 'records', id: 'fans' },
      details: { filters: textOf(ended.filters), fans: ended.checked, changed: ended.changed },
    });
    return ended;
  });
}

/** Ends a tagging on behalf of its job, and records its progress. */
export async function endTagging(
  tx: Tx,
  { workspaceId, id }: Pick<store.TaggingRecord, 'workspaceId' | 'id'>,
  ending: store.TaggingEnding,
  origin: RequestOrigin,
): Promise<void> {
  const ended = await store.endTagging(tx, workspaceId, id, ending);
  if (ended === null) return;
  await record(tx, origin, {
    action: 'fan.tagging-ended',
    workspaceId,
    object: { kind: 'records', id: 'fans' },
    details: {
      filters: textOf(ended.filters),
      fans: ended.checked,
      changed: ended.changed,
      skipped: ended.skipped,
      state: ended.state,
    },
  });
}
