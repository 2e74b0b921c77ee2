/**
 * Deletes a deleted sub-account's fan data. Other sub-accounts' verdicts stay unchanged, because money is settled on them: a
 * verdict that became a repeat because of a deleted one stays a repeat, and its `matched_verdict_id` then names a row that no
 * longer exists. A person without an encounter at another sub-account counts as a new person again. Someone who first wrote to an
 * account as part of a merged person may have no row there, only conversations: they are known while these exist.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { conversations } from '../../../schema/conversations.ts';
import { fanTagChanges } from '../../../schema/fans/tags.ts';
import {
  accountFans,
  fanAccountDays,
  fanCorrections,
  fanIdentities,
  fanMerges,
  fanSightings,
  fans,
  fanVerdicts,
  topmostFan,
} from '../../../schema/fans.ts';
import { deleteGrowth } from '../counters/store.ts';
import { leaveRanges } from '../libraries/store.ts';

const atOnce = 2_000;

/**
 * Deletes the verdicts on its social accounts and everything that depends on them, in batches; finally its counters. Runs before
 * the channels module deletes the account rows, which are used to find the verdicts. Returns true until all is deleted.
 */
export async function deleteSubAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<boolean> {
  await leaveRanges(tx, workspaceId, subAccountId);
  if (await deleteRows(tx, workspaceId, sql`a.sub_account_id = ${subAccountId}`)) return true;
  // Accounts that were moved elsewhere have left sightings in its scope.
  const { rowCount } = await tx.db.execute(sql`
    delete from ${fanSightings}
    where ${fanSightings.workspaceId} = ${workspaceId} and ${fanSightings.scope} = ${subAccountId}
      and ${fanSightings.fanId} = any(array(
        select ${fanSightings.fanId} from ${fanSightings}
        where ${fanSightings.workspaceId} = ${workspaceId} and ${fanSightings.scope} = ${subAccountId}
        limit ${atOnce}))`);
  if (rowCount === atOnce) return true;
  await deleteGrowth(tx, workspaceId, subAccountId);
  return false;
}

/** Deletes a deleted social account's fan data in the same way; fans with encounters elsewhere stay known there. */
export function deleteAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): Promise<boolean> {
  return deleteRows(tx, workspaceId, sql`a.id = ${socialAccountId}`);
}

/** `whose` is a condition on the social accounts `a`. */
async function deleteRows(tx: Tx, workspaceId: WorkspaceId, whose: SQL): Promise<boolean> {
  const { rows } = await tx.db.execute<{ id: string; fanId: string }>(sql`
    select v.id, v.fan_id as "fanId" from ${socialAccounts} a
    join ${accountFans} v on v.workspace_id = a.workspace_id and v.social_account_id = a.id
    where a.workspace_id = ${workspaceId} and ${whose} limit ${atOnce}`);
  if (rows.length === 0) return deleteRest(tx, workspaceId, whose);
  const rowIds = sql`any(${sql.param(rows.map(({ id }) => id))}::uuid[])`;
  const fanIds = sql`any(${sql.param([...new Set(rows.map(({ fanId }) => fanId))])}::uuid[])`;
  // From here on these fans can't have a first encounter or be merged (`lockFansAgainstMerges`), so the rows found below stay
  // valid.
  await tx.db.execute(sql`
    select 1 from ${fans} where ${fans.workspaceId} = ${workspaceId} and ${fans.id} = ${fanIds} order by ${fans.id}
    for update`);
  const moved = await tx.db.execute(sql`
    select from ${accountFans}
    where ${accountFans.workspaceId} = ${workspaceId} and ${accountFans.id} = ${rowIds}
      and not ${accountFans.fanId} = ${fanIds} limit 1`);
  // A merge or its undoing, committed during the wait, has assigned these rows to people who aren't locked.
  if (moved.rows.length > 0) return true;
  await tx.db.execute(sql`
    delete from ${fanCorrections}
    where ${fanCorrections.workspaceId} = ${workspaceId} and ${fanCorrections.verdictId} = ${rowIds}`);
  await tx.db.execute(sql`
    delete from ${fanVerdicts} where ${fanVerdicts.workspaceId} = ${workspaceId} and ${fanVerdicts.id} = ${rowIds}`);
  await tx.db.execute(sql`
    delete from ${accountFans} where ${accountFans.workspaceId} = ${workspaceId} and ${accountFans.id} = ${rowIds}`);
  // After the rows: tagging transactions lock them, so their log entries are visible from here on.
  await tx.db.execute(sql`
    delete from ${fanTagChanges}
    where ${fanTagChanges.workspaceId} = ${workspaceId} and ${fanTagChanges.rowId} = ${rowIds}`);
  await moveSightings(tx, workspaceId, fanIds, rowIds);
  await deleteUnknownPeople(tx, workspaceId, [...new Set(rows.map(({ fanId }) => fanId))]);
  return true;
}

/**
 * Locks the people of these fans, as identified, against first encounters and merges until the transaction ends. Returns false if
 * one of them was merged or separated meanwhile, and isn't locked.
 */
export async function lockPeople(
  tx: Tx,
  workspaceId: WorkspaceId,
  ownFanIds: readonly string[],
): Promise<boolean> {
  const own = sql`unnest(${sql.param([...ownFanIds])}::uuid[])`;
  const { rows: locked } = await tx.db.execute<{ id: string }>(sql`
    select ${fans.id} from ${fans}
    where ${fans.workspaceId} = ${workspaceId} and ${fans.mergedInto} is null
      and ${fans.id} = any(array(select ${topmostFan(sql`${workspaceId}`, sql`o.id`)} from ${own} as o(id)))
    order by ${fans.id} for update`);
  const { rows: placed } = await tx.db.execute<{ id: string | null }>(sql`
    select distinct ${topmostFan(sql`${workspaceId}`, sql`o.id`)} as id from ${own} as o(id)`);
  const held = new Set(locked.map(({ id }) => id));
  return placed.every(({ id }) => id === null || held.has(id));
}

/**
 * Deletes the people among these fans that no account knows any more, with the fans merged into them. The people must be locked
 * against first encounters and merges.
 */
export async function deleteUnknownPeople(
  tx: Tx,
  workspaceId: WorkspaceId,
  fanIds: readonly string[],
): Promise<void> {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    with recursive unlisted as (
      select f.id as topmost, f.id from ${fans} f
      where f.workspace_id = ${workspaceId} and f.id = any(${sql.param([...fanIds])}::uuid[])
        and f.merged_into is null and not exists (
        select from ${accountFans} v where v.workspace_id = f.workspace_id and v.fan_id = f.id)
      union
      select u.topmost, f.id from unlisted u
      join ${fans} f on f.workspace_id = ${workspaceId} and f.merged_into = u.id
    )
    select id from unlisted where not topmost in (
      select u.topmost from unlisted u
      join ${conversations} c on c.workspace_id = ${workspaceId} and c.fan_id = u.id)`);
  if (rows.length === 0) return;
  const gone = sql`any(${sql.param(rows.map(({ id }) => id))}::uuid[])`;
  await tx.db.execute(sql`
    delete from ${fanIdentities}
    where ${fanIdentities.workspaceId} = ${workspaceId} and ${fanIdentities.fanId} = ${gone}`);
  await tx.db.execute(sql`
    delete from ${fanMerges}
    where ${fanMerges.workspaceId} = ${workspaceId}
      and (${fanMerges.keptFanId} = ${gone} or ${fanMerges.mergedFanId} = ${gone})`);
  await tx.db.execute(
    sql`delete from ${fans} where ${fans.workspaceId} = ${workspaceId} and ${fans.id} = ${gone}`,
  );
}

/**
 * Reassigns sightings of deleted verdicts to the earliest remaining verdict in the scope; without one, the sighting is deleted.
 */
async function moveSightings(tx: Tx, workspaceId: WorkspaceId, fanIds: SQL, verdictIds: SQL): Promise<void> {
  await tx.db.execute(sql`
    update ${fanSightings} s set verdict_id = v.id
    from (
      select distinct on (l.scope, l.fan_id) l.scope, l.fan_id, l.id
      from (
        select 'workspace' as scope, ${accountFans.fanId}, ${accountFans.id}, ${accountFans.grownAt}
        from ${accountFans}
        where ${accountFans.workspaceId} = ${workspaceId} and ${accountFans.fanId} = ${fanIds}
        union all
        select ${accountFans.subAccountId}::text, ${accountFans.fanId}, ${accountFans.id}, ${accountFans.grownAt}
        from ${accountFans}
        where ${accountFans.workspaceId} = ${workspaceId} and ${accountFans.fanId} = ${fanIds}
      ) l
      order by l.scope, l.fan_id, l.grown_at, l.id
    ) v
    where s.workspace_id = ${workspaceId} and s.scope = v.scope and s.fan_id = v.fan_id
      and s.verdict_id = ${verdictIds}`);
  await tx.db.execute(sql`
    delete from ${fanSightings}
    where ${fanSightings.workspaceId} = ${workspaceId} and ${fanSightings.fanId} = ${fanIds}
      and ${fanSightings.verdictId} = ${verdictIds}`);
}

/** Deletes the counters of social accounts, and the identities valid only at these accounts. */
async function deleteRest(tx: Tx, workspaceId: WorkspaceId, whose: SQL): Promise<boolean> {
  const accounts = sql`(select a.id from ${socialAccounts} a where a.workspace_id = ${workspaceId} and ${whose})`;
  const days = await tx.db.execute(sql`
    delete from ${fanAccountDays} where ctid = any(array(
      select ctid from ${fanAccountDays}
      where ${fanAccountDays.workspaceId} = ${workspaceId} and ${fanAccountDays.socialAccountId} in ${accounts}
      limit ${atOnce}))`);
  const identities = await tx.db.execute(sql`
    delete from ${fanIdentities}
    where ${fanIdentities.workspaceId} = ${workspaceId} and ${fanIdentities.id} = any(array(
      select i.id from ${socialAccounts} a
      join ${fanIdentities} i on i.workspace_id = a.workspace_id and i.platform = a.platform and i.scope = a.id::text
      where a.workspace_id = ${workspaceId} and ${whose} limit ${atOnce}))`);
  return (days.rowCount ?? 0) + (identities.rowCount ?? 0) > 0;
}
