/** Reads the social accounts in use: those that this process holds, and those that visitors and webhooks reach. */
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
 * `barred`: why its sub-account forbids a session. `leased`: this process keeps a port for it. `tokenRefusal`: why its
 * platform issues no more tokens for it.
 */
export type HeldAccount = OpenAccount & {
  barred: ReturnType<typeof barredBy>;
  leased: boolean;
  tokenRefusal: string | null;
};

/**
 * Returns all accounts that this process holds. One that it held before and that is missing was switched off, deleted
 * or lost.
 */
export async function readHeldAccounts(handle: Handle, processId: string): Promise<HeldAccount[]> {
  const rows = await handle.db
    .select({
      account: socialAccounts,
      leased: sql<boolean>`exists (select from ${portLeases} l where l.workspace_id = ${socialAccounts.workspaceId}
        and l.social_account_id = ${socialAccounts.id} and l.holder = ${processId} and l.leased_until >= now())`,
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

// A table of the sub-accounts module: its switches for social accounts are read every second, in this one query.
const ofItsSubAccount = sql`a.workspace_id = ${socialAccounts.workspaceId} and a.id = ${socialAccounts.subAccountId}`;
const subAccountColumns = {
  dedupeScope: sql<DedupeScope>`a.dedupe_scope`,
  status: sql<'normal' | 'disabled' | 'deleted'>`a.status`,
  platforms: sql<PlatformId[] | null>`a.platforms`,
};

/**
 * Returns an account by its id alone, for webhooks and visitors; only an enabled one that Parley doesn't refuse for
 * want of a free port, for a missing proxy, or because its sub-account bars it.
 */
export async function findPublicAccount(handle: Handle, id: string): Promise<OpenAccount | null> {
  return (await findPublicAccounts(handle, [id]))[0] ?? null;
}

/** Like `findPublicAccount`, for many ids. */
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
 * Returns those of these accounts whose visitors may keep a stream open: the public ones whose owner and tenant aren't
 * disabled.
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
