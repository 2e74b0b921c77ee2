/**
 * Merges fans that turn out to be one person, and undoes merges. Verdicts stay as given; how they count is corrected at the time
 * of the merge, so that closed days stay as settled.
 */
import type { PlatformId } from '@parley/contract/catalogues';
import { OutdatedTransaction, type Tx } from '../../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import type { MergeReason } from '../../../schema/fans.ts';
import { deleteUnknownPeople } from '../deletion/store.ts';
import { newPerson, personOf } from '../person.ts';
import { findPeople, insertPeople, lockOpenOrders } from '../store.ts';
import { type Recount, rejudge } from './rejudge.ts';
import { type DetailedRow, moveDetails, type WholePerson } from './shown-details.ts';
import * as store from './store.ts';

/** Maximum number of fans merged into one person, and of verdicts that one person can have. */
export const mergeLimits = { fans: 100, verdicts: 5_000 };

export type MergeRequest = {
  workspaceId: WorkspaceId;
  /** Its name and notes are kept; any fan of the person. */
  keptFanId: string;
  mergedFanId: string;
  reason: MergeReason;
  mergedBy: string | null;
  /** Milliseconds since the epoch. */
  at: number;
};

export type MergeOutcome =
  | { ok: true; mergeId: string }
  | { ok: false; reason: 'not-found' | 'same-person' | 'too-many' };

/**
 * Merges one person into another. Costs about ten statements, and blocks first encounters of both meanwhile. Throws
 * `OutdatedTransaction` if another transaction changes one of them.
 */
export async function mergeFans(tx: Tx, request: MergeRequest): Promise<MergeOutcome> {
  const { workspaceId, reason, mergedBy, at } = request;
  const kept = await store.findTopmost(tx, workspaceId, request.keptFanId);
  const merged = await store.findTopmost(tx, workspaceId, request.mergedFanId);
  if (kept === null || merged === null) return { ok: false, reason: 'not-found' };
  if (kept === merged) return { ok: false, reason: 'same-person' };
  const locked = await store.lockTopmost(tx, workspaceId, [kept, merged]);
  if (!locked.has(kept) || !locked.has(merged)) throw outdated();
  const moved = await store.readTree(tx, workspaceId, merged);
  const all = [...moved, ...(await store.readTree(tx, workspaceId, kept))];
  if (all.length > mergeLimits.fans) return { ok: false, reason: 'too-many' };
  const verdicts = await store.readVerdicts(tx, workspaceId, all);
  if (verdicts.length > mergeLimits.verdicts) return { ok: false, reason: 'too-many' };
  const mergeId = newId();
  const merge = { id: mergeId, keptFanId: kept, mergedFanId: merged, reason };
  await store.insertMerge(tx, workspaceId, { ...merge, mergedAt: new Date(at), mergedBy });
  await store.setMergedInto(tx, workspaceId, merged, kept);
  await store.assignIdentities(tx, workspaceId, moved, kept);
  await recount(tx, { workspaceId, mergeId, at }, [{ topmost: kept, ownFanIds: moved, verdicts }]);
  await store.recomputeSightings(tx, workspaceId, merged);
  return { ok: true, mergeId };
}

/** The transaction starts over: locking more while it holds what it has locked could deadlock. */
const outdated = () => new OutdatedTransaction('another transaction has merged or separated these people');

/** An id that a platform has replaced by another for the same person. */
export type IdChange = {
  workspaceId: WorkspaceId;
  platform: PlatformId;
  socialAccountId: string;
  oldId: string;
  newId: string;
  at: number;
};

/**
 * Follows a platform's change of a person's id: the holder of the new id is merged into the person of the old one. A person never
 * met under the old id is met later, like any other.
 */
export async function followIdChange(tx: Tx, change: IdChange): Promise<void> {
  const { workspaceId, at } = change;
  const known = await findPeople(tx, [personOf(change, change.oldId)]);
  const [kept] = known;
  if (kept === undefined || change.oldId === change.newId) return;
  const mergedFanId = await findOrCreateFan(tx, personOf(change, change.newId));
  const { fanId: keptFanId } = kept;
  await mergeFans(tx, { workspaceId, keptFanId, mergedFanId, reason: 'platform', mergedBy: null, at });
}

async function findOrCreateFan(tx: Tx, person: ReturnType<typeof personOf>): Promise<string> {
  const [known] = await findPeople(tx, [person]);
  if (known !== undefined) return known.fanId;
  const created = newPerson(person);
  await insertPeople(tx, [created]);
  return created.fanId;
}

/** The fans that are apart again, of which one may be deleted, or the reason why they aren't. */
export type UndoOutcome =
  | { ok: true; keptFanId: string; mergedFanId: string }
  | { ok: false; reason: 'not-found' | 'undone' };

/** Undoes one merge; earlier and later merges into either part stay. A part that no account knows is deleted. */
export async function undoMerge(
  tx: Tx,
  { workspaceId, mergeId, undoneBy, at }: UndoRequest,
): Promise<UndoOutcome> {
  const merge = await store.lockMerge(tx, workspaceId, mergeId);
  if (merge === null) return { ok: false, reason: 'not-found' };
  if (merge.undone) return { ok: false, reason: 'undone' };
  const { keptFanId, mergedFanId: separated } = merge;
  const topmost = await lockWhole(tx, workspaceId, separated);
  if (topmost === null) return { ok: false, reason: 'not-found' };
  await store.markUndone(tx, workspaceId, mergeId, { undoneAt: new Date(at), undoneBy });
  await store.setMergedInto(tx, workspaceId, separated, null);
  const moved = await store.readTree(tx, workspaceId, separated);
  const left = await store.readTree(tx, workspaceId, topmost);
  await store.assignIdentities(tx, workspaceId, moved, separated);
  await recount(tx, { workspaceId, mergeId, at }, [
    {
      topmost: separated,
      ownFanIds: moved,
      verdicts: await store.readVerdicts(tx, workspaceId, moved),
    },
    { topmost, ownFanIds: left, verdicts: await store.readVerdicts(tx, workspaceId, left) },
  ]);
  // The accounts that knew it may have been deleted since the merge.
  await deleteUnknownPeople(tx, workspaceId, [separated, topmost]);
  return { ok: true, keptFanId, mergedFanId: separated };
}

type UndoRequest = { workspaceId: WorkspaceId; mergeId: string; undoneBy: string | null; at: number };

/** Locks a merged fan and the topmost fan above it. Throws `OutdatedTransaction` if that is another one by then. */
async function lockWhole(tx: Tx, workspaceId: WorkspaceId, fanId: string): Promise<string | null> {
  const topmost = await store.findTopmost(tx, workspaceId, fanId);
  if (topmost === null) return null;
  const locked = await store.lockTopmost(tx, workspaceId, [topmost, fanId]);
  if (locked.has(topmost) && (await store.findTopmost(tx, workspaceId, fanId)) === topmost) return topmost;
  throw outdated();
}

type Person = {
  topmost: string;
  /** The fans whose rows are assigned to `topmost`. */
  ownFanIds: readonly string[];
  /** All verdicts of the person. */
  verdicts: readonly store.PersonVerdict[];
};

/**
 * Corrects how the verdicts of people count, and assigns their rows to them. Rows that stop counting are changed first and rows
 * that start counting last, so that an account never has two counting rows with the same fan.
 */
async function recount(
  tx: Tx,
  { workspaceId, mergeId, at }: { workspaceId: WorkspaceId; mergeId: string; at: number },
  people: readonly Person[],
): Promise<void> {
  const verdictOf = new Map(people.flatMap(({ verdicts }) => verdicts).map((it) => [it.id, it]));
  const recounts = people.flatMap(({ verdicts }) => rejudge(verdicts));
  const changed = recounts.flatMap((it) => {
    const verdict = verdictOf.get(it.id);
    return verdict === undefined ? [] : [{ ...it, verdict }];
  });
  if (changed.length > 0) {
    const questions = changed.map(({ verdict }) => ({ ...verdict, at }));
    const orders = await lockOpenOrders(tx, questions);
    await store.insertCorrections(
      tx,
      changed.map(({ verdict, from, to }) => {
        const order = orders.find(({ workOrderId }) => workOrderId === verdict.workOrderId);
        const { socialAccountId, subAccountId, platform } = verdict;
        return {
          workspaceId,
          id: newId(),
          verdictId: verdict.id,
          mergeId,
          socialAccountId,
          subAccountId,
          platform,
          workOrderId: order?.workOrderId ?? null,
          orderDay: order?.orderDay ?? null,
          from,
          to,
          decidedAt: at,
        };
      }),
    );
  }
  await store.setCountsAs(
    tx,
    workspaceId,
    recounts.filter(({ to }) => to === 'merged'),
  );
  for (const { topmost, ownFanIds } of people)
    await store.assignAccountFans(tx, workspaceId, ownFanIds, topmost);
  await store.setCountsAs(
    tx,
    workspaceId,
    recounts.filter(({ to }) => to !== 'merged'),
  );
  for (const { topmost } of people) await store.recomputeSightings(tx, workspaceId, topmost);
  await store.exchangeDetails(
    tx,
    workspaceId,
    moveDetails(detailedRows(people, recounts), wholePeople(people)),
  );
}

function detailedRows(people: readonly Person[], recounts: readonly Recount[]): DetailedRow[] {
  const after = new Map(recounts.map(({ id, to }) => [id, to]));
  return people
    .flatMap(({ verdicts }) => verdicts)
    .map((it) => ({
      ...it,
      isShownBefore: it.countsAs !== 'merged',
      isShownAfter: (after.get(it.id) ?? it.countsAs) !== 'merged',
    }));
}

/** The verdicts of a merge are also those of the fans that keep their rows. */
const wholePeople = (people: readonly Person[]): WholePerson[] =>
  people.map(({ topmost, verdicts }) => ({
    topmost,
    ownFanIds: new Set(verdicts.map(({ ownFanId }) => ownFanId)),
  }));
