import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import {
  characterAccounts,
  characterDays,
  characterEntries,
  characterLeases,
  characterUsageDays,
  characterUsageId,
  type UsageDetails,
} from '../../schema/characters.ts';
import { workspaceDay, workspaces } from '../../schema/workspaces.ts';
import { autoAllocationOf, blockDownTo, replenishment } from './auto-allocation.ts';
import { adjust, bookMove, type CharacterAccountState, lockAccounts, moveAllBack } from './moves/store.ts';

export async function insertAccount(tx: Tx, workspaceId: WorkspaceId, accountId: string, unlimited: boolean) {
  await tx.db.insert(characterAccounts).values({ workspaceId, accountId, unlimited });
}

export async function changeAccount(
  tx: Tx,
  workspaceId: WorkspaceId,
  accountId: string,
  changes: Partial<Pick<CharacterAccountState, 'unlimited' | 'closed' | 'autoBelow' | 'autoAmount'>>,
): Promise<void> {
  await tx.db
    .update(characterAccounts)
    .set(changes)
    .where(and(eq(characterAccounts.workspaceId, workspaceId), eq(characterAccounts.accountId, accountId)));
}

export type Lease = { workspaceId: WorkspaceId; id: string; accountId: string; amount: number };

export type Draw = {
  /** Null when the account has fewer than `need`. */
  lease: Lease | null;
  /** True when characters of the owner were allocated automatically. */
  replenished: boolean;
};

type DrawRequest = {
  accountId: string;
  need: number;
  wanted: number;
  processId: string;
  expiresAt: number;
  /** True to lock the owner's row, too, which must precede the account's. */
  withOwner: boolean;
};

/**
 * Takes a block of up to `wanted`, at least `need` characters from an account. Returns `below` when that would go below
 * the threshold of an account with automatic allocation; call it again with the owner.
 */
export async function openLease(
  tx: Tx,
  workspaceId: WorkspaceId,
  { accountId, need, wanted, withOwner, ...holder }: DrawRequest,
): Promise<Draw | 'below'> {
  // Locked first and written afterwards: in a single statement, PostgreSQL may evaluate `available` as it was before a
  // concurrent change that it waited for.
  const accounts = await lockAccounts(tx, workspaceId, withOwner ? [workspaceId, accountId] : [accountId]);
  const account = accounts.get(accountId);
  if (!account || account.closed) return { lease: null, replenished: false };
  const auto = autoAllocationOf(account);
  let { available } = account;
  if (auto) {
    const remaining = available + (await unspentOnLeases(tx, workspaceId, accountId));
    const state = { remaining, need };
    const owner = accounts.get(workspaceId);
    if (!owner && replenishment(auto, { ...state, ownerHas: await ownerHas(tx, workspaceId) }) > 0)
      return 'below';
    const coming = replenishment(auto, { ...state, ownerHas: owner?.available ?? 0 });
    if (coming > 0) await replenish(tx, workspaceId, accountId, coming);
    available += coming;
  }
  const replenished = available > account.available;
  if (available < need) return { lease: null, replenished };
  const amount = Math.min(available, auto ? blockDownTo(auto, { available, need, wanted }) : wanted);
  await adjust(tx, workspaceId, accountId, -amount);
  const lease = { workspaceId, id: newId(), accountId, amount };
  await tx.db
    .insert(characterLeases)
    .values({ ...lease, processId: holder.processId, expiresAt: new Date(holder.expiresAt) });
  return { lease, replenished };
}

/** Returns the characters that open leases have drawn from an account and not spent. */
async function unspentOnLeases(tx: Tx, workspaceId: WorkspaceId, accountId: string): Promise<number> {
  const { rows } = await tx.db.execute<{ unspent: number }>(sql`
    select coalesce(sum(l.amount - (select coalesce(sum(e.amount), 0) from ${characterEntries} e
                                    where e.workspace_id = l.workspace_id and e.lease_id = l.id)), 0) as unspent
    from ${characterLeases} l
    where l.workspace_id = ${workspaceId} and l.account_id = ${accountId} and l.settled_at is null`);
  return rows[0]?.unspent ?? 0;
}

/** Returns the owner's characters including those on leases, which may be returned in time. */
async function ownerHas(tx: Tx, workspaceId: WorkspaceId): Promise<number> {
  const [owner] = await tx.db
    .select({ available: characterAccounts.available })
    .from(characterAccounts)
    .where(and(eq(characterAccounts.workspaceId, workspaceId), eq(characterAccounts.accountId, workspaceId)));
  return (owner?.available ?? 0) + (await unspentOnLeases(tx, workspaceId, workspaceId));
}

async function replenish(tx: Tx, workspaceId: WorkspaceId, accountId: string, amount: number): Promise<void> {
  await bookMove(tx, workspaceId, {
    key: `automatic ${newId()}`,
    kind: 'allocation',
    from: workspaceId,
    to: accountId,
    amount,
    remark: null,
    automatic: true,
  });
}

export type CharacterUsage = {
  workspaceId: WorkspaceId;
  leaseId: string;
  accountId: string;
  subAccountId: string;
  messageId: string;
  key: string;
  amount: number;
  details: UsageDetails;
};

/** `repeated`: the key was booked before, or occurs twice among these. `settled`: the lease is no longer open. */
export type BookingOutcome = 'booked' | 'repeated' | 'settled';

/**
 * Books charges against open leases in one statement, and returns each one's outcome. The share lock keeps a lease from
 * being settled until this transaction ends, so that nothing is booked on a settled one.
 */
export async function insertUsages(tx: Tx, usages: readonly CharacterUsage[]): Promise<BookingOutcome[]> {
  const rows = usages.map((usage, ord) => ({ ...usage, ord, id: newId() }));
  const { rows: found } = await tx.db.execute<{ open: boolean; booked: boolean }>(sql`
    with input as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as i(ord int, id uuid, "workspaceId" uuid, "leaseId" uuid, "accountId" uuid, "subAccountId" uuid,
             "messageId" uuid, key text, amount bigint, details jsonb)
    ), lease as (
      select l.workspace_id, l.id from ${characterLeases} l
      join (select distinct "workspaceId", "leaseId" from input) i
        on l.workspace_id = i."workspaceId" and l.id = i."leaseId"
      where l.settled_at is null order by l.id for share of l
    ), entry as (
      insert into ${characterEntries} (workspace_id, id, key, kind, from_account, amount, sub_account_id, message_id,
                                     lease_id, details)
      select i."workspaceId", i.id, i.key, 'usage', i."accountId", i.amount, i."subAccountId", i."messageId",
        i."leaseId", i.details
      from input i join lease l on l.workspace_id = i."workspaceId" and l.id = i."leaseId"
      order by i."workspaceId", i.key, i.ord
      on conflict (workspace_id, key) do nothing
      returning ${characterEntries.workspaceId}, ${characterEntries.id}
    )
    select l.id is not null as open, e.id is not null as booked from input i
    left join lease l on l.workspace_id = i."workspaceId" and l.id = i."leaseId"
    left join entry e on e.workspace_id = i."workspaceId" and e.id = i.id
    order by i.ord`);
  return found.map(({ open, booked }) => (open ? (booked ? 'booked' : 'repeated') : 'settled'));
}

/** Ends a lease: folds its usage into the days and returns the rest to the account. Idempotent. */
export async function settleLease(tx: Tx, workspaceId: WorkspaceId, leaseId: string): Promise<void> {
  const { rows } = await tx.db.execute<{ account_id: string; amount: number }>(sql`
    update ${characterLeases} set settled_at = now()
    where ${characterLeases.workspaceId} = ${workspaceId} and ${characterLeases.id} = ${leaseId}
      and ${characterLeases.settledAt} is null
    returning ${characterLeases.accountId}, ${characterLeases.amount}`);
  const lease = rows[0];
  if (!lease) return;
  await tx.db.execute(sql`
    insert into ${characterDays} (workspace_id, sub_account_id, day, used)
    select e.workspace_id, e.sub_account_id, ${workspaceDay(sql`e.created_at`)}, sum(e.amount)
    from ${characterEntries} e join ${workspaces} w on w.id = e.workspace_id
    where e.workspace_id = ${workspaceId} and e.lease_id = ${leaseId}
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (workspace_id, sub_account_id, day) do update set used = ${characterDays.used} + excluded.used`);
  await giveBack(tx, workspaceId, leaseId, lease);
  await foldUsage(tx, workspaceId, leaseId);
}

/**
 * Passes the rest of a lease on to the owner when the lease's account, unlimited or closed, no longer holds characters.
 */
async function giveBack(
  tx: Tx,
  workspaceId: WorkspaceId,
  leaseId: string,
  { account_id: accountId, amount }: { account_id: string; amount: number },
): Promise<void> {
  const account = await lockReceiver(tx, workspaceId, accountId);
  await tx.db
    .update(characterAccounts)
    .set({
      available: sql`${characterAccounts.available} + ${amount}::bigint - (
        select coalesce(sum(e.amount), 0) from ${characterEntries} e
        where e.workspace_id = ${workspaceId} and e.lease_id = ${leaseId})`,
    })
    .where(and(eq(characterAccounts.workspaceId, workspaceId), eq(characterAccounts.accountId, accountId)));
  if (holdsNone(account)) {
    await moveAllBack(tx, workspaceId, {
      key: `lease ${leaseId}`,
      subAccountId: accountId,
      remark: null,
      automatic: true,
    });
  }
}

const holdsNone = (account: CharacterAccountState | undefined): boolean =>
  account !== undefined && (account.unlimited || account.closed);

/**
 * Locks the account of a lease, and before it its owner's where the rest goes to the owner. That is known only once the
 * account is locked, so this lock is released again: a transaction that holds an account and waits for its owner's
 * would deadlock with every move between the two.
 */
async function lockReceiver(
  tx: Tx,
  workspaceId: WorkspaceId,
  accountId: string,
): Promise<CharacterAccountState | undefined> {
  await tx.db.execute(sql`savepoint without_owner`);
  const account = (await lockAccounts(tx, workspaceId, [accountId])).get(accountId);
  if (!holdsNone(account)) return account;
  await tx.db.execute(sql`rollback to savepoint without_owner`);
  return (await lockAccounts(tx, workspaceId, [workspaceId, accountId])).get(accountId);
}

/** Adds a settled lease's charges to the usage record, once. */
export async function foldUsage(tx: Tx, workspaceId: WorkspaceId, leaseId: string): Promise<void> {
  await tx.db.execute(sql`
    with lease as (
      update ${characterLeases} set usage_folded = true
      where ${characterLeases.workspaceId} = ${workspaceId} and ${characterLeases.id} = ${leaseId}
        and ${characterLeases.settledAt} is not null and not ${characterLeases.usageFolded}
      returning ${characterLeases.workspaceId}, ${characterLeases.id}
    )
    insert into ${characterUsageDays} (workspace_id, day, sub_account_id, id, platform, source_language,
                                      target_language, line, engine, characters, translations)
    select e.workspace_id, ${workspaceDay(sql`e.created_at`)}, e.sub_account_id,
      ${characterUsageId(sql`e.details`)}, coalesce(min(e.details ->> 'platform'), ''),
      coalesce(min(e.details ->> 'source'), ''), coalesce(min(e.details ->> 'target'), ''),
      coalesce(min(e.details ->> 'line'), ''), coalesce(min(e.details ->> 'engine'), ''), sum(e.amount), count(*)
    from lease l
    join ${characterEntries} e on e.workspace_id = l.workspace_id and e.lease_id = l.id
    join ${workspaces} w on w.id = e.workspace_id
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (workspace_id, day, sub_account_id, id) do update
      set characters = ${characterUsageDays.characters} + excluded.characters,
        translations = ${characterUsageDays.translations} + excluded.translations`);
}

/** Returns leases that a process of the previous version has settled without a usage record. */
export async function unfoldedLeases(handle: Handle): Promise<{ workspaceId: WorkspaceId; id: string }[]> {
  return handle.db
    .select({ workspaceId: characterLeases.workspaceId, id: characterLeases.id })
    .from(characterLeases)
    .where(and(eq(characterLeases.usageFolded, false), isNotNull(characterLeases.settledAt)))
    .limit(1_000);
}

/**
 * Returns leases that their process has not settled: expired ones of any process (settling them may have failed), and
 * with `everyOther` all leases of other processes.
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

/**
 * Returns the account that pays for each spender: its own, or the owner's when it is unlimited; null when the
 * sub-account no longer exists.
 */
export async function payersOf(handle: Handle, spenders: readonly Spender[]): Promise<(string | null)[]> {
  const rows = spenders.map((spender, ord) => ({ ...spender, ord }));
  const { rows: found } = await handle.db.execute<{ payer: string | null }>(sql`
    select case when a.closed then null when a.unlimited then a.workspace_id else a.account_id end as payer
    from json_to_recordset(${JSON.stringify(rows)}::json) as i(ord int, "workspaceId" uuid, "subAccountId" uuid)
    left join ${characterAccounts} a on a.workspace_id = i."workspaceId" and a.account_id = i."subAccountId"
    order by i.ord`);
  return found.map(({ payer }) => payer);
}
