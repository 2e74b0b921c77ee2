import type { SplitLinkForm } from '@parley/contract/split-links';
import { and, eq, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { splitSourceAccounts, splitSources } from '../../../schema/split-links/sources.ts';
import { splitLinks, splitTargets } from '../../../schema/split-links.ts';

type LinkKey = { workspaceId: WorkspaceId; id: string };

/** Replaces a link's sources and its settings for single accounts. */
export async function replaceSources(
  tx: Tx,
  { workspaceId, id: splitLinkId }: LinkKey,
  { sources, accounts }: Pick<SplitLinkForm, 'sources' | 'accounts'>,
): Promise<void> {
  for (const table of [splitSources, splitSourceAccounts])
    await tx.db
      .delete(table)
      .where(and(eq(table.workspaceId, workspaceId), eq(table.splitLinkId, splitLinkId)));
  if (sources.length > 0)
    await tx.db.insert(splitSources).values(
      sources.map(({ id: sourceId, ...source }, place) => ({
        ...source,
        sourceId,
        place,
        workspaceId,
        splitLinkId,
      })),
    );
  if (accounts.length > 0)
    await tx.db
      .insert(splitSourceAccounts)
      .values(accounts.map((account) => ({ ...account, workspaceId, splitLinkId })));
}

export type FollowedAccount = {
  workspaceId: WorkspaceId;
  splitLinkId: string;
  socialAccountId: string;
  url: string;
};

/**
 * Inserts target rows for the social accounts of sources. A target is identified by its account link: an existing row with the
 * same link under another account is reused. Idempotent; deleted links are skipped.
 */
export async function addFollowedTargets(
  handle: Handle,
  accounts: readonly FollowedAccount[],
): Promise<void> {
  if (accounts.length === 0) return;
  const given = JSON.stringify(accounts.map((account) => ({ ...account, id: newId() })));
  // Sorted, so that processes that find the same accounts take row locks in the same order.
  await handle.db.execute(sql`
    insert into ${splitTargets} as t
      (workspace_id, id, split_link_id, place, url, social_account_id, weight, daily_cap, enabled, followed)
    select g."workspaceId", g.id, g."splitLinkId", 0, g.url, g."socialAccountId", 1, null, true, true
    from json_to_recordset(${given}::json)
      as g("workspaceId" uuid, id uuid, "splitLinkId" uuid, url text, "socialAccountId" uuid)
    join ${splitLinks} l on l.workspace_id = g."workspaceId" and l.id = g."splitLinkId" and l.deleted_at is null
    order by g."workspaceId", g."splitLinkId", g.url
    for share of l
    on conflict (workspace_id, split_link_id, url) do update
      set social_account_id = excluded.social_account_id, enabled = true
      where t.followed and t.social_account_id is distinct from excluded.social_account_id`);
}

/** Deletes the settings for a deleted social account. */
export async function deleteSettingsOf(
  tx: Tx,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): Promise<void> {
  await tx.db.execute(sql`
    delete from ${splitSourceAccounts}
    where ${splitSourceAccounts.workspaceId} = ${workspaceId}
      and ${splitSourceAccounts.socialAccountId} = ${socialAccountId}`);
}

/** Deletes a deleted sub-account from the sources, and the settings for its social accounts. */
export async function deleteSourcesOf(tx: Tx, workspaceId: WorkspaceId, subAccountId: string): Promise<void> {
  await tx.db.execute(sql`
    delete from ${splitSources}
    where ${splitSources.workspaceId} = ${workspaceId} and ${splitSources.sourceId} = ${subAccountId}
      and ${splitSources.kind} = 'sub-account'`);
  await tx.db.execute(sql`
    delete from ${splitSourceAccounts} o using ${socialAccounts} a
    where o.workspace_id = ${workspaceId} and a.workspace_id = o.workspace_id and a.id = o.social_account_id
      and a.sub_account_id = ${subAccountId}`);
}
