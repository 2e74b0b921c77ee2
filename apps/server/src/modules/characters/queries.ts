import { sql } from 'drizzle-orm';
import type { Handle } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';

export type Balance = {
  accountId: string;
  unlimited: boolean;
  remaining: number;
  usedToday: number;
  usedTotal: number;
};

/**
 * Balances and usage of one workspace's accounts, all of them or those named. What open leases have booked but
 * not yet folded is added from the entries themselves, so the figures are exact at any moment.
 */
export async function readBalances(
  handle: Handle,
  workspaceId: WorkspaceId,
  accountIds?: readonly string[],
): Promise<Balance[]> {
  const named = accountIds ? sql`and a.account_id = any(${sql.param([...accountIds])}::uuid[])` : sql``;
  const { rows } = await handle.db.execute<{
    account_id: string;
    unlimited: boolean;
    remaining: number;
    used_today: number;
    used_total: number;
  }>(sql`
    with open_lease as (
      select l.workspace_id, l.id, l.account_id, l.amount from character_leases l
      where l.workspace_id = ${workspaceId} and l.settled_at is null
    ), unfolded as (
      select o.account_id, e.sub_account_id, e.amount,
             (e.created_at at time zone w.time_zone)::date = (now() at time zone w.time_zone)::date as today
      from open_lease o
      join character_entries e on e.workspace_id = o.workspace_id and e.lease_id = o.id
      join workspaces w on w.id = o.workspace_id
    )
    select a.account_id, a.unlimited,
      a.available
        + coalesce((select sum(o.amount) from open_lease o where o.account_id = a.account_id), 0)
        - coalesce((select sum(u.amount) from unfolded u where u.account_id = a.account_id), 0) as remaining,
      coalesce((select d.used from character_days d, workspaces w
                where d.workspace_id = a.workspace_id and d.sub_account_id = a.account_id and w.id = a.workspace_id
                  and d.day = (now() at time zone w.time_zone)::date), 0)
        + coalesce((select sum(u.amount) from unfolded u where u.sub_account_id = a.account_id and u.today), 0)
        as used_today,
      coalesce((select sum(d.used) from character_days d
                where d.workspace_id = a.workspace_id and d.sub_account_id = a.account_id), 0)
        + coalesce((select sum(u.amount) from unfolded u where u.sub_account_id = a.account_id), 0) as used_total
    from character_accounts a
    where a.workspace_id = ${workspaceId} ${named}`);
  return rows.map((row) => ({
    accountId: row.account_id,
    unlimited: row.unlimited,
    remaining: row.remaining,
    usedToday: row.used_today,
    usedTotal: row.used_total,
  }));
}

export type Discrepancy = { workspaceId: string; accountId: string; balance: number; ledger: number };

/** Proves that each balance is the sum of its ledger. Returns the accounts where it isn't: none, or there is a fault. */
export async function findDiscrepancies(handle: Handle): Promise<Discrepancy[]> {
  const { rows } = await handle.db.execute<Discrepancy>(sql`
    select a.workspace_id as "workspaceId", a.account_id as "accountId",
      a.available + coalesce(l.unspent, 0) as balance, coalesce(i.total, 0) - coalesce(o.total, 0) as ledger
    from character_accounts a
    left join lateral (
      select sum(l.amount - coalesce((select sum(e.amount) from character_entries e
                                      where e.workspace_id = l.workspace_id and e.lease_id = l.id), 0)) as unspent
      from character_leases l
      where l.workspace_id = a.workspace_id and l.account_id = a.account_id and l.settled_at is null
    ) l on true
    left join lateral (select sum(amount) as total from character_entries e
      where e.workspace_id = a.workspace_id and e.to_account = a.account_id) i on true
    left join lateral (select sum(amount) as total from character_entries e
      where e.workspace_id = a.workspace_id and e.from_account = a.account_id) o on true
    where a.available + coalesce(l.unspent, 0) <> coalesce(i.total, 0) - coalesce(o.total, 0)`);
  return rows;
}
