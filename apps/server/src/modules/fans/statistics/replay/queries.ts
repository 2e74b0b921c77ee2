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
      const { rows } = await tx.db.execute(sql`select 1 from ${workspaces} where id = ${workspaceId}`);
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
      select workspace_id, null as "from", verdict as "to", social_account_id, sub_account_id,
        coalesce(platform, '') as platform, work_order_id, order_day, decided_at
      from ${fanVerdicts}
      union all
      select workspace_id, from_type, to_type, social_account_id, sub_account_id, platform, work_order_id, order_day,
        decided_at
      from ${fanCorrections}
    )
    select l."from", l."to", l.social_account_id as "socialAccountId", l.sub_account_id as "subAccountId", l.platform,
      l.work_order_id as "workOrderId", l.decided_at >= h.since and l.decided_at < h.until as "ofDay",
      coalesce(l.order_day = ${day}::date, false) as "ofOrderDay"
    from here h join log l on l.workspace_id = ${workspaceId}
      and ((l.decided_at >= h.since and l.decided_at < h.until) or l.order_day = ${day}::date)`);
  return rows;
}

const sums = sql`sum(base_fans)::bigint as base, sum(new_fans)::bigint as new, sum(repeat_fans)::bigint as repeat`;

async function readKept(handle: Handle, workspaceId: string, day: string): Promise<Counted[]> {
  const own = sql`workspace_id = ${workspaceId} and day = ${day}`;
  const { rows } = await handle.db.execute<Counted>(sql`
    select 'account days' as source, social_account_id::text as key, ${sums} from ${fanAccountDays} where ${own} group by 2
    union all
    select 'growth days', concat_ws(' ', sub_account_id, platform), ${sums} from ${fanGrowthDays} where ${own} group by 2
    union all
    select 'order days', concat_ws(' ', work_order_id, social_account_id), ${sums} from ${fanOrderDays}
    where ${own} group by 2`);
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
