/** Draws and returns a process's blocks of sites' budgets: from and to the accounts in the database. */
import type { Clock } from '../../base/clock.ts';
import { type Database, transaction } from '../../base/db/database.ts';
import type { Log } from '../../base/log.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import type { Block, LeaseSource } from '../characters/index.ts';
import { notify } from './notices.ts';
import * as store from './store.ts';

export type SiteBlocksDeps = { database: Database; clock: Clock; log: Log; realtime: RealtimeServer };

/** For how long a block is used before its rest goes back, for other processes. */
const blockMs = 30_000;
/** The time for which a refusal is cached: a crowd at a site without budget causes no more queries. */
const refusalMs = 5_000;

export type SiteBlocks = LeaseSource & {
  /** True: the site was found to have fewer characters left than these, a moment ago. */
  refused(socialAccountId: string, characters: number): boolean;
  /** The site's limits have changed. */
  forget(socialAccountId: string): void;
};

export function siteBlocks({ database, clock, log, realtime }: SiteBlocksDeps): SiteBlocks {
  const refusals = new Map<string, { left: number; until: number }>();
  function refuse(socialAccountId: string, left: number): null {
    const now = clock.now();
    for (const [id, { until }] of refusals) if (until <= now) refusals.delete(id);
    refusals.set(socialAccountId, { left, until: now + refusalMs });
    return null;
  }
  return {
    refused(socialAccountId, characters) {
      const known = refusals.get(socialAccountId);
      return known !== undefined && known.until > clock.now() && characters > known.left;
    },
    forget: (socialAccountId) => void refusals.delete(socialAccountId),
    async draw(workspaceId, socialAccountId, need): Promise<Block | null> {
      const site = { workspaceId, socialAccountId };
      const now = clock.now();
      const drawn = await transaction(database, async (tx) => {
        const draw = await store.drawForSite(tx, site, need, { now, blockMs });
        if (draw !== null && draw.news !== null) await notify(tx, realtime, site, draw, now);
        return draw;
      });
      if (drawn === null) return null;
      if (drawn.granted === 0) return refuse(socialAccountId, drawn.left);
      return {
        workspaceId,
        accountId: socialAccountId,
        // A block is its day's: what is left of it goes back there.
        leaseId: drawn.day,
        free: drawn.granted,
        expiresAt: now + (drawn.dayLasts ? blockMs : 1_000),
      };
    },
    async settle({ workspaceId, accountId, leaseId, free }) {
      if (free === 0) return;
      try {
        await store.refundSite(database, { workspaceId, socialAccountId: accountId }, leaseId, free);
      } catch (error) {
        // Then the site has so many fewer today.
        log.warn({ err: error, socialAccountId: accountId }, 'a block of a visitor budget was not refunded');
      }
    },
  };
}
