import { sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';

type Team = {
  workspaceId: WorkspaceId;
  agentIds: readonly string[];
  /** Of social accounts, which the agents own in turn. */
  accountIds?: readonly string[];
  orderIds: readonly string[];
};

/** Stores a workspace in UTC whose agents each have a Telegram work order that has been open since 3 May 2026. */
export async function addTeam(
  { db }: Handle,
  { workspaceId, agentIds, accountIds = [], orderIds }: Team,
): Promise<void> {
  await db.execute(sql`insert into workspaces (id, time_zone) values (${workspaceId}, 'UTC')`);
  for (const [index, id] of agentIds.entries()) {
    await db.execute(sql`
      insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
      values (${workspaceId}, ${id}, ${id}, '', '')`);
    await db.execute(sql`
      insert into work_orders (workspace_id, id, name, platform, sub_account_id, time_zone, open_day, open_since,
        next_reset_at)
      values (${workspaceId}, ${orderIds[index]}, '', 'telegram', ${id}, 'UTC', '2026-05-03',
        '2026-05-03T00:00:00Z', '2026-05-04T00:00:00Z')`);
  }
  for (const [index, id] of accountIds.entries())
    await db.execute(sql`
      insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials)
      values (${workspaceId}, ${id}, 'telegram', '', ${id}, '', ${agentIds[index % agentIds.length]}, '')`);
}
