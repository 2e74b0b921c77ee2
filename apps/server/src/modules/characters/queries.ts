import type { AutoAllocation } from '@parley/contract/sub-accounts';
import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Handle } from '../../base/db/database.ts';
import { optimizationFence } from '../../base/db/optimization-fence.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import {
  characterAccounts,
  characterDays,
  characterEntries,
  characterLeases,
  characterTotals,
} from '../../schema/characters.ts';
import { workspaceDay, workspaces } from '../../schema/workspaces.ts';
import { autoAllocationOf } from './auto-allocation.ts';

export type Balance = {
  accountId: string;
  unlimited: boolean;
  remaining: number;
  usedToday: number;
  usedTotal: number;
  /** The settings of automatic allocation; null while it is off. */
  autoAllocation: AutoAllocation | null;
};

/**
 * The entries of the open lease `o`, one index lookup each. Open leases are so rare that the planner expects one row,
 * and would otherwise compare the leases of ten thousand accounts with all entries.
 */
const entriesOf = sql`(
  select e.* from ${characterEntries} e where e.workspace_id = o.workspace_id and e.lease_id = o.id ${optimizationFence})`;

/**
 * Returns balances and usage of a workspace's accounts, all or those given. What open leases have booked but not yet
 * folded is added from the entries, so that the figures are exact at any moment.
 */
export async function readBalances(
  handle: Handle,
  workspaceId: WorkspaceId,
  accountIds?: readonly string[],
): Promise<Balance[]> {
  const named = (id: SQLWrapper) =>
    accountIds ? sql`and ${id} = any(${sql.param([...accountIds])}::uuid[])` : sql``;
  // Aggregated instead of joined: where PostgreSQL expects one row of each, it would compare all accounts with all
  // figures.
  const { rows } = await handle.db.execute<
    Omit<Balance, 'autoAllocation'> & { autoBelow: number | null; autoAmount: number | null }
  >(sql`
    with here as (
      select w.id, ${workspaceDay(sql`now()`)} as today from ${workspaces} w
      where w.id = ${workspaceId}
    ), open_lease as (
      select l.workspace_id, l.id, l.account_id, l.amount from ${characterLeases} l
      where l.workspace_id = ${workspaceId} and l.settled_at is null
    ), unfolded as (
      select o.account_id, e.sub_account_id, e.amount, (${workspaceDay(sql`e.created_at`)} = h.today)::int as today
      from open_lease o
      cross join lateral ${entriesOf} e
      join ${workspaces} w on w.id = o.workspace_id
      cross join here h
    ), figures as (
      select ${characterAccounts.accountId}, ${characterAccounts.available} as remaining, 0 as today, 0 as total,
        ${characterAccounts.unlimited}, ${characterAccounts.autoBelow}, ${characterAccounts.autoAmount}
      from ${characterAccounts}
      where ${characterAccounts.workspaceId} = ${workspaceId} ${named(characterAccounts.accountId)}
      union all select account_id, amount, 0, 0, null, null, null from open_lease
      union all select account_id, -amount, 0, 0, null, null, null from unfolded
      union all select sub_account_id, 0, today * amount, amount, null, null, null from unfolded
      union all select d.sub_account_id, 0, d.used, 0, null, null, null from here join ${characterDays} d
        on d.workspace_id = here.id and d.day = here.today ${named(sql`d.sub_account_id`)}
      union all select ${characterTotals.subAccountId}, 0, 0, ${characterTotals.used}, null, null, null
        from ${characterTotals}
        where ${characterTotals.workspaceId} = ${workspaceId} ${named(characterTotals.subAccountId)}
    )
    select account_id as "accountId", bool_or(unlimited) as unlimited, max(auto_below) as "autoBelow",
      max(auto_amount) as "autoAmount", sum(remaining) as remaining, sum(today) as "usedToday", sum(total) as "usedTotal"
    from figures group by account_id having bool_or(unlimited) is not null`);
  return rows.map(({ autoBelow, autoAmount, ...row }) => ({
    ...row,
    autoAllocation: autoAllocationOf({ ...row, autoBelow, autoAmount }),
  }));
}

export type Sums = { ownerRemaining: number; allocated: number; usedToday: number; usedTotal: number };

/**
 * Returns the whole workspace's sums, added up in the database: ten thousand balances are too many to transfer for four
 * figures.
 */
export async function readSums(handle: Handle, workspaceId: WorkspaceId): Promise<Sums> {
  const { rows } = await handle.db.execute<Sums>(sql`
    with here as (
      select w.id, ${workspaceDay(sql`now()`)} as today from ${workspaces} w
      where w.id = ${workspaceId}
    ), open_lease as (
      select l.workspace_id, l.id, l.account_id = l.workspace_id as of_owner, l.amount from ${characterLeases} l
      where l.workspace_id = ${workspaceId} and l.settled_at is null
    ), unfolded as (
      select coalesce(sum(e.amount), 0) as used, coalesce(sum(e.amount) filter (where o.of_owner), 0) as of_owner,
        coalesce(sum(e.amount) filter (where ${workspaceDay(sql`e.created_at`)} = h.today), 0) as today
      from open_lease o
      cross join lateral ${entriesOf} e
      join ${workspaces} w on w.id = o.workspace_id
      cross join here h
    ), held as (
      select coalesce(sum(amount), 0) as amount, coalesce(sum(amount) filter (where of_owner), 0) as of_owner
      from open_lease
    ), account as (
      select coalesce(sum(${characterAccounts.available})
        filter (where ${characterAccounts.accountId} = ${characterAccounts.workspaceId}), 0) as owner,
        coalesce(sum(${characterAccounts.available})
          filter (where ${characterAccounts.accountId} <> ${characterAccounts.workspaceId}), 0) as others
      from ${characterAccounts} where ${characterAccounts.workspaceId} = ${workspaceId}
    )
    select a.owner + h.of_owner - u.of_owner as "ownerRemaining",
      a.others + h.amount - h.of_owner - u.used + u.of_owner as allocated,
      u.today + coalesce((select sum(d.used) from ${characterDays} d join here on d.day = here.today
                          where d.workspace_id = ${workspaceId}), 0) as "usedToday",
      u.used + coalesce((select sum(${characterTotals.used}) from ${characterTotals}
        where ${characterTotals.workspaceId} = ${workspaceId}), 0) as "usedTotal"
    from account a, held h, unfolded u`);
  return rows[0] ?? { ownerRemaining: 0, allocated: 0, usedToday: 0, usedTotal: 0 };
}
