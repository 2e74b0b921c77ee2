/**
 * Stores which server process holds which social account. Every second a process writes a heartbeat to its own row;
 * once the row has expired, other processes may take over its accounts. No write per account is needed in between.
 */
import { sql } from 'drizzle-orm';
import { type Database, type Handle, transaction } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { processLease } from '../../../base/process-lease.ts';
import { serverProcesses, socialAccounts } from '../../../schema/channels.ts';
import type { Load } from './fair-share.ts';

/** Lease of a process without a heartbeat. Others check every second, so accounts are taken over within 8 s. */
const { seconds: aliveSeconds, ownSignSeconds } = processLease;
/** A process may be given accounts once it has lived this long. */
const settledSeconds = 15;

/** Writes a heartbeat. */
export async function writeHeartbeat(handle: Handle, processId: string): Promise<void> {
  await handle.db.execute(sql`
    insert into ${serverProcesses} (id, alive_until)
    values (${processId}, now() + make_interval(secs => ${aliveSeconds}))
    on conflict (id) do update set alive_until = excluded.alive_until`);
}

/**
 * Accounts that may be taken. all: every other process is known to be dead. abandoned: accounts without a holder and
 * those of dead processes. released: only accounts without a holder, for a process that was cut off itself and can't
 * judge others.
 */
export type TakeableAccounts = 'all' | 'abandoned' | 'released';

const nobodyHolds = sql`s.holder is null`;
const conditions = {
  all: () => sql`true`,
  released: () => nobodyHolds,
  // A process of an earlier version renews `held_until` instead of a row. The second `exists` rejects a statement that
  // the database delayed together with all heartbeats: the age of the others' proves nothing when this process's own is
  // as old.
  abandoned: (
    processId: string,
  ) => sql`(${nobodyHolds} or ((s.held_until is null or s.held_until < now()) and not exists (
    select from ${serverProcesses} p where p.id = s.holder and p.alive_until >= now()) and exists (
    select from ${serverProcesses} p where p.id = ${processId}
      and p.alive_until >= now() + make_interval(secs => ${aliveSeconds - ownSignSeconds}))))`,
};

/**
 * Takes the enabled accounts that may be taken. Accounts locked at this moment are left to the next second, because two
 * processes that update many rows each could deadlock.
 */
export async function takeAccounts(
  handle: Handle,
  processId: string,
  takeable: TakeableAccounts,
): Promise<void> {
  await handle.db.execute(sql`
    update ${socialAccounts} a set holder = ${processId}, held_until = now()
    from (
      select s.workspace_id, s.id from ${socialAccounts} s
      where s.enabled and s.holder is distinct from ${processId} and ${conditions[takeable](processId)}
      for no key update skip locked) taken
    where a.workspace_id = taken.workspace_id and a.id = taken.id`);
}

/** Hands an account over to another process, or releases it if that process has died. */
export async function handOverAccount(
  handle: Handle,
  processId: string,
  account: { workspaceId: WorkspaceId; id: string },
  to: string,
): Promise<void> {
  await handle.db.execute(sql`
    update ${socialAccounts} set held_until = now(), holder = (
      select p.id from ${serverProcesses} p where p.id = ${to} and p.alive_until >= now())
    where ${socialAccounts.workspaceId} = ${account.workspaceId} and ${socialAccounts.id} = ${account.id}
      and ${socialAccounts.holder} = ${processId}`);
}

/** Releases these accounts, so that other processes may take them at once. */
export async function releaseAccounts(
  handle: Handle,
  processId: string,
  ids: readonly string[],
): Promise<void> {
  await handle.db.execute(sql`
    update ${socialAccounts} set holder = null, held_until = null
    where ${socialAccounts.holder} = ${processId}
      and ${socialAccounts.id} in (select json_array_elements_text(${JSON.stringify(ids)}::json)::uuid)`);
}

/** Releases all accounts when the process leaves, so that others may take them at once. */
export async function releaseAllAccounts(database: Database, processId: string): Promise<void> {
  await transaction(database, async (tx) => {
    await tx.db.execute(sql`delete from ${serverProcesses} where ${serverProcesses.id} = ${processId}`);
    await tx.db.execute(sql`
      update ${socialAccounts} set holder = null, held_until = null where ${socialAccounts.holder} = ${processId}`);
  });
}

/** Returns the living processes with the number of enabled accounts that each holds. */
export async function readLoads(handle: Handle): Promise<Load[]> {
  const { rows } = await handle.db.execute<Load>(sql`
    select p.id as "processId", p.started_at < now() - make_interval(secs => ${settledSeconds}) as settled,
      (select count(*) from ${socialAccounts} s where s.enabled and s.holder = p.id) as held
    from ${serverProcesses} p where p.alive_until >= now()`);
  return rows;
}

/** Deletes processes that have been dead for an hour; their accounts were taken over long ago. */
export async function deleteDeadProcesses(handle: Handle): Promise<void> {
  await handle.db.execute(sql`
    delete from ${serverProcesses} where ${serverProcesses.aliveUntil} < now() - interval '1 hour'`);
}
