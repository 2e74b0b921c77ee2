/** The social accounts that are open: those that this process holds, and those that visitors and webhooks reach. */
import type { PlatformId } from '@parley/contract/catalogues';
import { ownReasons } from '@parley/contract/channels';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import { platformTokens } from '../../../schema/channels/platform-tokens.ts';
import { type SocialAccountRow, socialAccounts } from '../../../schema/channels.ts';
import { users } from '../../../schema/identity.ts';
import { portLeases } from '../../../schema/ports.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { tenants } from '../../../schema/tenants.ts';
import { workspaces } from '../../../schema/workspaces.ts';
import type { DedupeScope } from '../../fans/index.ts';
import { barredBy } from '../../ports/index.ts';

export type OpenAccount = SocialAccountRow & { dedupeScope: DedupeScope };

/**
 * `barred`: its sub-account lets it have no session. `leased`: this process keeps a port for it. `tokenRefusal`: why its platform gives
 * it no more tokens.
 */
export type HeldAccount = OpenAccount & {
  barred: ReturnType<typeof barredBy>;
  leased: boolean;
  tokenRefusal: string | null;
};

/** All that this process holds: what it held before and is missing has been switched off, deleted or lost. */
export async function readHeld(handle: Handle, processId: string): Promise<HeldAccount[]> {
  const rows = await handle.db
    .select({
      account: socialAccounts,
      leased: sql<boolean>`exists (select from ${portLeases} l where l.workspace_id = ${socialAccounts}.workspace_id
        and l.social_account_id = ${socialAccounts}.id and l.holder = ${processId} and l.leased_until >= now())`,
      tokenRefusal: platformTokens.refusal,
      of: subAccountColumns,
    })
    .from(socialAccounts)
    .innerJoin(sql`${subAccounts} a`, ofItsSubAccount)
    .leftJoin(
      platformTokens,
      and(
        eq(platformTokens.workspaceId, socialAccounts.workspaceId),
        eq(platformTokens.socialAccountId, socialAccounts.id),
      ),
    )
    .where(and(eq(socialAccounts.holder, processId), eq(socialAccounts.enabled, true)));
  return rows.map(({ account, leased, tokenRefusal, of }) => {
    const { dedupeScope } = of;
    return { ...account, leased, tokenRefusal, dedupeScope, barred: barredBy(of, account.platform) };
  });
}

// The sub-accounts module's table: its switches for social accounts are checked each second, for all at once.
const ofItsSubAccount = sql`a.workspace_id = ${socialAccounts}.workspace_id and a.id = ${socialAccounts}.sub_account_id`;
const subAccountColumns = {
  dedupeScope: sql<DedupeScope>`a.dedupe_scope`,
  status: sql<'normal' | 'disabled' | 'deleted'>`a.status`,
  platforms: sql<PlatformId[] | null>`a.platforms`,
};

/**
 * Finds an account by the id alone, as webhooks and visitors have it. Returns enabled accounts only, and none that
 * Parley refuses: without a free port, with a missing proxy, or barred for its sub-account.
 */
export async function findPublicAccount(handle: Handle, id: string): Promise<OpenAccount | null> {
  return (await findPublicAccounts(handle, [id]))[0] ?? null;
}

/** As `findPublicAccount`, for many ids. */
export async function findPublicAccounts(handle: Handle, ids: readonly string[]): Promise<OpenAccount[]> {
  const rows = await handle.db
    .select({ account: socialAccounts, of: subAccountColumns })
    .from(socialAccounts)
    .innerJoin(sql`${subAccounts} a`, ofItsSubAccount)
    .where(and(inArray(socialAccounts.id, [...ids]), eq(socialAccounts.enabled, true)));
  return rows
    .filter(({ account, of }) => barredBy(of, account.platform) === null && !refusedByUs(account))
    .map(({ account, of }) => ({ ...account, dedupeScope: of.dedupeScope }));
}

/**
 * Returns those of these accounts whose visitors may hold a stream open: the accounts that answer, but for those of an
 * owner or a tenant that is disabled.
 */
export async function findStreamedAccounts(handle: Handle, ids: readonly string[]): Promise<Set<string>> {
  const answering = (await findPublicAccounts(handle, ids)).map(({ id }) => id);
  if (answering.length === 0) return new Set();
  const { rows } = await handle.db.execute<{ id: string }>(sql`
    select a.id from ${socialAccounts} a join ${workspaces} w on w.id = a.workspace_id
    where a.id = any(${sql.param(answering)}::uuid[])
      and not exists (select from ${users} u where u.workspace_id = w.id and u.disabled)
      and not exists (select from ${tenants} t where t.id = w.tenant_id and not t.enabled)`);
  return new Set(rows.map(({ id }) => id));
}

const own: ReadonlySet<string> = new Set(ownReasons);

function refusedByUs({ state, stateReason }: SocialAccountRow): boolean {
  return state === 'refused' && own.has(stateReason?.split(' ')[0] ?? '');
}
