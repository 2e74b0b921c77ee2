/** Disabling an owner closes the workspace to its people; what customers write is still received (decision 0048). */
import type { Clock } from '../../../base/clock.ts';
import { type Database, transaction } from '../../../base/db/database.ts';
import { found } from '../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import { record } from '../../audit/index.ts';
import type { Sessions } from '../sessions.ts';
import * as store from './store.ts';

export type OwnersDeps = { database: Database; clock: Clock; sessions: Sessions };

/** Ends every session of the workspace. Disabling again changes the reason. Throws `resource.not-found`. */
export async function disableOwner(
  { database, clock, sessions }: OwnersDeps,
  { userId, reason }: { userId: string; reason: string },
  origin: RequestOrigin,
): Promise<void> {
  await transaction(database, async (tx) => {
    // The row first: whoever logs in at this moment holds it, and their session is then among those that end.
    const workspaceId = found(await store.disable(tx, userId, { at: new Date(clock.now()), reason }));
    await sessions.endSome(tx, { workspaceId }, { reason: 'owner disabled', told: 'disabled' });
    const object = { kind: 'owner', id: userId } as const;
    await record(tx, origin, { action: 'owner.disabled', object, workspaceId, details: { reason } });
  });
}

/** Throws `resource.not-found`. */
export async function enableOwner(
  { database }: OwnersDeps,
  userId: string,
  origin: RequestOrigin,
): Promise<void> {
  await transaction(database, async (tx) => {
    const workspaceId = found(await store.enable(tx, userId));
    const object = { kind: 'owner', id: userId } as const;
    await record(tx, origin, { action: 'owner.enabled', object, workspaceId });
  });
}
