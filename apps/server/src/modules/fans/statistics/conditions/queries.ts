/** Conditions on rows of `accountFans` in statistics and lists. The row must be joined as `a`. */
import { type SQL, sql } from 'drizzle-orm';
import type { WorkspaceId } from '../../../../base/ids.ts';
import { type FanVerdict, fanStatisticsResets } from '../../../../schema/fans.ts';
import { workspaces } from '../../../../schema/workspaces.ts';

/** A scalar subquery for the time at which the statistics reset in force took effect; null if there is none. */
export const resetInForce = (workspaceId: WorkspaceId): SQL => sql`(
  select max(r.reset_at) from ${fanStatisticsResets} r
  where r.workspace_id = ${workspaceId} and r.undone_at is null)`;

/** The row's type as lists show it: every fan who grew before the reset in force is a base fan. */
export const shownType = (workspaceId: WorkspaceId): SQL<FanVerdict> =>
  sql`case when a.type <> 'merged' and a.grown_at <= ${resetInForce(workspaceId)} then 'base' else a.type end`;

/** True for rows that `shownType` shows as one of these types. Can't lead an index. */
export const isShownAs = (workspaceId: WorkspaceId, types: readonly string[]): SQL =>
  sql`${shownType(workspaceId)} = any(${sql.param([...types])}::text[])`;

/**
 * Rows of this type that grew after `after`, up to `until`; null means unbounded. If `until` evaluates to null in SQL, no rows
 * match.
 */
export type TypeRange = { type: FanVerdict; after: SQL | null; until: SQL | null };

/** Returns the rows of `isShownAs` as index ranges, which don't overlap and may be empty. */
export function shownTypeRanges(workspaceId: WorkspaceId, types: readonly FanVerdict[]): TypeRange[] {
  const reset = resetInForce(workspaceId);
  const withBase = types.includes('base');
  const ranges: TypeRange[] = withBase ? [{ type: 'base', after: null, until: null }] : [];
  for (const type of ['new', 'repeat'] as const) {
    if (withBase && types.includes(type)) ranges.push({ type, after: null, until: null });
    else if (withBase) ranges.push({ type, after: null, until: reset });
    else if (types.includes(type))
      ranges.push({ type, after: sql`coalesce(${reset}, '-infinity')`, until: null });
  }
  return ranges;
}

/** A scalar subquery: fans whose last message is earlier are long inactive. */
export const inactiveBefore = (workspaceId: WorkspaceId): SQL => sql`(
  select now() - w.fans_inactive_after_days * interval '1 day' from ${workspaces} w where w.id = ${workspaceId})`;
