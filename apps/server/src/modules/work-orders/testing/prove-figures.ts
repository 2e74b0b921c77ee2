import { sql } from 'drizzle-orm';
import type { Database } from '../../../base/db/database.ts';
import { findMiscounts } from '../../fans/index.ts';
import { findOrderMiscounts } from '../miscounts/queries.ts';

/**
 * Throws if a figure of the workspace differs from its log, if a reset has left a fan of a closed day or taken one of the open day,
 * or if a person is left whom no account knows.
 */
export async function proveFigures(database: Database, workspaceId: string): Promise<void> {
  const all = [...(await findMiscounts(database)), ...(await findOrderMiscounts(database))];
  const wrong = all.filter(({ key }) => key.startsWith(workspaceId));
  if (wrong.length > 0) throw new Error(`figures differ from their log: ${JSON.stringify(wrong)}`);
  const { rows } = await database.db.execute(sql`
    select a.id, a.type, a.counts_as, a.order_day, o.open_day
    from account_fans a join work_orders o on o.workspace_id = a.workspace_id and o.id = a.work_order_id
    where a.workspace_id = ${workspaceId} and case when a.order_day < o.open_day then a.type not in ('base', 'merged')
      else a.type <> a.counts_as end`);
  if (rows.length > 0) throw new Error(`fans whom a reset has not treated as such: ${JSON.stringify(rows)}`);
  const { rows: unknown } = await database.db.execute(sql`
    select f.id from fans f
    where f.workspace_id = ${workspaceId} and f.merged_into is null
      and not exists (select from account_fans a where a.workspace_id = f.workspace_id and a.fan_id = f.id)
      and not exists (
        select from conversations c where c.workspace_id = f.workspace_id and topmost_fan(c.workspace_id, c.fan_id) = f.id)`);
  if (unknown.length > 0) throw new Error(`people whom no account knows: ${JSON.stringify(unknown)}`);
}
