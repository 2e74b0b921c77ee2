import { sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import {
  accountFans,
  type FanType,
  fanCorrections,
  fanIdentities,
  fanMerges,
  fanSightings,
  fans,
  fanVerdicts,
  type MergeReason,
  verdictRule,
} from '../../../schema/fans.ts';
import type { JudgedVerdict } from './rejudge.ts';
import type { MovedDetails } from './shown-details.ts';

export type Merge = {
  id: string;
  keptFanId: string;
  mergedFanId: string;
  reason: MergeReason;
  undone: boolean;
};

const ids = (values: readonly string[]) => sql`${sql.param([...values])}::uuid[]`;

/** Locks fans until the transaction ends, sorted, so that merges don't deadlock. Returns those that are topmost. */
export async function lockTopmost(
  tx: Tx,
  workspaceId: WorkspaceId,
  fanIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await tx.db.execute<{ id: string; topmost: boolean }>(sql`
    select ${fans.id}, ${fans.mergedInto} is null as topmost from ${fans}
    where ${fans.workspaceId} = ${workspaceId} and ${fans.id} = any(${ids(fanIds)}) order by ${fans.id} for update`);
  return new Set(rows.filter(({ topmost }) => topmost).map(({ id }) => id));
}

/** Returns the fans merged into this one, directly or not, and itself. */
export async function readTree(tx: Tx, workspaceId: WorkspaceId, fanId: string): Promise<string[]> {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    with recursive tree as (
      select ${fanId}::uuid as id
      union
      select f.id from tree t join ${fans} f on f.workspace_id = ${workspaceId} and f.merged_into = t.id
    )
    select id from tree`);
  return rows.map(({ id }) => id);
}

/** Returns the topmost fan above this one, or itself; null if there is no such fan. */
export async function findTopmost(
  handle: Handle,
  workspaceId: WorkspaceId,
  fanId: string,
): Promise<string | null> {
  const { rows } = await handle.db.execute<{ id: string | null }>(
    sql`select topmost_fan(${workspaceId}, ${fanId}) as id`,
  );
  return rows[0]?.id ?? null;
}

export async function insertMerge(
  tx: Tx,
  workspaceId: WorkspaceId,
  it: Omit<Merge, 'undone'> & { mergedAt: Date; mergedBy: string | null },
): Promise<void> {
  await tx.db.execute(sql`
    insert into ${fanMerges} (workspace_id, id, kept_fan_id, merged_fan_id, reason, merged_at, merged_by)
    values (${workspaceId}, ${it.id}, ${it.keptFanId}, ${it.mergedFanId}, ${it.reason}, ${it.mergedAt}, ${it.mergedBy})`);
}

/** Returns a merge, locked until the transaction ends. */
export async function lockMerge(tx: Tx, workspaceId: WorkspaceId, mergeId: string): Promise<Merge | null> {
  const { rows } = await tx.db.execute<Merge>(sql`
    select ${fanMerges.id}, ${fanMerges.keptFanId} as "keptFanId", ${fanMerges.mergedFanId} as "mergedFanId",
      ${fanMerges.reason}, ${fanMerges.undoneAt} is not null as undone
    from ${fanMerges} where ${fanMerges.workspaceId} = ${workspaceId} and ${fanMerges.id} = ${mergeId} for update`);
  return rows[0] ?? null;
}

export async function markUndone(
  tx: Tx,
  workspaceId: WorkspaceId,
  mergeId: string,
  it: { undoneAt: Date; undoneBy: string | null },
): Promise<void> {
  await tx.db.execute(sql`
    update ${fanMerges} set undone_at = ${it.undoneAt}, undone_by = ${it.undoneBy}
    where ${fanMerges.workspaceId} = ${workspaceId} and ${fanMerges.id} = ${mergeId}`);
}

/** Sets the fan that this one is merged into; null makes it topmost. */
export async function setMergedInto(
  tx: Tx,
  workspaceId: WorkspaceId,
  fanId: string,
  into: string | null,
): Promise<void> {
  await tx.db.execute(sql`
    update ${fans} set merged_into = ${into} where ${fans.workspaceId} = ${workspaceId} and ${fans.id} = ${fanId}`);
}

/** Assigns the identities of these fans to their topmost one. */
export async function assignIdentities(
  tx: Tx,
  workspaceId: WorkspaceId,
  ownFanIds: readonly string[],
  topmost: string,
): Promise<void> {
  await tx.db.execute(sql`
    update ${fanIdentities} set fan_id = ${topmost}
    where ${fanIdentities.workspaceId} = ${workspaceId}
      and coalesce(${fanIdentities.ownFanId}, ${fanIdentities.fanId}) = any(${ids(ownFanIds)})`);
}

export type PersonVerdict = JudgedVerdict & {
  workspaceId: WorkspaceId;
  /** The topmost fan of its person. */
  fanId: string;
  /** The row of the list whose details its own row shows. */
  detailsOf: string;
  platform: string;
  workOrderId: string | null;
};

/** Returns the verdicts that were given to these fans of one person. */
export async function readVerdicts(
  tx: Tx,
  workspaceId: WorkspaceId,
  ownFanIds: readonly string[],
): Promise<PersonVerdict[]> {
  const { rows } = await tx.db.execute<PersonVerdict>(sql`
    select v.workspace_id as "workspaceId", v.id, a.fan_id as "fanId", v.fan_id as "ownFanId",
      coalesce(a.details_of, a.id) as "detailsOf", v.social_account_id as "socialAccountId",
      v.sub_account_id as "subAccountId", a.platform, v.scope, v.verdict, ${verdictRule} as rule,
      v.matched_verdict_id as "matchedVerdictId", v.work_order_id as "workOrderId", a.counts_as as "countsAs",
      v.library_id is not null and (v.listed_fan_ids is null or v.listed_fan_ids && ${ids(ownFanIds)}) as "listed",
      v.matched_verdict_id is not null and not exists (
        select from ${fanVerdicts} m where m.workspace_id = v.workspace_id and m.id = v.matched_verdict_id
      ) as "matchDeleted",
      extract(epoch from v.decided_at) * 1000 as "decidedAt"
    from ${fanVerdicts} v join ${accountFans} a on a.workspace_id = v.workspace_id and a.id = v.id
    where v.workspace_id = ${workspaceId} and v.fan_id = any(${ids(ownFanIds)})`);
  return rows;
}

/** Assigns the rows of these fans to their topmost one. */
export async function assignAccountFans(
  tx: Tx,
  workspaceId: WorkspaceId,
  ownFanIds: readonly string[],
  topmost: string,
): Promise<void> {
  await tx.db.execute(sql`
    update ${accountFans} set fan_id = ${topmost}
    where ${accountFans.workspaceId} = ${workspaceId} and ${accountFans.ownFanId} = any(${ids(ownFanIds)})
      and ${accountFans.fanId} <> ${topmost}`);
}

export async function setCountsAs(
  tx: Tx,
  workspaceId: WorkspaceId,
  recounts: readonly { id: string; to: FanType }[],
): Promise<void> {
  if (recounts.length === 0) return;
  await tx.db.execute(sql`
    update ${accountFans} a set counts_as = r."to"
    from json_to_recordset(${JSON.stringify(recounts)}::json) as r(id uuid, "to" text)
    where a.workspace_id = ${workspaceId} and a.id = r.id`);
}

/** Exchanges the details of rows; each gets those that `from` has now. */
export async function exchangeDetails(
  tx: Tx,
  workspaceId: WorkspaceId,
  moved: readonly MovedDetails[],
): Promise<void> {
  if (moved.length === 0) return;
  await tx.db.execute(sql`
    update ${accountFans} a set display_name = f.display_name, alias = f.alias, phone = f.phone, notes = f.notes,
      tag_ids = f.tag_ids, details_of = nullif(m."detailsOf", a.id)
    from json_to_recordset(${JSON.stringify(moved)}::json) as m(id uuid, "from" uuid, "detailsOf" uuid)
    join ${accountFans} f on f.workspace_id = ${workspaceId} and f.id = m."from"
    where a.workspace_id = ${workspaceId} and a.id = m.id`);
}

/** Inserts corrections; triggers update the counters. */
export async function insertCorrections(
  tx: Tx,
  corrections: readonly {
    workspaceId: WorkspaceId;
    id: string;
    verdictId: string;
    mergeId: string;
    socialAccountId: string;
    subAccountId: string;
    platform: string;
    workOrderId: string | null;
    orderDay: string | null;
    from: FanType;
    to: FanType;
    decidedAt: number;
  }[],
): Promise<void> {
  await tx.db.execute(sql`
    insert into ${fanCorrections} (workspace_id, id, verdict_id, merge_id, social_account_id, sub_account_id, platform,
      work_order_id, order_day, from_type, to_type, decided_at)
    select "workspaceId", id, "verdictId", "mergeId", "socialAccountId", "subAccountId", platform, "workOrderId", "orderDay",
      "from", "to", to_timestamp("decidedAt" / 1000)
    from json_to_recordset(${JSON.stringify(corrections)}::json) as c("workspaceId" uuid, id uuid, "verdictId" uuid,
      "mergeId" uuid, "socialAccountId" uuid, "subAccountId" uuid, platform text, "workOrderId" uuid, "orderDay" date,
      "from" text, "to" text, "decidedAt" double precision)
    order by "workspaceId", "socialAccountId", "verdictId"`);
}

/** Recomputes a person's sightings: the first verdict in each scope. */
export async function recomputeSightings(tx: Tx, workspaceId: WorkspaceId, fanId: string): Promise<void> {
  await tx.db.execute(sql`
    delete from ${fanSightings}
    where ${fanSightings.workspaceId} = ${workspaceId} and ${fanSightings.fanId} = ${fanId}`);
  await tx.db.execute(sql`
    insert into ${fanSightings} (workspace_id, scope, fan_id, verdict_id)
    select distinct on (s.scope) a.workspace_id, s.scope, a.fan_id, a.id
    from ${accountFans} a cross join lateral (values ('workspace'), (a.sub_account_id::text)) as s(scope)
    where a.workspace_id = ${workspaceId} and a.fan_id = ${fanId}
    order by s.scope, a.grown_at, a.id`);
}
