import type { exportOwners, OwnerAccount, OwnerSort, ownerPage } from '@parley/contract/operator';
import { and, eq, ilike, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Handle } from '../../../base/db/database.ts';
import { containsPattern } from '../../../base/db/like-pattern.ts';
import { afterCursor, nextCursorOf, orderBy, placeOf, sortingOf } from '../../../base/db/sort.ts';
import { authSessions, twoFactor as twoFactorTable, users } from '../../../schema/identity.ts';
import { subAccounts as subAccountsTable } from '../../../schema/sub-accounts.ts';
import { tenants } from '../../../schema/tenants.ts';

type Filters = z.output<(typeof exportOwners)['query']>;

// Other modules' tables, read only for this list. The outer columns are spelled out: Drizzle omits the table's name, so
// that they would be taken for the inner table's.
const subAccountCount = sql<number>`(select count(*)::int from ${subAccountsTable} a
  where a.workspace_id = ${users}.workspace_id and a.status <> 'deleted' and not a.is_default)`;
const lastActivity = sql`(select max(s.last_active_at) from ${authSessions} s
  where s.workspace_id = ${users}.workspace_id and s.audience = 'console')`;

const ownerRow = {
  user: users,
  tenant: sql<string | null>`(select t.name from ${tenants} t where t.id = ${users}.tenant_id)`,
  subAccounts: subAccountCount,
  lastActiveAt: sql<number | null>`floor(extract(epoch from ${lastActivity}) * 1000)`,
  twoFactor: sql<boolean>`exists (select 1 from ${twoFactorTable} f where f.user_id = ${users}.id and f.enabled_at is not null)`,
};

const sorting = (sort: OwnerSort) =>
  sortingOf(
    sort,
    {
      email: { by: sql`${users.email}`, type: 'text' },
      registeredAt: { by: sql`${users.createdAt}`, type: 'timestamptz' },
      lastActiveAt: { by: lastActivity, type: 'timestamptz', nullable: true },
      subAccounts: { by: subAccountCount, type: 'integer' },
    },
    sql`${users.id}`,
  );

function matching({ search, state }: Omit<Filters, 'sort'>) {
  const text = search?.trim() ?? '';
  const pattern = containsPattern(text);
  return and(
    eq(users.kind, 'owner'),
    state && eq(users.disabled, state === 'disabled'),
    text === ''
      ? undefined
      : or(
          ilike(users.email, pattern),
          ilike(users.nickname, pattern),
          /^\d{12}$/.test(text) ? eq(users.accountNumber, Number(text)) : undefined,
        ),
  );
}

/** Returns a page of owners of every tenant. */
export async function readOwners(
  handle: Handle,
  { pageNo, pageSize, ...given }: z.output<(typeof ownerPage)['query']>,
): Promise<{ list: OwnerAccount[]; total: number }> {
  const where = matching(given);
  const [rows, total] = await Promise.all([
    handle.db
      .select(ownerRow)
      .from(users)
      .where(where)
      .orderBy(orderBy(sorting(given.sort)))
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize),
    handle.db.$count(users, where),
  ]);
  return { list: rows.map(present), total };
}

/** Returns the owners after `cursor` in the list's order, regardless of those registered meanwhile. */
export async function readOwnerBatch(
  { db }: Handle,
  { cursor, pageSize, ...given }: Filters & { cursor: string | undefined; pageSize: number },
): Promise<{ list: OwnerAccount[]; nextCursor: string | null }> {
  const order = sorting(given.sort);
  const rows = await db
    .select({ ...ownerRow, place: placeOf(order) })
    .from(users)
    .where(and(matching(given), afterCursor(order, cursor)))
    .orderBy(orderBy(order))
    .limit(pageSize);
  return { list: rows.map(present), nextCursor: nextCursorOf(rows, pageSize, (row) => row.user.id) };
}

type Row = {
  user: typeof users.$inferSelect;
  tenant: string | null;
  subAccounts: number;
  lastActiveAt: number | null;
  twoFactor: boolean;
};

function present({ user, tenant, subAccounts, lastActiveAt, twoFactor }: Row): OwnerAccount {
  const { disabledAt, disabledReason } = user;
  return {
    id: user.id,
    // The query selects owners only, and the database requires a workspace for each.
    workspaceId: user.workspaceId ?? '',
    email: user.email,
    accountId: String(user.accountNumber),
    nickname: user.nickname,
    tenant,
    registeredAt: user.createdAt.getTime(),
    lastActiveAt,
    disabled: user.disabled
      ? { at: (disabledAt ?? user.createdAt).getTime(), reason: disabledReason ?? '' }
      : null,
    subAccounts,
    twoFactor,
  };
}
