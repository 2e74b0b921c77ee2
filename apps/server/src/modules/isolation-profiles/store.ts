import { and, eq, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { isolationProfiles, type ProfileRow } from '../../schema/isolation-profiles.ts';
import { proxiedAccount, proxyOf } from '../../schema/proxies.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';

export type StoredIsolationProfile = Omit<
  ProfileRow,
  'workspaceId' | 'socialAccountId' | 'version' | 'changedAt'
>;

/**
 * Returns whether a social account uses a proxy; null when there is no such account. Reads the channels module's table
 * by the proxies module's rule: an account whose chosen proxy was deleted never connects without one.
 */
export async function usesProxy(
  handle: Handle,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): Promise<boolean | null> {
  const { rows } = await handle.db.execute<{ proxied: boolean }>(sql`
    select a.proxy_mode = 'chosen' or w.proxy_id is not null as proxied from ${socialAccounts} a
    join ${subAccounts} s on s.workspace_id = a.workspace_id and s.id = a.sub_account_id
    cross join ${proxyOf(proxiedAccount('a'))} w
    where a.workspace_id = ${workspaceId} and a.id = ${socialAccountId} and s.status <> 'deleted'`);
  return rows[0]?.proxied ?? null;
}

/** Returns the stored profile; null when it was never changed. */
export async function readProfile(
  handle: Handle,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): Promise<ProfileRow | null> {
  const [row] = await handle.db
    .select()
    .from(isolationProfiles)
    .where(
      and(
        eq(isolationProfiles.workspaceId, workspaceId),
        eq(isolationProfiles.socialAccountId, socialAccountId),
      ),
    );
  return row ?? null;
}

/** Stores a profile; null when the stored one isn't at `version`. Version 0 means that none is stored. */
export async function saveProfile(
  tx: Tx,
  workspaceId: WorkspaceId,
  socialAccountId: string,
  version: number,
  values: StoredIsolationProfile,
): Promise<ProfileRow | null> {
  const next = { ...values, version: version + 1 };
  const saved =
    version === 0
      ? tx.db
          .insert(isolationProfiles)
          .values({ workspaceId, socialAccountId, ...next })
          .onConflictDoNothing()
      : tx.db
          .update(isolationProfiles)
          .set({ ...next, changedAt: sql`now()` })
          .where(
            and(
              eq(isolationProfiles.workspaceId, workspaceId),
              eq(isolationProfiles.socialAccountId, socialAccountId),
              eq(isolationProfiles.version, version),
            ),
          );
  const [row] = await saved.returning();
  return row ?? null;
}

export async function deleteOfAccount(
  tx: Tx,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): Promise<void> {
  await tx.db.execute(sql`
    delete from ${isolationProfiles}
    where ${isolationProfiles.workspaceId} = ${workspaceId}
      and ${isolationProfiles.socialAccountId} = ${socialAccountId}`);
}

/** Deletes at most `limit` profiles of a sub-account's social accounts; returns how many. */
export async function deleteOfSubAccount(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
  limit: number,
): Promise<number> {
  const { rowCount } = await tx.db.execute(sql`
    delete from ${isolationProfiles}
    where ${isolationProfiles.workspaceId} = ${workspaceId} and ${isolationProfiles.socialAccountId} in (
      select p.social_account_id from ${isolationProfiles} p
      join ${socialAccounts} a on a.workspace_id = p.workspace_id and a.id = p.social_account_id
      where p.workspace_id = ${workspaceId} and a.sub_account_id = ${subAccountId} limit ${limit})`);
  return rowCount ?? 0;
}
