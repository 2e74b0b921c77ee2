/** Draws a process's blocks of sites' budgets from the accounts in the database and returns them. */
import type { Clock } from '../../base/clock.ts';
import { type Database, transaction } from '../../base/db/database.ts';
import type { Log } from '../../base/log.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import type { Block, LeaseSource } from '../characters/index.ts';
import { notify } from './notices.ts';
import * as store from './store.ts';

export type SiteBlocksDeps = { database: Database; clock: Clock; log: Log; realtime: RealtimeServer };

/** Time after which the rest of a block is returned, for other processes. */
const blockMs = 30_000;
/** Time for which a refusal is cached, so that a crowd at a site without budget causes no more queries. */
const refusalMs = 5_000;

export type SiteBlocks = LeaseSource & {
  /** Returns true when the site had fewer characters left than these a moment ago. */
  refused(socialAccountId: string, characters: number): boolean;
  /** Drops the cached refusal after a change of the site's limits. */
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
        // A block belongs to its day: its rest is returned to that day.
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
        // The site then has fewer characters today.
        log.warn({ err: error, socialAccountId: accountId }, 'a block of a visitor budget was not refunded');
      }
    },
  };
}
