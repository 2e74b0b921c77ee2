/** Phone numbers as identities: rows of `fanIdentities` whose platform is 'phone', valid in the whole workspace. */
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import { fanIdentities, fanMerges, fans } from '../../../schema/fans.ts';
import { workspaces } from '../../../schema/workspaces.ts';

/** A number that a platform gave with a message. `key`: as `phoneKey` returns it; `fanId`: the topmost fan of the writer. */
export type GivenPhone = {
  workspaceId: WorkspaceId;
  key: string;
  fanId: string;
  ownFanId: string;
};
/** `fanId`: the topmost fan of the person whose number it is. `merging`: the owner wants one number to be one person. */
export type KnownPhone = { workspaceId: WorkspaceId; key: string; fanId: string; merging: boolean };

/** Returns those of the numbers that are known. One query, however many. */
export async function findPhones(
  tx: Tx,
  given: readonly Pick<GivenPhone, 'workspaceId' | 'key'>[],
): Promise<KnownPhone[]> {
  const { rows } = await tx.db.execute<KnownPhone>(sql`
    select i.workspace_id as "workspaceId", i.platform_user_id as key, i.fan_id as "fanId",
      w.merge_fans_by_phone as merging
    from json_to_recordset(${JSON.stringify(given)}::json) as p("workspaceId" uuid, key text)
    join ${fanIdentities} i on i.workspace_id = p."workspaceId" and i.platform = 'phone' and i.scope = ''
      and i.platform_user_id = p.key
    join ${workspaces} w on w.id = i.workspace_id`);
  return rows;
}

/** Numbers share so many locks in a workspace, so that a batch takes no more. */
const locks = 64;

/** Has others who lock these numbers, known or not, wait until the transaction ends. Sorted, so that they don't deadlock. */
export async function lockPhones(
  tx: Tx,
  phones: readonly Pick<GivenPhone, 'workspaceId' | 'key'>[],
): Promise<void> {
  await tx.db.execute(sql`
    with held as materialized (
      select distinct hashtext('fan-phones ' || p."workspaceId") as workspace, hashtext(p.key) & ${locks - 1} as number
      from json_to_recordset(${JSON.stringify(phones)}::json) as p("workspaceId" text, key text)
      order by workspace, number
    )
    select pg_advisory_xact_lock(workspace, number) from held`);
}

/** Locks fans as merges do, until the transaction ends. Sorted, so that merges wait for each other. */
export async function lockFans(
  tx: Tx,
  people: readonly Pick<GivenPhone, 'workspaceId' | 'fanId'>[],
): Promise<void> {
  await tx.db.execute(sql`
    select from json_to_recordset(${JSON.stringify(people)}::json) as p("workspaceId" uuid, "fanId" uuid)
    join ${fans} f on f.workspace_id = p."workspaceId" and f.id = p."fanId"
    order by f.workspace_id, f.id for update of f`);
}

/** Makes numbers identities of these fans. False: one of them has become another person's in the meantime. */
export async function insertPhones(tx: Tx, given: readonly GivenPhone[]): Promise<boolean> {
  const rows = given.map((it) => ({ ...it, id: newId() }));
  // Sorted, so that two transactions that are given the same numbers wait for each other instead of deadlocking.
  const { rows: inserted } = await tx.db.execute(sql`
    insert into ${fanIdentities} (workspace_id, id, platform, scope, platform_user_id, fan_id, own_fan_id)
    select "workspaceId", id, 'phone', '', key, "fanId", "ownFanId"
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as p("workspaceId" uuid, id uuid, key text, "fanId" uuid, "ownFanId" uuid)
    order by "workspaceId", key
    on conflict (workspace_id, platform, scope, platform_user_id) do nothing
    returning id`);
  return inserted.length === rows.length;
}

/** Returns whether the owner has taken these two people, by their topmost fans, apart. */
export async function areKeptApart(
  tx: Tx,
  workspaceId: WorkspaceId,
  [one, other]: readonly [string, string],
): Promise<boolean> {
  const { rows } = await tx.db.execute<{ apart: boolean }>(sql`
    with recursive parts as (
      select f.id as whole, f.id from ${fans} f where f.workspace_id = ${workspaceId} and f.id in (${one}, ${other})
      union
      select p.whole, f.id from parts p join ${fans} f on f.workspace_id = ${workspaceId} and f.merged_into = p.id
    )
    select exists (
      select from parts kept
      join ${fanMerges} m on m.workspace_id = ${workspaceId} and m.kept_fan_id = kept.id and m.undone_at is not null
      join parts merged on merged.id = m.merged_fan_id and merged.whole <> kept.whole
    ) as apart`);
  return rows[0]?.apart === true;
}
