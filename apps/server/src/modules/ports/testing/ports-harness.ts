/** A workspace whose sub-accounts and social accounts are rows only, and processes that hold them. */
import { sql } from 'drizzle-orm';
import { connectDatabase, type Database } from '../../../base/db/database.ts';
import { testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { createLog } from '../../../base/log.ts';

export type SubAccountOptions = {
  mode?: 'fixed' | 'dynamic';
  limit?: number;
  archive?: boolean;
  status?: string;
};
export type PortsHarness = Awaited<ReturnType<typeof startPortsHarness>>;

export async function startPortsHarness() {
  const held = await testDatabase();
  const database = connectDatabase(held.url, createLog('silent'), 24);
  return {
    database,
    ...rows(database),
    async close() {
      await database.close();
      await held.drop();
    },
  };
}

function rows({ db }: Database) {
  async function workspace(ports: number): Promise<WorkspaceId> {
    const id = trustWorkspaceId(newId());
    await db.execute(sql`insert into workspaces (id, ports) values (${id}, ${ports})`);
    return id;
  }

  async function subAccount(workspaceId: WorkspaceId, given: SubAccountOptions = {}): Promise<string> {
    const id = newId();
    const { mode = 'dynamic', limit = 10, archive = true, status = 'normal' } = given;
    await db.execute(sql`
      insert into sub_accounts (workspace_id, id, account_name, password_hash, remark, port_mode, port_limit,
        session_archive, status)
      values (${workspaceId}, ${id}, ${id}, '', 'Agent', ${mode}, ${limit}, ${archive}, ${status})`);
    return id;
  }

  /** Inserts this many social accounts of the sub-account, held by the process. */
  async function accounts(
    workspaceId: WorkspaceId,
    subAccountId: string,
    holder: string,
    count: number,
  ): Promise<string[]> {
    const ids = Array.from({ length: count }, newId);
    await db.execute(sql`
      insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials,
        holder, held_until)
      select ${workspaceId}, id, 'telegram', 'Shop', id::text, '@shop', ${subAccountId}, '', ${holder},
        now() + interval '30 s'
      from unnest(${sql.param(ids)}::uuid[]) as id`);
    return ids;
  }

  /** Makes all leases of the workspace older by this many seconds. */
  async function age(workspaceId: WorkspaceId, seconds: number): Promise<void> {
    await db.execute(sql`
      update port_leases set taken_at = taken_at - make_interval(secs => ${seconds}),
        leased_until = leased_until - make_interval(secs => ${seconds})
      where workspace_id = ${workspaceId}`);
  }

  async function past(workspaceId: WorkspaceId): Promise<{ account: string; ended: string }[]> {
    const found = await db.execute<{ account: string; ended: string }>(sql`
      select social_account_id as account, ended from past_sessions
      where workspace_id = ${workspaceId} order by ended_at, id`);
    return found.rows;
  }

  return { workspace, subAccount, accounts, age, past };
}
