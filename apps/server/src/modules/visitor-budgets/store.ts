import { visitorBudgetDefaults, visitorBudgetWarning } from '@parley/contract/visitor-budgets';
import { and, eq, sql } from 'drizzle-orm';
import { asynchronousCommit } from '../../base/db/asynchronous-commit.ts';
import type { Handle, Tx } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import {
  type VisitorBudgetLimits,
  visitorBudgetDays,
  visitorBudgets,
  visitorDays,
} from '../../schema/visitor-budgets.ts';
import { workspaceDay, workspaces } from '../../schema/workspaces.ts';

/** The key of a site's budget. */
export type Site = { workspaceId: WorkspaceId; socialAccountId: string };
export type VisitorDraw = Site & { visitorId: string; characters: number };
/** The amount charged to a visitor's row, with the day in the workspace's time zone. */
export type VisitorHold = VisitorDraw & { day: string };

const { visitorCharacters, siteCharacters } = visitorBudgetDefaults;
const isoOf = (now: number) => new Date(now).toISOString();

/**
 * Charges visitors' days within their budgets; null for each visitor with too little left. A single statement, so that
 * concurrent draws don't exceed a budget, committed without waiting for the flush: after a crash of the database, visitors
 * may have what they drew in its last moments once more. The draws must be of different visitors.
 */
export async function drawForVisitors(
  handle: Handle,
  draws: readonly VisitorDraw[],
  now: number,
): Promise<(VisitorHold | null)[]> {
  const { rows } = await handle.db.execute<VisitorDraw & { day: string }>(sql`
    with ${asynchronousCommit}
    insert into ${visitorDays} as d (workspace_id, social_account_id, day, visitor_id, used, allowed)
    select i."workspaceId", i."socialAccountId", ${workspaceDay(sql`${isoOf(now)}::timestamptz`)}, i."visitorId",
      i.characters, l.allowed
    from json_to_recordset(${JSON.stringify(draws)}::json)
      as i("workspaceId" uuid, "socialAccountId" uuid, "visitorId" text, characters int)
    cross join without_flush
    join ${workspaces} w on w.id = i."workspaceId"
    left join ${visitorBudgets} b
      on b.workspace_id = i."workspaceId" and b.social_account_id = i."socialAccountId"
    cross join lateral (
      select case when b.workspace_id is null then ${visitorCharacters}::int else b.visitor_characters end as allowed
    ) l
    where l.allowed is null or i.characters <= l.allowed
    -- In one order, whoever draws.
    order by 1, 2, 3, 4
    on conflict (workspace_id, social_account_id, day, visitor_id) do update
      set used = d.used + excluded.used, allowed = excluded.allowed
      where excluded.allowed is null or d.used + excluded.used <= excluded.allowed
    returning d.workspace_id as "workspaceId", d.social_account_id as "socialAccountId",
      d.visitor_id as "visitorId", d.day::text as day`);
  const days = new Map(rows.map((row) => [visitorKey(row), row.day]));
  return draws.map((draw) => {
    const day = days.get(visitorKey(draw));
    return day === undefined ? null : { ...draw, day };
  });
}

/** Returns the key of a visitor of a site. */
export const visitorKey = ({ socialAccountId, visitorId }: Omit<VisitorDraw, 'characters' | 'workspaceId'>) =>
  `${socialAccountId} ${visitorId}`;

/** Refunds the characters of failed translations. */
export async function refundVisitor(handle: Handle, hold: VisitorHold): Promise<void> {
  await handle.db.execute(sql`
    update ${visitorDays} set used = greatest(0, ${visitorDays.used} - ${hold.characters})
    where ${visitorDays.workspaceId} = ${hold.workspaceId}
      and ${visitorDays.socialAccountId} = ${hold.socialAccountId}
      and ${visitorDays.day} = ${hold.day} and ${visitorDays.visitorId} = ${hold.visitorId}`);
}

/** `news`: an event of which the owner is notified, once a day each. `left`: the rest of the site's budget. */
export type SiteDraw = {
  granted: number;
  left: number;
  day: string;
  timeZone: string;
  /** True when the workspace's day doesn't end within a block's lifetime. */
  dayLasts: boolean;
  news: 'warned' | 'exhausted' | null;
  limit: number | null;
  siteName: string;
};

/** The share of a site's budget that one draw takes beyond the immediate need. */
const blockShare = 0.05;
const unlimitedBlock = 5_000;

type OpenSite = { day: string; timeZone: string; dayLasts: boolean; limit: number | null; siteName: string };

/** Returns the site's open day and its limit. */
async function readSite(
  tx: Tx,
  { workspaceId, socialAccountId }: Site,
  { now, blockMs }: { now: number; blockMs: number },
): Promise<OpenSite | null> {
  const { rows } = await tx.db.execute<OpenSite>(sql`
    select t.day::text as day, w.time_zone as "timeZone", a.name as "siteName",
      t.day = ${workspaceDay(sql`${isoOf(now + blockMs)}::timestamptz`)} as "dayLasts",
      case when b.workspace_id is null then ${siteCharacters}::int else b.site_characters end as "limit"
    from ${socialAccounts} a join ${workspaces} w on w.id = a.workspace_id
    cross join lateral (select ${workspaceDay(sql`${isoOf(now)}::timestamptz`)} as day) t
    left join ${visitorBudgets} b on b.workspace_id = a.workspace_id and b.social_account_id = a.id
    where a.workspace_id = ${workspaceId} and a.id = ${socialAccountId}`);
  return rows[0] ?? null;
}

/**
 * Draws a block of at least `need` from the site's day; grants nothing when less is left. Returns null when there is no
 * such site.
 */
export async function drawForSite(
  tx: Tx,
  site: Site,
  need: number,
  time: { now: number; blockMs: number },
): Promise<SiteDraw | null> {
  const { workspaceId, socialAccountId } = site;
  const open = await readSite(tx, site, time);
  if (open === null) return null;
  const key = sql`${visitorBudgetDays.workspaceId} = ${workspaceId}
    and ${visitorBudgetDays.socialAccountId} = ${socialAccountId} and ${visitorBudgetDays.day} = ${open.day}`;
  await tx.db.execute(sql`
    insert into ${visitorBudgetDays} (workspace_id, social_account_id, day)
    values (${workspaceId}, ${socialAccountId}, ${open.day}) on conflict do nothing`);
  const { rows } = await tx.db.execute<{ drawn: string; warned: boolean; exhausted: boolean }>(sql`
    select ${visitorBudgetDays.drawn}, ${visitorBudgetDays.warned}, ${visitorBudgetDays.exhausted}
    from ${visitorBudgetDays} where ${key} for no key update`);
  const known = rows[0] ?? { drawn: '0', warned: false, exhausted: false };
  const { granted, left, warned, exhausted } = shareOf(open.limit, Number(known.drawn), need);
  await tx.db.execute(sql`
    update ${visitorBudgetDays}
    set drawn = ${visitorBudgetDays.drawn} + ${granted},
      warned = ${visitorBudgetDays.warned} or ${warned || exhausted},
      exhausted = ${visitorBudgetDays.exhausted} or ${exhausted} where ${key}`);
  const news = exhausted && !known.exhausted ? 'exhausted' : warned && !known.warned ? 'warned' : null;
  return { ...open, granted, left, news };
}

/** Returns the size of a draw from a site's budget, and the budget's state after it. */
export function shareOf(allowed: number | null, drawn: number, need: number) {
  if (allowed === null) {
    const granted = Math.max(need, unlimitedBlock);
    return { granted, left: Number.POSITIVE_INFINITY, warned: false, exhausted: false };
  }
  const free = Math.max(0, allowed - drawn);
  if (need > free) return { granted: 0, left: free, warned: false, exhausted: true };
  const granted = Math.min(free, Math.max(need, Math.floor(allowed * blockShare)));
  const warned = drawn + granted >= allowed * visitorBudgetWarning;
  return { granted, left: free - granted, warned, exhausted: false };
}

/** Refunds the rest of a block to its day. */
export async function refundSite(handle: Handle, site: Site, day: string, rest: number): Promise<void> {
  await handle.db.execute(sql`
    update ${visitorBudgetDays} set drawn = greatest(0, ${visitorBudgetDays.drawn} - ${rest})
    where ${visitorBudgetDays.workspaceId} = ${site.workspaceId}
      and ${visitorBudgetDays.socialAccountId} = ${site.socialAccountId} and ${visitorBudgetDays.day} = ${day}`);
}

export type StoredLimits = VisitorBudgetLimits & { version: number };

/** Returns the current limits; null when none were set. */
export async function readLimits(handle: Handle, site: Site): Promise<StoredLimits | null> {
  const { version, visitorCharacters, siteCharacters } = visitorBudgets;
  const [row] = await handle.db
    .select({ version, visitorCharacters, siteCharacters })
    .from(visitorBudgets)
    .where(ofSite(site));
  return row ?? null;
}

/** Stores limits. Returns false when the stored ones aren't at `version`. Version 0 means that none are stored. */
export async function saveLimits(tx: Tx, site: Site, { version, ...limits }: StoredLimits): Promise<boolean> {
  const next = { ...limits, version: version + 1 };
  const saved =
    version === 0
      ? tx.db
          .insert(visitorBudgets)
          .values({ ...site, ...next })
          .onConflictDoNothing()
      : tx.db
          .update(visitorBudgets)
          .set({ ...next, changedAt: sql`now()` })
          .where(and(ofSite(site), eq(visitorBudgets.version, version)));
  return (await saved.returning()).length > 0;
}

const ofSite = ({ workspaceId, socialAccountId }: Site) =>
  and(eq(visitorBudgets.workspaceId, workspaceId), eq(visitorBudgets.socialAccountId, socialAccountId));

export type BudgetUsage = { platform: string; day: string; timeZone: string; used: number; visitors: number };

/** Returns the characters translated for visitors on the current day; null when there is no such social account. */
export async function readUsage(handle: Handle, site: Site, now: number): Promise<BudgetUsage | null> {
  const { rows } = await handle.db.execute<BudgetUsage>(sql`
    select a.platform, t.day::text as day, w.time_zone as "timeZone",
      coalesce(sum(d.used), 0)::int as used, count(d.visitor_id) filter (where d.used > 0)::int as visitors
    from ${socialAccounts} a
    join ${subAccounts} s on s.workspace_id = a.workspace_id and s.id = a.sub_account_id and s.status <> 'deleted'
    join ${workspaces} w on w.id = a.workspace_id
    cross join lateral (select ${workspaceDay(sql`${isoOf(now)}::timestamptz`)} as day) t
    left join ${visitorDays} d
      on d.workspace_id = a.workspace_id and d.social_account_id = a.id and d.day = t.day
    where a.workspace_id = ${site.workspaceId} and a.id = ${site.socialAccountId}
    group by 1, 2, 3`);
  return rows[0] ?? null;
}

/** Deletes days that are over in every time zone. */
export async function removeOldDays(handle: Handle, now: number): Promise<void> {
  const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString();
  await handle.db.execute(sql`delete from ${visitorDays} where ${visitorDays.day} < ${daysAgo(3)}::date`);
  await handle.db.execute(sql`
    delete from ${visitorBudgetDays} where ${visitorBudgetDays.day} < ${daysAgo(40)}::date`);
}
