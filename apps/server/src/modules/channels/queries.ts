import type { PlatformId } from '@parley/contract/catalogues';
import {
  type AccountStatusFilter,
  type exportSocialAccounts,
  refusedInSummary,
  type SocialAccountSort,
  type SocialAccountSummary,
} from '@parley/contract/channels';
import {
  and,
  count,
  desc,
  eq,
  ilike,
  inArray,
  isNull,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { z } from 'zod';
import type { Handle } from '../../base/db/database.ts';
import { containsPattern } from '../../base/db/like-pattern.ts';
import { afterCursor, nextCursorOf, orderBy, placeOf, sortingOf } from '../../base/db/sort.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { isInactiveAccount, type SocialAccountRow, socialAccounts } from '../../schema/channels.ts';
import { conversations } from '../../schema/conversations.ts';
import { fanAccountDays } from '../../schema/fans.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import { workspaceDay, workspaces } from '../../schema/workspaces.ts';
import { notOfDeleted } from '../sub-accounts/index.ts';

export type AccountItem = SocialAccountRow & { subAccountRemark: string; inactive: boolean };

const remark = sql<string>`(select remark from ${subAccounts} a
  where a.workspace_id = ${socialAccounts}.workspace_id and a.id = ${socialAccounts}.sub_account_id)`;

const inactive = isInactiveAccount(
  sql`${socialAccounts}`,
  sql`(select inactive_after_days from ${workspaces} w where w.id = ${socialAccounts.workspaceId})`,
);
const notDeleted = isNull(socialAccounts.deletedAt);

const sorting = (sort: SocialAccountSort) =>
  sortingOf(
    sort,
    {
      name: { by: sql`lower(${socialAccounts.name})`, type: 'text' },
      stateSince: { by: sql`${socialAccounts.stateSince}`, type: 'timestamptz' },
      lastOnlineAt: { by: sql`${socialAccounts.lastOnlineAt}`, type: 'timestamptz', nullable: true },
      createdAt: { by: sql`${socialAccounts.createdAt}`, type: 'timestamptz' },
    },
    sql`${socialAccounts.id}`,
  );

function hasStatus(status: AccountStatusFilter | undefined, announced: readonly string[]): SQL | undefined {
  if (status === undefined) return undefined;
  if (status === 'inactive') return inactive;
  if (status === 'purge-announced')
    return sql`${socialAccounts.id} = any(${sql.param([...announced])}::uuid[])`;
  return eq(socialAccounts.state, status);
}

export type AccountFilter = z.output<(typeof exportSocialAccounts)['query']>;

/** `announced`: the accounts whose deletion is announced; used only when the filter asks for them. */
const matching = (workspaceId: WorkspaceId, filter: AccountFilter, announced: readonly string[]) =>
  and(
    eq(socialAccounts.workspaceId, workspaceId),
    notDeleted,
    notOfDeleted(workspaceId, socialAccounts.subAccountId),
    filter.platform && eq(socialAccounts.platform, filter.platform),
    filter.subAccountId ? eq(socialAccounts.subAccountId, filter.subAccountId) : undefined,
    hasStatus(filter.state, announced),
    filter.search
      ? or(
          ilike(socialAccounts.name, containsPattern(filter.search)),
          ilike(socialAccounts.handle, containsPattern(filter.search)),
        )
      : undefined,
  );

export async function readPage(
  handle: Handle,
  workspaceId: WorkspaceId,
  query: AccountFilter & { pageNo: number; pageSize: number },
  announced: readonly string[],
): Promise<{ list: AccountItem[]; total: number }> {
  const where = matching(workspaceId, query, announced);
  const order = orderBy(sorting(query.sort));
  // A deferred join: for rows before the page only the ids are read.
  const onPage = handle.db
    .select({ id: socialAccounts.id })
    .from(socialAccounts)
    .where(where)
    .orderBy(order)
    .limit(query.pageSize)
    .offset((query.pageNo - 1) * query.pageSize);
  const [rows, total] = await Promise.all([
    handle.db
      .select({ account: socialAccounts, remark, inactive })
      .from(socialAccounts)
      .where(and(eq(socialAccounts.workspaceId, workspaceId), inArray(socialAccounts.id, onPage)))
      .orderBy(order),
    handle.db.$count(socialAccounts, where),
  ]);
  return {
    list: rows.map((row) => ({ ...row.account, subAccountRemark: row.remark, inactive: row.inactive })),
    total,
  };
}

/** Returns the rows after `cursor`, in the list's order. */
export async function readBatch(
  handle: Handle,
  workspaceId: WorkspaceId,
  { cursor, pageSize, ...filter }: AccountFilter & { cursor: string | undefined; pageSize: number },
  announced: readonly string[],
): Promise<{ list: AccountItem[]; nextCursor: string | null }> {
  const order = sorting(filter.sort);
  const rows = await handle.db
    .select({ account: socialAccounts, remark, inactive, place: placeOf(order) })
    .from(socialAccounts)
    .where(and(matching(workspaceId, filter, announced), afterCursor(order, cursor)))
    .orderBy(orderBy(order))
    .limit(pageSize);
  return {
    list: rows.map((row) => ({ ...row.account, subAccountRemark: row.remark, inactive: row.inactive })),
    nextCursor: nextCursorOf(rows, pageSize, (row) => row.account.id),
  };
}

/** Returns the names of those of these social accounts that belong to the workspace. */
export function readNames(
  handle: Handle,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<{ id: string; platform: PlatformId; name: string }[]> {
  return handle.db
    .select({ id: socialAccounts.id, platform: socialAccounts.platform, name: socialAccounts.name })
    .from(socialAccounts)
    .where(
      and(
        eq(socialAccounts.workspaceId, workspaceId),
        notDeleted,
        notOfDeleted(workspaceId, socialAccounts.subAccountId),
        sql`${socialAccounts.id} = any(${sql.param([...ids])}::uuid[])`,
      ),
    );
}

/** Returns the figures of all social accounts, counted in the database. */
export async function readSummary(
  handle: Handle,
  workspaceId: WorkspaceId,
): Promise<Omit<SocialAccountSummary, 'purge'>> {
  const own = and(
    eq(socialAccounts.workspaceId, workspaceId),
    notDeleted,
    notOfDeleted(workspaceId, socialAccounts.subAccountId),
  );
  const refused = and(own, socialAccounts.enabled, eq(socialAccounts.state, 'refused'));
  const ofDay = sql`${fanAccountDays.day} = (
    select ${workspaceDay(sql`now()`)} from ${workspaces} w where w.id = ${workspaceId})`;
  const sum = (of: SQLWrapper, which = sql`true`) =>
    sql<number>`coalesce(sum(${of}) filter (where ${which}), 0)`.mapWith(Number);
  const [counted] = await handle.db
    .select({
      total: count(),
      online: sql<number>`count(*) filter (where ${socialAccounts.state} = 'online')`.mapWith(Number),
      inactive: sql<number>`count(*) filter (where ${inactive})`.mapWith(Number),
      refused: sql<number>`count(*) filter (where ${refused})`.mapWith(Number),
    })
    .from(socialAccounts)
    .where(own);
  const [fans] = await handle.db
    .select({
      today: { new: sum(fanAccountDays.newFans, ofDay), repeat: sum(fanAccountDays.repeatFans, ofDay) },
      total: {
        new: sum(fanAccountDays.newFans),
        repeat: sum(fanAccountDays.repeatFans),
        base: sum(fanAccountDays.baseFans),
      },
    })
    .from(fanAccountDays)
    .innerJoin(
      socialAccounts,
      and(
        eq(socialAccounts.workspaceId, fanAccountDays.workspaceId),
        eq(socialAccounts.id, fanAccountDays.socialAccountId),
      ),
    )
    .where(and(eq(fanAccountDays.workspaceId, workspaceId), own));
  const { id, platform, name, stateReason, stateSince } = socialAccounts;
  const list = await handle.db
    .select({ id, platform, name, stateReason, stateSince })
    .from(socialAccounts)
    .where(refused)
    .orderBy(desc(stateSince), desc(id))
    .limit(refusedInSummary);
  return {
    total: counted?.total ?? 0,
    online: counted?.online ?? 0,
    inactive: counted?.inactive ?? 0,
    refused: {
      total: counted?.refused ?? 0,
      list: list.map((one) => ({ ...one, stateSince: one.stateSince.getTime() })),
    },
    fansToday: fans?.today ?? { new: 0, repeat: 0 },
    fansTotal: fans?.total ?? { new: 0, repeat: 0, base: 0 },
  };
}

export async function readOne(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<AccountItem | null> {
  const [row] = await handle.db
    .select({ account: socialAccounts, remark, inactive })
    .from(socialAccounts)
    .where(
      and(
        eq(socialAccounts.workspaceId, workspaceId),
        eq(socialAccounts.id, id),
        notDeleted,
        notOfDeleted(workspaceId, socialAccounts.subAccountId),
      ),
    );
  return row ? { ...row.account, subAccountRemark: row.remark, inactive: row.inactive } : null;
}

/** Returns a sub-account's social accounts, then those of other sub-accounts whose conversations it works on. */
export function readForDesk(handle: Handle, workspaceId: WorkspaceId, subAccountId: string) {
  return handle.db
    .select()
    .from(socialAccounts)
    .where(
      and(
        eq(socialAccounts.workspaceId, workspaceId),
        notDeleted,
        or(
          eq(socialAccounts.subAccountId, subAccountId),
          sql`${socialAccounts.id} in (select c.social_account_id from ${conversations} c
            where c.workspace_id = ${workspaceId} and c.sub_account_id = ${subAccountId}
              and c.hand_over_id is not null)`,
        ),
      ),
    )
    .orderBy(sql`${socialAccounts.subAccountId} <> ${subAccountId}`, socialAccounts.createdAt);
}
