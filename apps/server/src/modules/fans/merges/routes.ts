import { platformId } from '@parley/contract/catalogues';
import * as fansApi from '@parley/contract/fans';
import type { Clock } from '../../../base/clock.ts';
import { type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { AppError } from '../../../base/http/app-error.ts';
import type { Mount } from '../../../base/http/mount.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { record } from '../../audit/index.ts';
import { previewMerge } from './preview.ts';
import { readNames, readRowNames } from './queries.ts';
import { mergeFans, undoMerge } from './service.ts';

const refusals = {
  'not-found': 'fan.not-found',
  'same-person': 'fan.same-person',
  'too-many': 'fan.too-many-merges',
} as const;

export function registerMergeRoutes(
  mount: Mount,
  { database, clock }: { database: Database; clock: Clock },
): void {
  mount(fansApi.previewMerge, ({ caller: { workspaceId }, query }) =>
    transaction(database, async (tx) => {
      const preview = await previewMerge(tx, workspaceId, query);
      if (!preview.ok) throw new AppError(refusals[preview.reason]);
      const rowNames = await readRowNames(
        tx,
        workspaceId,
        preview.recounts.map(({ id }) => id),
      );
      const names = await readNames(tx, workspaceId, [preview.kept, preview.merged]);
      return {
        keptName: names.get(preview.kept) ?? '',
        mergedName: names.get(preview.merged) ?? '',
        recounts: preview.recounts.map(({ id, at, from, to }) => {
          const { socialAccountName = '', subAccountName = '', platform } = rowNames.get(id) ?? {};
          const known = platformId.safeParse(platform).data ?? null;
          return {
            rowId: id,
            socialAccountName,
            subAccountName,
            platform: known,
            at: Math.floor(at),
            from,
            to,
          };
        }),
      };
    }),
  );

  mount(fansApi.mergeFans, ({ caller: { workspaceId, userId }, body, origin }) =>
    transaction(database, async (tx) => {
      const request = { workspaceId, ...body, reason: 'manual', mergedBy: userId, at: clock.now() } as const;
      const outcome = await mergeFans(tx, request);
      if (!outcome.ok) throw new AppError(refusals[outcome.reason]);
      await record(tx, origin, { action: 'fan.merged', ...(await inWords(tx, workspaceId, body)) });
      return { mergeId: outcome.mergeId };
    }),
  );

  mount(fansApi.undoMerge, ({ caller: { workspaceId, userId }, body: { mergeId }, origin }) =>
    transaction(database, async (tx) => {
      const outcome = await undoMerge(tx, { workspaceId, mergeId, undoneBy: userId, at: clock.now() });
      if (!outcome.ok)
        throw new AppError(outcome.reason === 'undone' ? 'fan.merge-undone' : 'fan.merge-not-found');
      await record(tx, origin, { action: 'fan.merge-undone', ...(await inWords(tx, workspaceId, outcome)) });
      return {};
    }),
  );
}

type Pair = { keptFanId: string; mergedFanId: string };

/** Returns the fans of a merge as the audit log names them. */
async function inWords(tx: Tx, workspaceId: WorkspaceId, { keptFanId, mergedFanId }: Pair) {
  const names = await readNames(tx, workspaceId, [keptFanId, mergedFanId]);
  return {
    object: { kind: 'fan', id: keptFanId, name: names.get(keptFanId) ?? '' },
    details: { merged: names.get(mergedFanId) ?? '', mergedFan: mergedFanId },
  } as const;
}
