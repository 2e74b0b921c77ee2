import { sql } from 'drizzle-orm';
import { type Database, type Handle, transaction } from '../../../../base/db/database.ts';
import { socialAccounts } from '../../../../schema/channels.ts';
import {
  fanAccountDays,
  fanCorrections,
  fanGrowthDays,
  fanOrderDays,
  fanVerdicts,
} from '../../../../schema/fans.ts';
import { workOrderAccountDays } from '../../../../schema/work-orders.ts';
import { workspaceDayStart, workspaces } from '../../../../schema/workspaces.ts';
import { type Counted, compare, type LogEntry, type Replayed } from './replay.ts';

/** Replays a workspace's day in one consistent snapshot. Null if there is no such workspace. */
export function replayDay(database: Database, workspaceId: string, day: string): Promise<Replayed[] | null> {
  return transaction(
    database,
    async (tx) => {
      await tx.db.execute(sql`set transaction isolation level repeatable read`);
      const { rows } = await tx.db.execute(
        sql`select 1 from ${workspaces} where ${workspaces.id} = ${workspaceId}`,
      );
      if (rows.length === 0) return null;
      return compare(await readLog(tx, workspaceId, day), await readKept(tx, workspaceId, day));
    },
    { unlimited: true },
  );
}

async function readLog(handle: Handle, workspaceId: string, day: string): Promise<LogEntry[]> {
  const { rows } = await handle.db.execute<LogEntry>(sql`
    with here as materialized (
      select ${workspaceDayStart(sql`${day}::date`)} as since, ${workspaceDayStart(sql`${day}::date + 1`)} as until
      from ${workspaces} w where w.id = ${workspaceId}
    ), log as (
      select ${fanVerdicts.workspaceId}, null as "from", ${fanVerdicts.verdict} as "to",
        ${fanVerdicts.socialAccountId}, ${fanVerdicts.subAccountId},
        coalesce(${fanVerdicts.platform}, '') as platform, ${fanVerdicts.workOrderId}, ${fanVerdicts.orderDay},
        ${fanVerdicts.decidedAt}
      from ${fanVerdicts}
      union all
      select ${fanCorrections.workspaceId}, ${fanCorrections.fromType}, ${fanCorrections.toType},
        ${fanCorrections.socialAccountId}, ${fanCorrections.subAccountId}, ${fanCorrections.platform},
        ${fanCorrections.workOrderId}, ${fanCorrections.orderDay},
        ${fanCorrections.decidedAt}
      from ${fanCorrections}
    )
    select l."from", l."to", l.social_account_id as "socialAccountId", l.sub_account_id as "subAccountId", l.platform,
      l.work_order_id as "workOrderId", l.decided_at >= h.since and l.decided_at < h.until as "ofDay",
      coalesce(l.order_day = ${day}::date, false) as "ofOrderDay"
    from here h join log l on l.workspace_id = ${workspaceId}
      and ((l.decided_at >= h.since and l.decided_at < h.until) or l.order_day = ${day}::date)`);
  return rows;
}

type Counts = typeof fanAccountDays | typeof fanGrowthDays | typeof fanOrderDays;

async function readKept(handle: Handle, workspaceId: string, day: string): Promise<Counted[]> {
  const sums = ({ baseFans, newFans, repeatFans }: Counts) =>
    sql`sum(${baseFans})::bigint as base, sum(${newFans})::bigint as new, sum(${repeatFans})::bigint as repeat`;
  const own = (table: Counts) => sql`${table.workspaceId} = ${workspaceId} and ${table.day} = ${day}`;
  const { rows } = await handle.db.execute<Counted>(sql`
    select 'account days' as source, ${fanAccountDays.socialAccountId}::text as key, ${sums(fanAccountDays)}
    from ${fanAccountDays} where ${own(fanAccountDays)} group by 2
    union all
    select 'growth days', concat_ws(' ', ${fanGrowthDays.subAccountId}, ${fanGrowthDays.platform}), ${sums(fanGrowthDays)}
    from ${fanGrowthDays} where ${own(fanGrowthDays)} group by 2
    union all
    select 'order days', concat_ws(' ', ${fanOrderDays.workOrderId}, ${fanOrderDays.socialAccountId}),
      ${sums(fanOrderDays)}
    from ${fanOrderDays} where ${own(fanOrderDays)} group by 2`);
  return [...rows, ...(await readClosed(handle, workspaceId, day))];
}

/** Returns the figures that work orders stored when they closed the day. Unlike the log, they lack accounts deleted since. */
async function readClosed(handle: Handle, workspaceId: string, day: string): Promise<Counted[]> {
  const { rows } = await handle.db.execute<Counted>(sql`
    select 'closed days' as source, concat_ws(' ', d.work_order_id, d.social_account_id) as key, d.base_fans as base,
      d.new_fans as new, d.repeat_fans as repeat
    from ${workOrderAccountDays} d
    where d.workspace_id = ${workspaceId} and d.day = ${day} and exists (
      select from ${socialAccounts} a where a.workspace_id = d.workspace_id and a.id = d.social_account_id)`);
  return rows;
}
