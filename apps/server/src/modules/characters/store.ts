import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { readBalances } from './queries.ts';
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

/**
 * Books a move and adjusts both accounts. `repeated`: the key was booked before; `short`: the giver has too few.
 * All moves of a workspace wait for its owner's row, so their times and balances follow each other.
 */
export async function move(
  tx: Tx,
  workspaceId: WorkspaceId,
  it: Move,
): Promise<'done' | 'repeated' | 'short'> {
  const available = await lockAccounts(tx, workspaceId, [it.from, it.to]);
  if (!available.has(it.to)) throw new Error(`characters for the account ${it.to}, which does not exist`);
  if (await isBooked(tx, workspaceId, it.key)) return 'repeated';
  if (it.from !== null && (available.get(it.from) ?? 0) < it.amount) return 'short';
  if (!(await insertMove(tx, workspaceId, it))) return 'repeated';
  if (it.from !== null) await adjust(tx, workspaceId, it.from, -it.amount);
  await adjust(tx, workspaceId, it.to, it.amount);
  return 'done';
}

/** What each has available; nobody else changes that until the transaction ends. Always in one order. */
async function lockAccounts(
  tx: Tx,
  workspaceId: WorkspaceId,
  accountIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.db
    .select({ accountId: characterAccounts.accountId, available: characterAccounts.available })
    .from(characterAccounts)
    .where(
      and(
        eq(characterAccounts.workspaceId, workspaceId),
        inArray(
          characterAccounts.accountId,
          accountIds.filter((id) => id !== null),
        ),
      ),
    )
    .orderBy(characterAccounts.accountId)
    .for('update');
  return new Map(rows.map(({ accountId, available }) => [accountId, available]));
}

async function isBooked(tx: Tx, workspaceId: WorkspaceId, key: string): Promise<boolean> {
  const [row] = await tx.db
    .select({ id: characterEntries.id })
    .from(characterEntries)
    .where(and(eq(characterEntries.workspaceId, workspaceId), eq(characterEntries.key, key)));
  return row !== undefined;
}

/** The entry with the balances at this moment; false: the key was booked between other accounts just now. */
async function insertMove(tx: Tx, workspaceId: WorkspaceId, it: Move): Promise<boolean> {
  const subAccountId = it.from === workspaceId ? it.to : it.from;
  const balances =
    subAccountId === null ? [] : await readBalances(tx, workspaceId, [workspaceId, subAccountId]);
  const before = (accountId: string | null) =>
    balances.find((balance) => balance.accountId === accountId)?.remaining ?? null;
  const ownerBefore = before(workspaceId);
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
      subAccountBefore: before(subAccountId),
      ownerAfter:
        ownerBefore === null ? null : ownerBefore + (it.from === workspaceId ? -it.amount : it.amount),
      // The transaction's own time may be before that of one that it has waited for.
      createdAt: sql`clock_timestamp()`,
    })
    .onConflictDoNothing()
    .returning({ id: characterEntries.id });
  return booked.length > 0;
}

async function adjust(tx: Tx, workspaceId: WorkspaceId, accountId: string, by: number): Promise<void> {
  await tx.db
    .update(characterAccounts)
    .set({ available: sql`${characterAccounts.available} + ${by}` })
    .where(and(eq(characterAccounts.workspaceId, workspaceId), eq(characterAccounts.accountId, accountId)));
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

/** `repeated`: the key was booked before, or stands twice among these. `settled`: the lease is not open any more. */
export type Booked = 'booked' | 'repeated' | 'settled';

/**
 * Books charges against open leases, each with its outcome, in one statement. The share lock keeps a lease from
 * being settled until this transaction ends, so nothing is ever booked on a settled one.
 */
export async function insertUsages(tx: Tx, usages: readonly Usage[]): Promise<Booked[]> {
  const rows = usages.map((usage, ord) => ({ ...usage, ord, id: newId() }));
  const { rows: found } = await tx.db.execute<{ open: boolean; booked: boolean }>(sql`
    with input as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as i(ord int, id uuid, "workspaceId" uuid, "leaseId" uuid, "accountId" uuid, "subAccountId" uuid,
             "messageId" uuid, key text, amount bigint, details jsonb)
    ), lease as (
      select l.workspace_id, l.id from character_leases l
      join (select distinct "workspaceId", "leaseId" from input) i
        on l.workspace_id = i."workspaceId" and l.id = i."leaseId"
      where l.settled_at is null order by l.id for share of l
    ), entry as (
      insert into character_entries (workspace_id, id, key, kind, from_account, amount, sub_account_id, message_id,
                                     lease_id, details)
      select i."workspaceId", i.id, i.key, 'usage', i."accountId", i.amount, i."subAccountId", i."messageId",
        i."leaseId", i.details
      from input i join lease l on l.workspace_id = i."workspaceId" and l.id = i."leaseId"
      order by i."workspaceId", i.key, i.ord
      on conflict (workspace_id, key) do nothing
      returning workspace_id, id
    )
    select l.id is not null as open, e.id is not null as booked from input i
    left join lease l on l.workspace_id = i."workspaceId" and l.id = i."leaseId"
    left join entry e on e.workspace_id = i."workspaceId" and e.id = i.id
    order by i.ord`);
  return found.map(({ open, booked }) => (open ? (booked ? 'booked' : 'repeated') : 'settled'));
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
  await foldUsage(tx, workspaceId, leaseId);
}

/** Adds a settled lease's charges to the usage record, once. */
export async function foldUsage(tx: Tx, workspaceId: WorkspaceId, leaseId: string): Promise<void> {
  await tx.db.execute(sql`
    with lease as (
      update character_leases set usage_folded = true
      where workspace_id = ${workspaceId} and id = ${leaseId} and settled_at is not null and not usage_folded
      returning workspace_id, id
    )
    insert into character_usage_days (workspace_id, day, sub_account_id, id, platform, source_language,
                                      target_language, line, engine, characters, translations)
    select e.workspace_id, (e.created_at at time zone w.time_zone)::date, e.sub_account_id,
      character_usage_id(e.details), coalesce(min(e.details ->> 'platform'), ''),
      coalesce(min(e.details ->> 'source'), ''), coalesce(min(e.details ->> 'target'), ''),
      coalesce(min(e.details ->> 'line'), ''), coalesce(min(e.details ->> 'engine'), ''), sum(e.amount), count(*)
    from lease l
    join character_entries e on e.workspace_id = l.workspace_id and e.lease_id = l.id
    join workspaces w on w.id = e.workspace_id
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (workspace_id, day, sub_account_id, id) do update
      set characters = character_usage_days.characters + excluded.characters,
        translations = character_usage_days.translations + excluded.translations`);
}

/** Leases that a process of the version before has settled: it knows no usage record. */
export async function unfoldedLeases(handle: Handle): Promise<{ workspaceId: WorkspaceId; id: string }[]> {
  return handle.db
    .select({ workspaceId: characterLeases.workspaceId, id: characterLeases.id })
    .from(characterLeases)
    .where(and(eq(characterLeases.usageFolded, false), isNotNull(characterLeases.settledAt)))
    .limit(1_000);
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

export type Spender = { workspaceId: WorkspaceId; subAccountId: string };

/** Whose characters each spends: its own, or the owner's when it is unlimited. Null: no such sub-account. */
export async function payersOf(handle: Handle, spenders: readonly Spender[]): Promise<(string | null)[]> {
  const rows = spenders.map((spender, ord) => ({ ...spender, ord }));
  const { rows: found } = await handle.db.execute<{ payer: string | null }>(sql`
    select case when a.unlimited then a.workspace_id else a.account_id end as payer
    from json_to_recordset(${JSON.stringify(rows)}::json) as i(ord int, "workspaceId" uuid, "subAccountId" uuid)
    left join character_accounts a on a.workspace_id = i."workspaceId" and a.account_id = i."subAccountId"
    order by i.ord`);
  return found.map(({ payer }) => payer);
}
