import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { type Recount, rejudge } from './rejudge.ts';
import { mergeLimits } from './service.ts';
import * as store from './store.ts';

export type MergePreview =
  | {
      ok: true;
      kept: string;
      merged: string;
      recounts: (Recount & { at: number; socialAccountId: string })[];
    }
  | { ok: false; reason: 'not-found' | 'same-person' | 'too-many' };

/** Returns how a merge would change the counting of verdicts. Takes no locks, so the merge itself decides again. */
export async function previewMerge(
  tx: Tx,
  workspaceId: WorkspaceId,
  { keptFanId, mergedFanId }: { keptFanId: string; mergedFanId: string },
): Promise<MergePreview> {
  const kept = await store.findTopmost(tx, workspaceId, keptFanId);
  const merged = await store.findTopmost(tx, workspaceId, mergedFanId);
  if (kept === null || merged === null) return { ok: false, reason: 'not-found' };
  if (kept === merged) return { ok: false, reason: 'same-person' };
  const all = [
    ...(await store.readTree(tx, workspaceId, merged)),
    ...(await store.readTree(tx, workspaceId, kept)),
  ];
  const verdicts = await store.readVerdicts(tx, workspaceId, all);
  if (all.length > mergeLimits.fans || verdicts.length > mergeLimits.verdicts)
    return { ok: false, reason: 'too-many' };
  const verdictOf = new Map(verdicts.map((it) => [it.id, it]));
  const recounts = rejudge(verdicts).flatMap((it) => {
    const verdict = verdictOf.get(it.id);
    return verdict === undefined
      ? []
      : [{ ...it, at: verdict.decidedAt, socialAccountId: verdict.socialAccountId }];
  });
  return { ok: true, kept, merged, recounts };
}
