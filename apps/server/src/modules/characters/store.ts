import { and, eq, gte, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { characterAccounts, characterEntries, characterLeases, type UsageDetails } from './tables.ts';

export async function insertAccount(tx: Tx, workspaceId: WorkspaceId, accountId: string, unlimited: boolean) {
  await tx.db.insert(characterAccounts).values({ workspaceId, accountId, unlimited });
}

export type Move = {
  /** Makes a repeated call do nothing. */
  key: string;
  kind: 'grant' | 'allocation' | 'take-back';
  /** Null: issued by the operator. */
  from: string | null;
  to: string;
  amount: number;
  remark: string | null;
};

/** Books a move and adjusts both accounts. `repeated`: the key was booked before; `short`: the giver has too few. */
export async function move(
  tx: Tx,
  workspaceId: WorkspaceId,
  it: Move,
): Promise<'done' | 'repeated' | 'short'> {
  const booked = await tx.db
    .insert(characterEntries)
    .values({
      workspaceId,
      id: newId(),
      key: it.key,
      kind: it.kind,
      fromAccount: it.from,
      toAccount: it.to,
      amount: it.amount,
      remark: it.remark,
    })
    .onConflictDoNothing()
    .returning({ id: characterEntries.id });
  if (booked.length === 0) return 'repeated';
  if (it.from !== null && !(await take(tx, workspaceId, it.from, it.amount))) return 'short';
  const given = await tx.db
    .update(characterAccounts)
    .set({ available: sql`${characterAccounts.available} + ${it.amount}` })
    .where(and(eq(characterAccounts.workspaceId, workspaceId), eq(characterAccounts.accountId, it.to)))
    .returning({ accountId: characterAccounts.accountId });
  if (given.length === 0) throw new Error(`characters for the account ${it.to}, which does not exist`);
  return 'done';
}

async function take(tx: Tx, workspaceId: WorkspaceId, accountId: string, amount: number): Promise<boolean> {
  const taken = await tx.db
    .update(characterAccounts)
    .set({ available: sql`${characterAccounts.available} - ${amount}` })
    .where(
      and(
        eq(characterAccounts.workspaceId, workspaceId),
        eq(characterAccounts.accountId, accountId),
        gte(characterAccounts.available, amount),
      ),
    )
    .returning({ accountId: characterAccounts.accountId });
  return taken.length > 0;
}

export type Lease = { workspaceId: WorkspaceId; id: string; accountId: string; amount: number };

/** Takes a block of up to `wish` characters, at least `need`, off an account. Null: it hasn't that many. */
export async function openLease(
  tx: Tx,
  workspaceId: WorkspaceId,
  it: { accountId: string; need: number; wish: number; processId: string; expiresAt: number },
): Promise<Lease | null> {
  const account = and(
    eq(characterAccounts.workspaceId, workspaceId),
    eq(characterAccounts.accountId, it.accountId),
  );
  // Two statements: in one, PostgreSQL may weigh `available` as it was before another's change that it waited for.
  const [before] = await tx.db
    .select({ available: characterAccounts.available })
    .from(characterAccounts)
    .where(account)
    .for('update');
  if (!before || before.available < it.need) return null;
  const amount = Math.min(before.available, it.wish);
  await tx.db
    .update(characterAccounts)
    .set({ available: before.available - amount })
    .where(account);
  const lease = { workspaceId, id: newId(), accountId: it.accountId, amount };
  await tx.db
    .insert(characterLeases)
    .values({ ...lease, processId: it.processId, expiresAt: new Date(it.expiresAt) });
  return lease;
}

export type Usage = {
  workspaceId: WorkspaceId;
  leaseId: string;
  accountId: string;
  subAccountId: string;
  messageId: string;
  key: string;
  amount: number;
  details: UsageDetails;
};

/**
 * Books a charge against an open lease. The share lock keeps the lease from being settled until this
 * transaction ends, so nothing is ever booked on a settled one. `repeated`: the key was booked before.
 */
export async function insertUsage(tx: Tx, it: Usage): Promise<'booked' | 'repeated' | 'settled'> {
  const { rows } = await tx.db.execute<{ open: boolean; booked: boolean }>(sql`
    with lease as (
      select 1 from character_leases
      where workspace_id = ${it.workspaceId} and id = ${it.leaseId} and settled_at is null for share
    ), entry as (
      insert into character_entries (workspace_id, id, key, kind, from_account, amount, sub_account_id, message_id,
                                     lease_id, details)
      select ${it.workspaceId}::uuid, ${newId()}::uuid, ${it.key}, 'usage', ${it.accountId}::uuid,
        ${it.amount}::bigint, ${it.subAccountId}::uuid, ${it.messageId}::uuid, ${it.leaseId}::uuid,
        ${JSON.stringify(it.details)}::jsonb
      from lease
      on conflict (workspace_id, key) do nothing
      returning 1
    )
    select exists (select from lease) as open, exists (select from entry) as booked`);
  if (!rows[0]?.open) return 'settled';
  return rows[0].booked ? 'booked' : 'repeated';
}

/** Ends a lease: folds its usage into the days and gives the rest back to the account. Repeating it does nothing. */
export async function settleLease(tx: Tx, workspaceId: WorkspaceId, leaseId: string): Promise<void> {
  const { rows } = await tx.db.execute<{ account_id: string; amount: number }>(sql`
    update character_leases set settled_at = now()
    where workspace_id = ${workspaceId} and id = ${leaseId} and settled_at is null
    returning account_id, amount`);
  const lease = rows[0];
  if (!lease) return;
  await tx.db.execute(sql`
    insert into character_days (workspace_id, sub_account_id, day, used)
    select e.workspace_id, e.sub_account_id, (e.created_at at time zone w.time_zone)::date, sum(e.amount)
    from character_entries e join workspaces w on w.id = e.workspace_id
    where e.workspace_id = ${workspaceId} and e.lease_id = ${leaseId}
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (workspace_id, sub_account_id, day) do update set used = character_days.used + excluded.used`);
  await tx.db.execute(sql`
    update character_accounts set available = available + ${lease.amount}::bigint - (
      select coalesce(sum(amount), 0) from character_entries
      where workspace_id = ${workspaceId} and lease_id = ${leaseId})
    where workspace_id = ${workspaceId} and account_id = ${lease.account_id}`);
}

/**
 * Leases that nobody has come back to settle: those that have run out, whoever's they are (settling them may have
 * failed), and with `everyOther` all that are not this process's.
 */
export async function abandonedLeases(
  handle: Handle,
  processId: string,
  everyOther: boolean,
): Promise<{ workspaceId: WorkspaceId; id: string }[]> {
  return handle.db
    .select({ workspaceId: characterLeases.workspaceId, id: characterLeases.id })
    .from(characterLeases)
    .where(
      and(
        sql`${characterLeases.settledAt} is null`,
        everyOther
          ? sql`(${characterLeases.processId} <> ${processId} or ${characterLeases.expiresAt} < now())`
          : sql`${characterLeases.expiresAt} < now()`,
      ),
    )
    .limit(1_000);
}

/** Whose characters a sub-account spends: its own, or the owner's when it is unlimited. Null: no such sub-account. */
export async function payerOf(
  handle: Handle,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<string | null> {
  const [row] = await handle.db
    .select({ unlimited: characterAccounts.unlimited })
    .from(characterAccounts)
    .where(
      and(eq(characterAccounts.workspaceId, workspaceId), eq(characterAccounts.accountId, subAccountId)),
    );
  if (!row) return null;
  return row.unlimited ? workspaceId : subAccountId;
}
