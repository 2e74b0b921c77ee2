import type { FanTag, FanTagColour } from '@parley/contract/fan-tags';
import { sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import { acquireLock } from '../../../base/db/named-lock.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { fanTagChanges, fanTagEnds, fanTags, type TagThen } from '../../../schema/fans/tags.ts';
import { accountFans } from '../../../schema/fans.ts';
import type { ChangedRow } from './tagging.ts';

const uuids = (values: readonly string[]) => sql`${sql.param([...values])}::uuid[]`;

/** Returns the workspace's tags by name. */
export async function readTags(handle: Handle, workspaceId: WorkspaceId): Promise<FanTag[]> {
  const { rows } = await handle.db.execute<FanTag>(sql`
    select ${fanTags.id}, ${fanTags.name}, ${fanTags.colour}, ${fanTags.uses}, ${fanTags.version},
      (extract(epoch from ${fanTags.createdAt}) * 1000)::bigint as "createdAt"
    from ${fanTags} where ${fanTags.workspaceId} = ${workspaceId} order by lower(${fanTags.name}), ${fanTags.id}`);
  return rows;
}

/** Locks tags until the transaction ends, sorted by id. Returns those that exist. */
export async function lockTags(
  tx: Tx,
  workspaceId: WorkspaceId,
  tagIds: readonly string[],
): Promise<FanTag[]> {
  const { rows } = await tx.db.execute<FanTag>(sql`
    select ${fanTags.id}, ${fanTags.name}, ${fanTags.colour}, ${fanTags.uses}, ${fanTags.version},
      (extract(epoch from ${fanTags.createdAt}) * 1000)::bigint as "createdAt"
    from ${fanTags} where ${fanTags.workspaceId} = ${workspaceId} and ${fanTags.id} = any(${uuids(tagIds)})
    order by ${fanTags.id} for update`);
  return rows;
}

/** Locks the number of a workspace's tags until the transaction ends, and returns it. */
export async function lockTagCount(tx: Tx, workspaceId: WorkspaceId): Promise<number> {
  await acquireLock(tx, `fan-tags ${workspaceId}`);
  const { rows } = await tx.db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${fanTags} where ${fanTags.workspaceId} = ${workspaceId}`,
  );
  return rows[0]?.count ?? 0;
}

/** Returns the sub-accounts that own the social accounts of these list rows; null for those with any rows. */
export async function subAccountsOf(
  handle: Handle,
  workspaceId: WorkspaceId,
  rowIds: readonly string[] | null,
): Promise<string[]> {
  const having =
    rowIds &&
    sql`and ${socialAccounts.id} in (
      select a.social_account_id from ${accountFans} a
      where a.workspace_id = ${workspaceId} and a.id = any(${uuids(rowIds)}))`;
  const { rows } = await handle.db.execute<{ id: string }>(sql`
    select distinct ${socialAccounts.subAccountId} as id from ${socialAccounts}
    where ${socialAccounts.workspaceId} = ${workspaceId} ${having ?? sql``}`);
  return rows.map(({ id }) => id);
}

type Form = { id: string; name: string; colour: FanTagColour };

/** Returns false if another tag has this name. */
export async function insertTag(tx: Tx, workspaceId: WorkspaceId, it: Form): Promise<boolean> {
  const { rowCount } = await tx.db.execute(sql`
    insert into ${fanTags} (workspace_id, id, name, colour) values (${workspaceId}, ${it.id}, ${it.name}, ${it.colour})
    on conflict do nothing`);
  return rowCount === 1;
}

export async function nameTaken(tx: Tx, workspaceId: WorkspaceId, { id, name }: Form): Promise<boolean> {
  const { rows } = await tx.db.execute(sql`
    select 1 from ${fanTags}
    where ${fanTags.workspaceId} = ${workspaceId} and lower(${fanTags.name}) = lower(${name})
      and ${fanTags.id} <> ${id}`);
  return rows.length > 0;
}

export async function updateTag(tx: Tx, workspaceId: WorkspaceId, it: Form): Promise<void> {
  await tx.db.execute(sql`
    update ${fanTags} set name = ${it.name}, colour = ${it.colour}, version = ${fanTags.version} + 1
    where ${fanTags.workspaceId} = ${workspaceId} and ${fanTags.id} = ${it.id}`);
}

/** Deletes a tag, which must be locked, with one log entry for all fans that had it. `into`: the tag that replaces it. */
export async function deleteTag(
  tx: Tx,
  workspaceId: WorkspaceId,
  { id, name }: Pick<FanTag, 'id' | 'name'>,
  { into, endedBy }: { into: Pick<FanTag, 'id' | 'name'> | null; endedBy: string | null },
): Promise<void> {
  await tx.db.execute(sql`
    delete from ${fanTags} where ${fanTags.workspaceId} = ${workspaceId} and ${fanTags.id} = ${id}`);
  await tx.db.execute(sql`
    insert into ${fanTagEnds} (workspace_id, tag_id, name, ended_at, ended_by, into_tag_id, into_name)
    values (${workspaceId}, ${id}, ${name}, statement_timestamp(), ${endedBy}, ${into?.id ?? null}, ${into?.name ?? null})`);
}

/**
 * Removes a tag from all fans, or replaces it by another. Uses the tags' index instead of scanning the workspace's table; rows
 * hidden by a merge are found by the fans that represent them.
 */
export async function replaceTag(
  tx: Tx,
  workspaceId: WorkspaceId,
  tagId: string,
  intoTagId: string | null,
): Promise<void> {
  const left = sql`array_remove(a.tag_ids, ${tagId}::uuid)`;
  const next =
    intoTagId === null
      ? left
      : sql`case when ${intoTagId}::uuid = any(a.tag_ids) then ${left}
          else array_replace(a.tag_ids, ${tagId}::uuid, ${intoTagId}::uuid) end`;
  await tx.db.execute(sql`
    update ${accountFans} a set tag_ids = ${next}
    where a.workspace_id = ${workspaceId} and a.tag_ids && array[${tagId}::uuid]`);
}

/** Recounts the fans with a tag. */
export async function recountTag(tx: Tx, workspaceId: WorkspaceId, tagId: string): Promise<void> {
  await tx.db.execute(sql`
    update ${fanTags} t set uses = (select count(*) from ${accountFans} a
      where a.workspace_id = ${workspaceId} and a.tag_ids && array[${tagId}::uuid])
    where t.workspace_id = ${workspaceId} and t.id = ${tagId}`);
}

export type Tagged = { id: string; tagIds: string[] };

/** Locks rows of the list until the transaction ends, sorted by id. */
export async function lockRows(
  tx: Tx,
  workspaceId: WorkspaceId,
  rowIds: readonly string[],
): Promise<Tagged[]> {
  const { rows } = await tx.db.execute<Tagged>(sql`
    select a.id, a.tag_ids as "tagIds" from ${accountFans} a
    where a.workspace_id = ${workspaceId} and a.id = any(${uuids(rowIds)}) and a.type <> 'merged'
    order by a.id for no key update`);
  return rows;
}

/** Stores tag changes with their entries in the fans' logs. The tags and the rows must be locked. */
export async function setTags(
  tx: Tx,
  workspaceId: WorkspaceId,
  changed: readonly ChangedRow[],
  { tags, changedBy }: { tags: readonly Pick<FanTag, 'id' | 'name'>[]; changedBy: string | null },
): Promise<void> {
  const names = new Map(tags.map(({ id, name }) => [id, name]));
  const then = (tagIds: readonly string[]): TagThen[] =>
    tagIds.map((tagId) => ({ tagId, name: names.get(tagId) ?? '' }));
  const rows = changed.map((row) => ({ ...row, added: then(row.added), removed: then(row.removed) }));
  await tx.db.execute(sql`
    update ${accountFans} a set tag_ids = array(select json_array_elements_text(g."tagIds")::uuid)
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(id uuid, "tagIds" json)
    where a.workspace_id = ${workspaceId} and a.id = g.id`);
  await tx.db.execute(sql`
    insert into ${fanTagChanges} (workspace_id, row_id, id, changed_at, changed_by, added, removed)
    select ${workspaceId}, g.id, gen_random_uuid(), statement_timestamp(), ${changedBy}, g.added, g.removed
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(id uuid, added jsonb, removed jsonb)`);
}

/** Increments the number of fans with each tag. */
export async function addUses(
  tx: Tx,
  workspaceId: WorkspaceId,
  uses: ReadonlyMap<string, number>,
): Promise<void> {
  const changed = [...uses].map(([id, count]) => ({ id, count }));
  await tx.db.execute(sql`
    update ${fanTags} t set uses = t.uses + g.count
    from json_to_recordset(${JSON.stringify(changed)}::json) as g(id uuid, count int)
    where t.workspace_id = ${workspaceId} and t.id = g.id`);
}
