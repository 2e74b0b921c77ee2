/** The conditions by which rows of `accountFans` count in the statistics and in lists. The row must be joined as `a`. */
import { type SQL, sql } from 'drizzle-orm';
import type { WorkspaceId } from '../../../../base/ids.ts';
import { type FanVerdict, fanStatisticsResets } from '../../../../schema/fans.ts';

/** Returns the moment at which the statistics reset in force took effect, as a query of one value; null: there is none. */
export const resetInForce = (workspaceId: WorkspaceId): SQL => sql`(
  select max(r.reset_at) from ${fanStatisticsResets} r
  where r.workspace_id = ${workspaceId} and r.undone_at is null)`;

/**
 * Returns the type of the row as lists show it: every fan who grew before the reset is a base fan. `resetAt`: the moment of the
 * reset in force, or null.
 */
export const shownType = (resetAt: Date | null): SQL<FanVerdict> =>
  resetAt === null
    ? sql`a.type`
    : sql`case when a.type <> 'merged' and a.grown_at <= ${resetAt} then 'base' else a.type end`;

/** True for rows that `shownType` shows as this type; spelt by columns, so that indexes on them serve. */
export function isShownAs(type: FanVerdict, resetAt: Date | null): SQL {
  if (resetAt === null) return sql`a.type = ${type}`;
  return type === 'base'
    ? sql`(a.type = 'base' or (a.type <> 'merged' and a.grown_at <= ${resetAt}))`
    : sql`(a.type = ${type} and a.grown_at > ${resetAt})`;
}

/** True for fans who have not written for so many days, counted back from `now`. */
export const isInactive = (days: number, now: number): SQL =>
  sql`a.last_active_at < ${new Date(now - days * 86_400_000)}`;
