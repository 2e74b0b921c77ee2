/** Verifies the conversion counters, which triggers maintain, against sums over the conversions themselves. */
import { type SQLWrapper, sql } from 'drizzle-orm';
import { type Database, type Handle, transaction } from '../../../../base/db/database.ts';
import {
  splitConversionDays,
  splitConversions,
  splitConversionTotals,
} from '../../../../schema/split-links/conversions.ts';
import { workspaceDay, workspaces } from '../../../../schema/workspaces.ts';

/** A counter that differs from the conversions. `key`: its link, day, target and sub-account. */
export type ConversionMiscount = { counter: string; key: string };

const sums = (conversions: SQLWrapper, newFans: SQLWrapper, repeatFans: SQLWrapper) =>
  sql`sum(${conversions})::bigint, sum(${newFans})::bigint, sum(${repeatFans})::bigint`;
const ofRows = (table: typeof splitConversionDays | typeof splitConversionTotals) =>
  sums(table.conversions, table.newFans, table.repeatFans);
const ofConversions = sums(sql`1`, sql`(c.verdict = 'new')::int`, sql`(c.verdict = 'repeat')::int`);

/** Compares all counters with the conversions. */
export function checkCounters(database: Database): Promise<ConversionMiscount[]> {
  return transaction(database, findMiscounts, { unlimited: true });
}

/** Returns the counters that differ from the conversions; any row means a fault. */
export async function findMiscounts(handle: Handle): Promise<ConversionMiscount[]> {
  const { rows } = await handle.db.execute<ConversionMiscount>(sql`
    with counted (counter, workspace_id, split_link_id, day, target_id, sub_account_id, conversions, new_fans, repeat_fans) as (
      select 'conversion days', ${splitConversionDays.workspaceId}, ${splitConversionDays.splitLinkId},
        ${splitConversionDays.day}, ${splitConversionDays.targetId}, ${splitConversionDays.subAccountId},
        ${ofRows(splitConversionDays)}
      from ${splitConversionDays} group by 2, 3, 4, 5, 6
      union all
      select 'conversion totals', ${splitConversionTotals.workspaceId}, ${splitConversionTotals.splitLinkId}, null,
        ${splitConversionTotals.targetId}, null, ${ofRows(splitConversionTotals)}
      from ${splitConversionTotals} group by 2, 3, 5
    ), logged as (
      select 'conversion days', c.workspace_id, c.split_link_id, ${workspaceDay(sql`c.at`)}, c.target_id, c.sub_account_id, ${ofConversions}
      from ${splitConversions} c join ${workspaces} w on w.id = c.workspace_id group by 2, 3, 4, 5, 6
      union all
      select 'conversion totals', c.workspace_id, c.split_link_id, null, c.target_id, null, ${ofConversions}
      from ${splitConversions} c group by 2, 3, 5
    ), different as (
      (select * from counted where (conversions, new_fans, repeat_fans) <> (0, 0, 0) except all select * from logged)
      union
      (select * from logged except all select * from counted)
    )
    select distinct counter, concat_ws(' ', workspace_id, split_link_id, day, target_id, sub_account_id) as key
    from different order by 1, 2`);
  return rows;
}
