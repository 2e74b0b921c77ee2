import type { SplitLinkForm } from '@parley/contract/split-links';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import { acquireLock } from '../../base/db/named-lock.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { socialAccounts } from '../../schema/channels.ts';
import {
  splitConversionDays,
  splitConversions,
  splitConversionTotals,
  splitVisitTokens,
} from '../../schema/split-links/conversions.ts';
import { splitSourceAccounts, splitSources } from '../../schema/split-links/sources.ts';
import {
  splitBindings,
  splitContacts,
  splitLinkCounts,
  splitLinkDays,
  splitLinks,
  splitReportShares,
  splitRotations,
  splitTargetDays,
  splitTargets,
  splitVisitors,
  splitVisits,
} from '../../schema/split-links.ts';
import { deleteConversionsOf, deleteConversionsOfSubAccount } from './attribution/store.ts';
import { releaseClaims } from './prospective-fans/store.ts';
import { deleteSettingsOf, deleteSourcesOf } from './sources/store.ts';
import { lockVisitCounting } from './visits/store.ts';

export type SplitLinkValues = Omit<SplitLinkForm, 'targets' | 'sources' | 'accounts' | 'expiresAt'> & {
  expiresAt: Date | null;
};
export type NewSplitLink = SplitLinkValues & {
  workspaceId: WorkspaceId;
  id: string;
  code: string;
  createdAt: Date;
};
export type NewTarget = SplitLinkForm['targets'][number] & { id: string; place: number };
type LinkKey = { workspaceId: WorkspaceId; id: string };

/** Locks the number and the names of a workspace's split links until the transaction ends, and returns the number. */
export async function lockLinkCount(tx: Tx, workspaceId: WorkspaceId): Promise<number> {
  await acquireLock(tx, `split-links ${workspaceId}`);
  return tx.db.$count(splitLinks, and(eq(splitLinks.workspaceId, workspaceId), isNull(splitLinks.deletedAt)));
}

/**
 * Returns the indexes of the names that are taken, by another link of the workspace or by an earlier name of the list. The
 * database compares them: its lower-casing differs from JavaScript's, for example in Greek and Turkish.
 */
export async function findTakenNames(
  handle: Handle,
  workspaceId: WorkspaceId,
  names: readonly string[],
  but: string | null = null,
): Promise<number[]> {
  const { rows } = await handle.db.execute<{ place: number }>(sql`
    with given as (
      select lower(g.name) as name, g.place
      from unnest(${sql.param([...names])}::text[]) with ordinality as g (name, place))
    select g.place - 1 as place from given g
    where exists (select from given e where e.name = g.name and e.place < g.place) or exists (
      select from ${splitLinks} l where l.workspace_id = ${workspaceId} and l.id is distinct from ${but}::uuid
        and l.deleted_at is null and lower(l.name) = g.name)
    order by g.place`);
  return rows.map(({ place }) => place);
}

/** Returns false, without storing anything, if another link has the code. */
export async function insertLink(tx: Tx, link: NewSplitLink): Promise<boolean> {
  const rows = await tx.db
    .insert(splitLinks)
    .values(link)
    .onConflictDoNothing({ target: splitLinks.code })
    .returning({ id: splitLinks.id });
  return rows.length > 0;
}

export async function updateLink(
  tx: Tx,
  { workspaceId, id }: LinkKey,
  values: SplitLinkValues,
): Promise<void> {
  await tx.db
    .update(splitLinks)
    .set({ ...values, version: sql`${splitLinks.version} + 1` })
    .where(and(eq(splitLinks.workspaceId, workspaceId), eq(splitLinks.id, id)));
}

/**
 * Replaces the typed targets. A target whose address stays keeps its id, and with it its visits and bindings, even if it changes
 * between typed and brought by a source.
 */
export async function replaceTargets(
  tx: Tx,
  { workspaceId, id }: LinkKey,
  targets: readonly NewTarget[],
  followedUrls: readonly string[],
): Promise<void> {
  const untyped = sql`${splitTargets.workspaceId} = ${workspaceId} and ${splitTargets.splitLinkId} = ${id}
    and not ${splitTargets.followed}
    and ${splitTargets.url} <> all(${sql.param(targets.map(({ url }) => url))}::text[])`;
  await tx.db.execute(sql`
    update ${splitTargets} set followed = true
    where ${untyped} and ${splitTargets.url} = any(${sql.param([...followedUrls])}::text[])`);
  await tx.db.execute(sql`delete from ${splitTargets} where ${untyped}`);
  if (targets.length === 0) return;
  await tx.db
    .insert(splitTargets)
    .values(targets.map((target) => ({ ...target, workspaceId, splitLinkId: id })))
    .onConflictDoUpdate({
      target: [splitTargets.workspaceId, splitTargets.splitLinkId, splitTargets.url],
      set: {
        place: sql`excluded.place`,
        socialAccountId: sql`excluded.social_account_id`,
        weight: sql`excluded.weight`,
        dailyCap: sql`excluded.daily_cap`,
        enabled: sql`excluded.enabled`,
        followed: sql`false`,
      },
    });
}

export type ChangedLink = { id: string; name: string; code: string };

/** Returns the links that exist, locked until the transaction ends. */
export async function lockLinks(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<(ChangedLink & { enabled: boolean })[]> {
  const { rows } = await tx.db.execute<ChangedLink & { enabled: boolean }>(sql`
    select ${splitLinks.id}, ${splitLinks.name}, ${splitLinks.code}, ${splitLinks.enabled} from ${splitLinks}
    where ${splitLinks.workspaceId} = ${workspaceId} and ${splitLinks.id} = any(${sql.param([...ids])}::uuid[])
      and ${splitLinks.deletedAt} is null
    order by ${splitLinks.id} for no key update`);
  return rows;
}

export async function setEnabled(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
  enabled: boolean,
): Promise<void> {
  await tx.db.execute(sql`
    update ${splitLinks} set enabled = ${enabled}, version = ${splitLinks.version} + 1
    where ${splitLinks.workspaceId} = ${workspaceId} and ${splitLinks.id} = any(${sql.param([...ids])}::uuid[])`);
}

/** Marks links as deleted and frees their names; a job deletes the rest. */
export async function markDeleted(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await tx.db.execute(sql`
    update ${splitLinks} set deleted_at = ${now}, enabled = false, default_url = null, page_text = '', remark = '',
      preview_title = '', preview_text = '', preview_image_url = null
    where ${splitLinks.workspaceId} = ${workspaceId} and ${splitLinks.id} = any(${sql.param([...ids])}::uuid[])`);
}

const ofLinks = [
  splitVisitTokens,
  splitConversions,
  splitConversionDays,
  splitConversionTotals,
  splitVisits,
  splitVisitors,
  splitLinkDays,
  splitLinkCounts,
  splitBindings,
  splitRotations,
  splitContacts,
  splitReportShares,
  splitSources,
  splitSourceAccounts,
];

/** Deletes some of a deleted link's rows, including visits that were still in flight. Returns true until all are deleted. */
export async function removeSome(tx: Tx, { workspaceId, id }: LinkKey, most: number): Promise<boolean> {
  await lockVisitCounting(tx);
  for (const table of ofLinks) if (await removeFrom(tx, table, { workspaceId, id }, most)) return true;
  await tx.db.execute(sql`
    delete from ${splitTargetDays}
    where ${splitTargetDays.workspaceId} = ${workspaceId} and ${splitTargetDays.targetId} in (
      select ${splitTargets.id} from ${splitTargets}
      where ${splitTargets.workspaceId} = ${workspaceId} and ${splitTargets.splitLinkId} = ${id})`);
  await tx.db.execute(sql`
    delete from ${splitTargets}
    where ${splitTargets.workspaceId} = ${workspaceId} and ${splitTargets.splitLinkId} = ${id}`);
  return false;
}

/**
 * Deletes up to `most` rows of a link from a table. Returns true until all are deleted. Partitions are processed one by one, with
 * rows addressed by ctid: over the partitioned table the planner underestimates the rows and reads all of the link's on each
 * call.
 */
async function removeFrom(
  tx: Tx,
  table: (typeof ofLinks)[number],
  { workspaceId, id }: LinkKey,
  most: number,
): Promise<boolean> {
  const ofLink = sql`workspace_id = ${workspaceId} and split_link_id = ${id}`;
  for (let left = most; left > 0; ) {
    const { rows } = await tx.db.execute<{ name: string }>(
      sql`select tableoid::regclass::text as name from ${table} where ${ofLink} limit 1`,
    );
    if (rows[0] === undefined) return false;
    // The name comes from PostgreSQL, already quoted where necessary.
    const partition = sql.raw(rows[0].name);
    const { rowCount } = await tx.db.execute(sql`
      delete from ${partition} where ctid = any(array(select ctid from ${partition} where ${ofLink} limit ${left}))`);
    if (!rowCount) return true;
    left -= rowCount;
  }
  return true;
}

/** Disables targets of a deleted social account, where no agent answers any more. Returns true until all are done. */
export async function deleteAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): Promise<boolean> {
  await tx.db.execute(sql`
    update ${splitTargets} set enabled = false, social_account_id = null
    where ${splitTargets.workspaceId} = ${workspaceId} and ${splitTargets.socialAccountId} = ${socialAccountId}`);
  await deleteSettingsOf(tx, workspaceId, socialAccountId);
  return deleteConversionsOf(tx, workspaceId, socialAccountId);
}

/** Disables targets of a deleted sub-account's social accounts, and releases its prospective fans. */
export async function deleteSubAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<boolean> {
  await tx.db.execute(sql`
    update ${splitTargets} t set enabled = false, social_account_id = null from ${socialAccounts} a
    where t.workspace_id = ${workspaceId} and a.workspace_id = t.workspace_id and a.id = t.social_account_id
      and a.sub_account_id = ${subAccountId}`);
  await deleteSourcesOf(tx, workspaceId, subAccountId);
  if (await releaseClaims(tx, workspaceId, subAccountId)) return true;
  return deleteConversionsOfSubAccount(tx, workspaceId, subAccountId);
}

/** Drops the partitions of visits and visitors that ended more than `months` months ago; returns their names. */
export async function dropVisitPartitions(tx: Tx, months: number): Promise<string[]> {
  const oldest = sql`now() - make_interval(months => ${months}::int)`;
  const { rows } = await tx.db.execute<{ name: string }>(sql`
    select split_visits_drop_partitions(${oldest}) as name
    union all select split_visitors_drop_partitions((${oldest})::date)`);
  return rows.map(({ name }) => name);
}
