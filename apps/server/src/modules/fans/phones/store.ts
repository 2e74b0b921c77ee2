/** Phone numbers as identities: rows of `fanIdentities` whose platform is 'phone', valid in the whole workspace. */
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import { fanIdentities, fanMerges, fans } from '../../../schema/fans.ts';
import { workspaces } from '../../../schema/workspaces.ts';

/** A number provided with a message. `key`: from `phoneKey`; `fanId`: the topmost fan of the writer. */
export type GivenPhone = {
  workspaceId: WorkspaceId;
  key: string;
  fanId: string;
  ownFanId: string;
};
/** `fanId`: the topmost fan of the number's holder. `merging`: the owner treats a number as one person. */
export type KnownPhone = { workspaceId: WorkspaceId; key: string; fanId: string; merging: boolean };

/** Returns the known numbers among these, in one query. */
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

/** Number of locks per workspace that numbers share, which bounds the locks of a batch. */
const locks = 64;

/** Locks these numbers, known or not, until the transaction ends. Sorted, so that transactions don't deadlock. */
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

/** Locks fans as merges do, until the transaction ends. Sorted, so that they don't deadlock with merges. */
export async function lockFans(
  tx: Tx,
  people: readonly Pick<GivenPhone, 'workspaceId' | 'fanId'>[],
): Promise<void> {
  await tx.db.execute(sql`
    select from json_to_recordset(${JSON.stringify(people)}::json) as p("workspaceId" uuid, "fanId" uuid)
    join ${fans} f on f.workspace_id = p."workspaceId" and f.id = p."fanId"
    order by f.workspace_id, f.id for update of f`);
}

/** Stores numbers as identities of these fans. Returns false if one has concurrently become another person's. */
export async function insertPhones(tx: Tx, given: readonly GivenPhone[]): Promise<boolean> {
  const rows = given.map((it) => ({ ...it, id: newId() }));
  // Sorted, so that concurrent transactions with the same numbers wait instead of deadlocking.
  const { rows: inserted } = await tx.db.execute(sql`
    insert into ${fanIdentities} (workspace_id, id, platform, scope, platform_user_id, fan_id, own_fan_id)
    select "workspaceId", id, 'phone', '', key, "fanId", "ownFanId"
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as p("workspaceId" uuid, id uuid, key text, "fanId" uuid, "ownFanId" uuid)
    order by "workspaceId", key
    on conflict (workspace_id, platform, scope, platform_user_id) do nothing
    returning ${fanIdentities.id}`);
  return inserted.length === rows.length;
}

/** Returns whether the owner has undone a merge of these two people, given by their topmost fans. */
export async function hasUndoneMerge(
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
