import { sql } from 'drizzle-orm';
import { asynchronousCommit } from '../../../base/db/asynchronous-commit.ts';
import type { Handle, Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { splitBindings, splitLinks, splitRotations, splitTargetDays } from '../../../schema/split-links.ts';
import { workspaceDay, workspaces } from '../../../schema/workspaces.ts';

export type LinkKey = { workspaceId: WorkspaceId; linkId: string };
export type TurnsWanted = LinkKey & { turns: number };
/** `position`: the number of turns taken so far. */
export type Position = LinkKey & { position: number };

/**
 * Takes turns of rotations and returns the first one of each link, by link id. A crash may forget the last turns: the commit is
 * asynchronous, as the exact order of a rotation isn't worth 5 ms per visit.
 */
export async function takeTurns(
  handle: Handle,
  wanted: readonly TurnsWanted[],
): Promise<Map<string, number>> {
  const { rows } = await handle.db.execute<{ linkId: string; first: number }>(sql`
    with ${asynchronousCommit},
    taken as (
      insert into ${splitRotations} as r (workspace_id, split_link_id, position)
      select w.workspace_id, w.link_id, w.turns from without_flush, unnest(
        ${sql.param(wanted.map(({ workspaceId }) => workspaceId))}::uuid[],
        ${sql.param(wanted.map(({ linkId }) => linkId))}::uuid[],
        ${sql.param(wanted.map(({ turns }) => turns))}::bigint[]) as w (workspace_id, link_id, turns)
      order by w.link_id
      on conflict (workspace_id, split_link_id) do update set position = r.position + excluded.position
      returning r.split_link_id, r.position)
    select split_link_id as "linkId", position as "first" from taken`);
  const turnsOf = new Map(wanted.map(({ linkId, turns }) => [linkId, turns]));
  return new Map(rows.map(({ linkId, first }) => [linkId, first - (turnsOf.get(linkId) ?? 0)]));
}

/** Returns the positions of rotations by link id; a link without visits has none. */
export async function readPositions(handle: Handle, links: readonly LinkKey[]): Promise<Map<string, number>> {
  const { rows } = await handle.db.execute<{ linkId: string; position: number }>(sql`
    select r.split_link_id as "linkId", r.position
    from unnest(${sql.param(links.map(({ workspaceId }) => workspaceId))}::uuid[],
      ${sql.param(links.map(({ linkId }) => linkId))}::uuid[]) as k (workspace_id, link_id)
    join ${splitRotations} r on r.workspace_id = k.workspace_id and r.split_link_id = k.link_id`);
  return new Map(rows.map(({ linkId, position }) => [linkId, position]));
}

/** Stores positions of rotations; never moves one back. Commits asynchronously too, so a crash may forget them. */
export async function savePositions(handle: Handle, positions: readonly Position[]): Promise<void> {
  await handle.db.execute(sql`
    with ${asynchronousCommit}
    insert into ${splitRotations} as r (workspace_id, split_link_id, position)
    select l.workspace_id, l.id, p.position from without_flush, unnest(
      ${sql.param(positions.map(({ workspaceId }) => workspaceId))}::uuid[],
      ${sql.param(positions.map(({ linkId }) => linkId))}::uuid[],
      ${sql.param(positions.map(({ position }) => position))}::bigint[]) as p (workspace_id, link_id, position)
    join ${splitLinks} l on l.workspace_id = p.workspace_id and l.id = p.link_id and l.deleted_at is null
    order by l.id
    on conflict (workspace_id, split_link_id) do update set position = greatest(r.position, excluded.position)`);
}

/** Sets the transaction's lock timeout, and the idle timeout that protects others from a frozen process. */
export async function limitWaits(
  tx: Tx,
  { lockTimeoutMs, idleTimeoutMs }: { lockTimeoutMs: number; idleTimeoutMs: number },
): Promise<void> {
  await tx.db.execute(sql`
    select set_config('lock_timeout', ${String(lockTimeoutMs)}, true),
      set_config('idle_in_transaction_session_timeout', ${String(idleTimeoutMs)}, true)`);
}

const dayOf = (workspaceId: WorkspaceId, now: Date) => sql`(
  select ${workspaceDay(sql`${now}::timestamptz`)} from ${workspaces} w where w.id = ${workspaceId})`;

/** Returns today's visitors of targets with a cap; `now` decides the day, in the workspace's time zone. */
export async function readTaken(
  tx: Tx,
  workspaceId: WorkspaceId,
  targetIds: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const { rows } = await tx.db.execute<{ targetId: string; taken: number }>(sql`
    select ${splitTargetDays.targetId} as "targetId", ${splitTargetDays.taken} from ${splitTargetDays}
    where ${splitTargetDays.workspaceId} = ${workspaceId}
      and ${splitTargetDays.targetId} = any(${sql.param([...targetIds])}::uuid[])
      and ${splitTargetDays.day} = ${dayOf(workspaceId, now)}`);
  return new Map(rows.map(({ targetId, taken }) => [targetId, taken]));
}

/** Stores what `readTaken` returned, after visitors were assigned. The caller holds the rotation's row lock throughout. */
export async function saveTaken(
  tx: Tx,
  workspaceId: WorkspaceId,
  taken: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  if (taken.size === 0) return;
  await tx.db.execute(sql`
    insert into ${splitTargetDays} (workspace_id, target_id, day, taken)
    select ${workspaceId}, t.target_id, ${dayOf(workspaceId, now)}, t.taken
    from unnest(${sql.param([...taken.keys()])}::uuid[], ${sql.param([...taken.values()])}::int[]) as t (target_id, taken)
    on conflict (workspace_id, target_id, day) do update set taken = excluded.taken`);
}

/** Deletes up to `most` cap counters of days that are over in every time zone. Returns true if there may be more. */
export async function deletePastTaken(tx: Tx, now: Date, most: number): Promise<boolean> {
  const { rowCount } = await tx.db.execute(sql`
    delete from ${splitTargetDays} where ctid = any(array(
      select ctid from ${splitTargetDays}
      where ${splitTargetDays.day} < (${now}::timestamptz - interval '3 days')::date limit ${most}))`);
  return rowCount === most;
}

/** Returns the target that an address is bound to, or null. */
export async function findBinding(
  handle: Handle,
  { workspaceId, linkId }: LinkKey,
  addressHash: Buffer,
  now: Date,
): Promise<string | null> {
  const { rows } = await handle.db.execute<{ targetId: string }>(sql`
    select ${splitBindings.targetId} as "targetId" from ${splitBindings}
    where ${splitBindings.workspaceId} = ${workspaceId} and ${splitBindings.splitLinkId} = ${linkId}
      and ${splitBindings.addressHash} = ${addressHash}
      and ${splitBindings.expiresAt} > ${now}`);
  return rows[0]?.targetId ?? null;
}

export type NewBinding = {
  addressHash: Buffer;
  targetId: string;
  /** The targets whose bindings remain valid. */
  enabledIds: readonly string[];
  now: Date;
  expiresAt: Date;
};

/** Binds an address to a target and returns the bound target, which a concurrent visit may have set. */
export async function bindAddress(
  handle: Handle,
  { workspaceId, linkId }: LinkKey,
  { addressHash, targetId, enabledIds, now, expiresAt }: NewBinding,
): Promise<string> {
  const keeps = sql`b.expires_at > ${now} and b.target_id = any(${sql.param([...enabledIds])}::uuid[])`;
  const { rows } = await handle.db.execute<{ targetId: string }>(sql`
    insert into ${splitBindings} as b (workspace_id, split_link_id, address_hash, target_id, expires_at)
    values (${workspaceId}, ${linkId}, ${addressHash}, ${targetId}, ${expiresAt})
    on conflict (workspace_id, split_link_id, address_hash) do update set
      target_id = case when ${keeps} then b.target_id else excluded.target_id end,
      expires_at = case when ${keeps} then b.expires_at else excluded.expires_at end
    returning target_id as "targetId"`);
  return rows[0]?.targetId ?? targetId;
}

/** Deletes up to `most` expired bindings. Returns true if there may be more. */
export async function deleteExpiredBindings(tx: Tx, now: Date, most: number): Promise<boolean> {
  const { rowCount } = await tx.db.execute(sql`
    delete from ${splitBindings} where ctid = any(array(
      select ctid from ${splitBindings} where ${splitBindings.expiresAt} < ${now} limit ${most}))`);
  return rowCount === most;
}
