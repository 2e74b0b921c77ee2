/** Draws a process's blocks from the accounts in the database and returns them. */
import type { Clock } from '../../base/clock.ts';
import { type Database, transaction } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import type { Recall } from './account-changes.ts';
import type { Block, LeaseSource } from './leased-blocks.ts';
import * as store from './store.ts';

/** Characters per block: some hundred chat lines, and little compared with any package on sale. */
const blockSize = 20_000;
/**
 * A lease outlives its block's use by more than any engine call takes, so that a running charge always finds it open.
 */
const leaseMs = 5 * 60_000;
const blockUseMs = 60_000;

type LeaseSourceDeps = {
  database: Database;
  clock: Clock;
  log: Log;
  /** Notifies owners of characters that were allocated automatically. */
  realtime?: Pick<RealtimeServer, 'workspace'>;
  processId: string;
  recallOf: Recall;
};

export function leaseSource({
  database,
  clock,
  log,
  realtime,
  processId,
  recallOf,
}: LeaseSourceDeps): LeaseSource {
  const open = (workspaceId: WorkspaceId, accountId: string, need: number, withOwner: boolean) =>
    transaction(database, async (tx) => {
      const draw = await store.openLease(tx, workspaceId, {
        accountId,
        need,
        withOwner,
        wanted: Math.max(need, blockSize),
        processId,
        expiresAt: clock.now() + leaseMs,
      });
      if (draw !== 'below' && draw.replenished) {
        tx.afterCommit(() =>
          realtime?.workspace(workspaceId, accountId).emit('characters', { subAccountId: accountId }),
        );
      }
      return draw;
    });
  return {
    async draw(workspaceId, accountId, need): Promise<Block | null> {
      let draw = await open(workspaceId, accountId, need, false);
      if (draw === 'below') {
        // The missing characters may be in blocks that unlimited sub-accounts have drawn from the owner.
        await recallOf(workspaceId, workspaceId);
        draw = await open(workspaceId, accountId, need, true);
      }
      const lease = draw === 'below' ? null : draw.lease;
      if (!lease) return null;
      return {
        workspaceId,
        leaseId: lease.id,
        accountId,
        free: lease.amount,
        expiresAt: clock.now() + blockUseMs,
      };
    },
    async settle(block) {
      try {
        await transaction(database, (tx) => store.settleLease(tx, block.workspaceId, block.leaseId));
      } catch (error) {
        // The check for abandoned leases settles it after its expiry.
        log.warn({ err: error, leaseId: block.leaseId }, 'a character lease could not be settled');
      }
    },
  };
}
