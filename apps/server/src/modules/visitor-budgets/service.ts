/**
 * Keeps budgets of translated characters for anonymous visitors, per visitor and per site, each per day. Anyone who
 * opens a website can write, and each text costs the site's owner; texts beyond a budget arrive untranslated and cost
 * nothing.
 */
import { platforms } from '@parley/contract/catalogues';
import { type VisitorBudget, visitorBudgetDefaults } from '@parley/contract/visitor-budgets';
import { Batches } from '../../base/batches.ts';
import { isDatabaseGone, transaction } from '../../base/db/database.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import type { VisitorBudgetLimits } from '../../schema/visitor-budgets.ts';
import { changesOf, record } from '../audit/index.ts';
import { LeasedBlocks, type Reservation } from '../characters/index.ts';
import { type SiteBlocks, type SiteBlocksDeps, siteBlocks } from './site-blocks.ts';
import * as store from './store.ts';

export type BudgetProblem = 'visitor-budget' | 'site-budget';
export type BudgetHold = { visitor: store.VisitorHold; site: Reservation };

export type VisitorBudgets = {
  /**
   * Reserves characters before an engine is called. Returns a problem, reserving nothing, when they exceed a budget.
   */
  reserve(draw: store.VisitorDraw): Promise<BudgetHold | BudgetProblem>;
  /** Ends a hold and releases what wasn't spent. */
  release(hold: BudgetHold, spent: number): Promise<void>;
  /** Returns a site's budget. Throws `resource.not-found`. */
  read(site: store.Site): Promise<VisitorBudget>;
  /** Changes a site's limits. Throws `resource.not-found` or `resource.stale`. */
  update(
    site: store.Site,
    limits: VisitorBudgetLimits & { version: number },
    origin: RequestOrigin,
  ): Promise<VisitorBudget>;
  /** Releases blocks that have been idle for too long. */
  sweep(): Promise<void>;
  close(): Promise<void>;
};

export function createVisitorBudgets(deps: SiteBlocksDeps): VisitorBudgets {
  const { database, clock } = deps;
  const source = siteBlocks(deps);
  const sites = new LeasedBlocks(source, clock.now);
  return {
    ...reserving(deps, source, sites),
    read: (site) => readBudget(deps, site),
    async update(site, limits, origin) {
      const before = await readBudget(deps, site);
      await transaction(database, async (tx) => {
        if (!(await store.saveLimits(tx, site, limits))) throw new AppError('resource.stale');
        const object = { kind: 'social-account', id: site.socialAccountId } as const;
        const { version: _, ...after } = limits;
        const details = changesOf({ ...before, today: null }, after);
        await record(tx, origin, { action: 'visitor-budget.changed', object, details });
      });
      // Recalls blocks drawn under the old limits, so that they count towards the new ones.
      await sites.recall((block) => block.accountId === site.socialAccountId);
      source.forget(site.socialAccountId);
      return readBudget(deps, site);
    },
    sweep: () => sites.recall((block) => block.expiresAt <= clock.now()),
    close: () => sites.recall(() => true),
  };
}

function reserving(
  { database, clock, log }: SiteBlocksDeps,
  source: SiteBlocks,
  sites: LeasedBlocks,
): Pick<VisitorBudgets, 'reserve' | 'release'> {
  const visitors = new Batches<store.VisitorDraw, store.VisitorHold | null>({
    run: (draws) => drawForVisitors(database, draws, clock.now()),
    failsAll: isDatabaseGone,
    keyOf: store.visitorKey,
  });
  const giveBack = async (hold: store.VisitorHold, characters: number) => {
    if (characters <= 0) return;
    await store.refundVisitor(database, { ...hold, characters }).catch((error: unknown) => {
      // The visitor then has fewer characters today.
      log.warn({ err: error }, 'a visitor’s budget was not refunded');
    });
  };
  return {
    async reserve(draw) {
      if (source.refused(draw.socialAccountId, draw.characters)) return 'site-budget';
      const visitor = await visitors.add(draw);
      if (visitor === null) return 'visitor-budget';
      let site: Reservation | null = null;
      try {
        site = await sites.reserve(draw.workspaceId, draw.socialAccountId, draw.characters);
      } finally {
        if (site === null) await giveBack(visitor, draw.characters);
      }
      return site === null ? 'site-budget' : { visitor, site };
    },
    async release({ visitor, site }, spent) {
      await sites.release(site, spent);
      await giveBack(visitor, visitor.characters - spent);
    },
  };
}

async function readBudget({ database, clock }: SiteBlocksDeps, site: store.Site): Promise<VisitorBudget> {
  const usage = assertFound(await store.readUsage(database, site, clock.now()));
  assertAnonymous(usage.platform);
  const limits = (await store.readLimits(database, site)) ?? { ...visitorBudgetDefaults, version: 0 };
  const { day, timeZone, used, visitors } = usage;
  return { socialAccountId: site.socialAccountId, ...limits, today: { day, timeZone, used, visitors } };
}

/** Runs several draws of one visitor in a batch one after another, because a statement updates a row only once. */
async function drawForVisitors(
  database: SiteBlocksDeps['database'],
  draws: readonly store.VisitorDraw[],
  now: number,
): Promise<(store.VisitorHold | null)[]> {
  const results = new Map<store.VisitorDraw, store.VisitorHold | null>();
  let waiting = [...draws];
  while (waiting.length > 0) {
    const first = [...new Map(waiting.toReversed().map((draw) => [store.visitorKey(draw), draw])).values()];
    const holds = await store.drawForVisitors(database, first, now);
    for (const [index, draw] of first.entries()) results.set(draw, holds[index] ?? null);
    waiting = waiting.filter((draw) => !results.has(draw));
  }
  return draws.map((draw) => results.get(draw) ?? null);
}

function assertAnonymous(platform: string): void {
  const known = Object.entries(platforms).find(([id]) => id === platform)?.[1];
  if (known?.customers !== 'anonymous') throw new AppError('resource.not-found');
}
