import { and, eq, sql } from 'drizzle-orm';
import type { Handle } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { type ProxyRow, proxies } from './tables.ts';
import type { AccountWay } from './ways.ts';

export type ProxyOfAccount = Pick<
  ProxyRow,
  'id' | 'name' | 'networkProtocol' | 'host' | 'port' | 'proxyUserName' | 'password' | 'wayVersion'
>;

/** The proxy of each of these accounts, by the account's id; those that go through none are missing. */
export async function readWays(
  handle: Handle,
  accounts: readonly AccountWay[],
): Promise<ReadonlyMap<string, ProxyOfAccount>> {
  const throughOne = accounts.filter((account) => account.proxyMode !== 'direct');
  if (throughOne.length === 0) return new Map();
  const column = (of: (account: AccountWay) => string | null) => sql.param(throughOne.map(of));
  const rows = await handle.db
    .select({
      accountId: sql<string>`a.account_id`,
      id: proxies.id,
      name: proxies.name,
      networkProtocol: proxies.networkProtocol,
      host: proxies.host,
      port: proxies.port,
      proxyUserName: proxies.proxyUserName,
      password: proxies.password,
      wayVersion: proxies.wayVersion,
    })
    .from(
      sql`unnest(${column((it) => it.workspaceId)}::uuid[], ${column((it) => it.id)}::uuid[],
        ${column((it) => it.subAccountId)}::uuid[], ${column((it) => it.proxyMode)}::text[],
        ${column((it) => it.proxyId)}::uuid[]) as a (workspace_id, account_id, sub_account_id, mode, chosen)
      cross join lateral proxy_of(a.workspace_id, a.account_id, a.sub_account_id, a.mode, a.chosen) as w`,
    )
    .innerJoin(proxies, sql`${proxies.workspaceId} = a.workspace_id and ${proxies.id} = w.proxy_id`);
  return new Map(rows.map(({ accountId, ...proxy }) => [accountId, proxy]));
}

/** May this sub-account's social accounts be given this proxy? `unknown`: the workspace has no such proxy. */
export async function readMayUse(
  handle: Handle,
  workspaceId: WorkspaceId,
  proxyId: string,
  subAccountId: string,
): Promise<'yes' | 'no' | 'unknown'> {
  const [row] = await handle.db
    .select({
      may: sql<boolean>`${proxies.range} = 'all' or exists (select from proxy_sub_accounts r
        where r.workspace_id = proxies.workspace_id and r.proxy_id = proxies.id and r.sub_account_id = ${subAccountId})`,
    })
    .from(proxies)
    .where(and(eq(proxies.workspaceId, workspaceId), eq(proxies.id, proxyId)));
  if (!row) return 'unknown';
  return row.may ? 'yes' : 'no';
}

/** Where the proxy of a social account (the channels module's table) ends; null: unknown, or it has none. */
export async function readRegionOf(
  handle: Handle,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): Promise<string | null> {
  const [row] = await handle.db
    .select({ region: proxies.region })
    .from(
      sql`social_accounts a cross join lateral proxy_of(a.workspace_id, a.id, a.sub_account_id, a.proxy_mode, a.proxy_id) as w`,
    )
    .innerJoin(proxies, sql`${proxies.workspaceId} = a.workspace_id and ${proxies.id} = w.proxy_id`)
    .where(sql`a.workspace_id = ${workspaceId} and a.id = ${socialAccountId}`);
  return row?.region ?? null;
}
