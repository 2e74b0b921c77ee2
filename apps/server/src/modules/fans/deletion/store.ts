/**
 * Deletes a deleted sub-account's fan data. Other sub-accounts' verdicts stay as they are, because money is settled on
 * them: a verdict that a deleted one made a repeat stays a repeat, and its `matched_verdict_id` then names a row that
 * no longer exists. A person whom no other sub-account has met is a stranger again.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { fanDays, fanIdentities, fanSightings, fans, fanVerdicts } from '../../../schema/fans.ts';

const atOnce = 2_000;

/**
 * The verdicts on its social accounts (found by channels' rows, so this runs before those are forgotten) with what
 * hangs on them, a piece at a time; at last its counters. True: call again.
 */
export async function deleteSubAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<boolean> {
  if (await deleteRows(tx, workspaceId, sql`a.sub_account_id = ${subAccountId}`)) return true;
  // Accounts that were moved away from it have left sightings in its scope.
  const { rowCount } = await tx.db.execute(sql`
    delete from ${fanSightings} where workspace_id = ${workspaceId} and scope = ${subAccountId} and fan_id = any(array(
      select fan_id from ${fanSightings}
      where workspace_id = ${workspaceId} and scope = ${subAccountId} limit ${atOnce}))`);
  return rowCount === atOnce;
}

/** Does the same for a deleted social account; fans whom others have seen too stay known to them. */
export function deleteAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): Promise<boolean> {
  return deleteRows(tx, workspaceId, sql`a.id = ${socialAccountId}`);
}

/** `whose` is a condition on the social accounts, `a`. */
async function deleteRows(tx: Tx, workspaceId: WorkspaceId, whose: SQL): Promise<boolean> {
  const { rows } = await tx.db.execute<{ id: string; fanId: string }>(sql`
    select v.id, v.fan_id as "fanId" from ${socialAccounts} a
    join ${fanVerdicts} v on v.workspace_id = a.workspace_id and v.social_account_id = a.id
    where a.workspace_id = ${workspaceId} and ${whose} limit ${atOnce}`);
  if (rows.length === 0) return deleteRest(tx, workspaceId, whose);
  const verdictIds = sql`any(${sql.param(rows.map(({ id }) => id))}::uuid[])`;
  const fanIds = sql`any(${sql.param([...new Set(rows.map(({ fanId }) => fanId))])}::uuid[])`;
  // No fan can be met for the first time in the meantime (`holdFans`), so the rows found below stay the right ones.
  await tx.db.execute(sql`
    select 1 from ${fans} where workspace_id = ${workspaceId} and id = ${fanIds} order by id for update`);
  await tx.db.execute(
    sql`delete from ${fanVerdicts} where workspace_id = ${workspaceId} and id = ${verdictIds}`,
  );
  await moveSightings(tx, workspaceId, fanIds, verdictIds);
  await tx.db.execute(sql`
    delete from ${fanIdentities} i where i.workspace_id = ${workspaceId} and i.fan_id = ${fanIds}
      and not exists (
        select from ${fanVerdicts} v where v.workspace_id = i.workspace_id and v.fan_id = i.fan_id)`);
  await tx.db.execute(sql`
    delete from ${fans} f where f.workspace_id = ${workspaceId} and f.id = ${fanIds}
      and not exists (
        select from ${fanIdentities} i where i.workspace_id = f.workspace_id and i.fan_id = f.id)`);
  return true;
}

/**
 * Moves sightings of deleted verdicts: the earliest remaining verdict in a scope takes the sighting over, and where
 * none remains the sighting is deleted.
 */
async function moveSightings(
  tx: Tx,
  workspaceId: WorkspaceId,
  fanIds: ReturnType<typeof sql>,
  verdictIds: ReturnType<typeof sql>,
): Promise<void> {
  await tx.db.execute(sql`
    update ${fanSightings} s set verdict_id = v.id
    from (
      select distinct on (l.scope, l.fan_id) l.scope, l.fan_id, l.id
      from (
        select 'workspace' as scope, fan_id, id, decided_at from ${fanVerdicts}
        where workspace_id = ${workspaceId} and fan_id = ${fanIds}
        union all
        select sub_account_id::text, fan_id, id, decided_at from ${fanVerdicts}
        where workspace_id = ${workspaceId} and fan_id = ${fanIds}
      ) l
      order by l.scope, l.fan_id, l.decided_at, l.id
    ) v
    where s.workspace_id = ${workspaceId} and s.scope = v.scope and s.fan_id = v.fan_id
      and s.verdict_id = ${verdictIds}`);
  await tx.db.execute(sql`
    delete from ${fanSightings}
    where workspace_id = ${workspaceId} and fan_id = ${fanIds} and verdict_id = ${verdictIds}`);
}

/** Deletes its counters, and the identities that are valid at its social accounts only. */
async function deleteRest(tx: Tx, workspaceId: WorkspaceId, whose: SQL): Promise<boolean> {
  const accounts = sql`(select a.id from ${socialAccounts} a where a.workspace_id = ${workspaceId} and ${whose})`;
  const days = await tx.db.execute(sql`
    delete from ${fanDays} where ctid = any(array(
      select ctid from ${fanDays}
      where workspace_id = ${workspaceId} and social_account_id in ${accounts} limit ${atOnce}))`);
  const identities = await tx.db.execute(sql`
    delete from ${fanIdentities} where workspace_id = ${workspaceId} and id = any(array(
      select i.id from ${socialAccounts} a
      join ${fanIdentities} i on i.workspace_id = a.workspace_id and i.platform = a.platform and i.scope = a.id::text
      where a.workspace_id = ${workspaceId} and ${whose} limit ${atOnce}))`);
  return (days.rowCount ?? 0) + (identities.rowCount ?? 0) > 0;
}
