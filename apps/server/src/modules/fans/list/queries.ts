/** The fan list as screens and spreadsheets read it: page by page, without counting all rows. */
import type { PlatformId } from '@parley/contract/catalogues';
import type { FanFilters } from '@parley/contract/fans';
import { type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { accountFans, type FanVerdict } from '../../../schema/fans.ts';
import { pastSessions } from '../../../schema/ports.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { inactiveBefore, shownType } from '../statistics/conditions/queries.ts';
import { accessPathOf, type CollectedFilter, type LeadingFilter } from './access-path.ts';
import { readFacts } from './facts/queries.ts';
import {
  collectRows,
  type FanQuery,
  type FoundRow,
  maxScanned,
  type ScannedRow,
  scanRows,
  searchLimits,
  wholeList,
} from './rows/queries.ts';

export type FanRow = {
  id: string;
  fanId: string;
  type: FanVerdict;
  nickname: string;
  account: string;
  handle: string;
  phone: string;
  alias: string;
  note: string;
  platform: PlatformId;
  subAccountId: string;
  subAccountName: string;
  socialAccountId: string;
  socialAccountName: string;
  grownAt: number;
  lastActiveAt: number;
  active: boolean;
  firstLoginAt: number | null;
  onlineSince: number | null;
  tagIds: string[];
};

export type FanPageQuery = FanQuery & { pageNo?: number; pageSize: number };

/** `pageNo` counts pages from the cursor, or from the beginning without one. */
export async function readPage(
  handle: Handle,
  workspaceId: WorkspaceId,
  { pageNo = 1, pageSize, ...query }: FanPageQuery,
): Promise<{ list: FanRow[]; nextCursor: string | null }> {
  const end = pageNo * pageSize;
  const found = await findRows(handle, workspaceId, query, end + 1);
  const shown = found.slice(end - pageSize, end);
  const last = shown.at(-1);
  return {
    list: await readRows(
      handle,
      workspaceId,
      shown.map(({ id }) => id),
    ),
    nextCursor: found.length > end && last !== undefined ? cursorBehind(last) : null,
  };
}

/** Returns the number of matching fans, up to `most` + 1. */
export async function countUpTo(
  handle: Handle,
  workspaceId: WorkspaceId,
  filters: FanFilters,
  most: number,
): Promise<number> {
  return (await findRows(handle, workspaceId, { ...filters, sort: 'grownAt.desc' }, most + 1)).length;
}

/** Estimates the number of matching fans, for when there are too many to count. */
export async function estimateCount(
  handle: Handle,
  workspaceId: WorkspaceId,
  filters: FanFilters,
): Promise<number> {
  const { total, rows } = await readFacts(handle, workspaceId, { ...filters, sort: 'grownAt.desc' }, 1);
  return Math.round(Math.min(total, ...Object.values(rows)));
}

export const cursorBehind = ({ place, id }: FoundRow): string => `${place}_${id}`;

/** Returns the matching fans from the cursor on, up to `wanted`. */
export async function findRows(
  handle: Handle,
  workspaceId: WorkspaceId,
  query: FanQuery,
  wanted: number,
): Promise<FoundRow[]> {
  const facts = await readFacts(handle, workspaceId, query, wanted);
  const scan = async (leader: LeadingFilter, within: number) => {
    const statement = scanRows(workspaceId, query, { leader, wanted, within });
    const { rows } = await handle.db.execute<ScannedRow>(statement);
    // Less than a page although the scan wasn't cut off: there are no more.
    return {
      rows: rows.filter(({ found }) => found),
      whole: rows.length === wanted || rows.every(({ cut }) => !cut),
    };
  };
  const collect = async (by: CollectedFilter, most: number | null) => {
    const { rows } = await handle.db.execute<{ id: string | null; place: number; collected?: number }>(
      collectRows(workspaceId, query, { by, wanted, most }),
    );
    return {
      rows: rows.flatMap(({ id, place }) => (id === null ? [] : [{ id, place }])),
      more: most !== null && rows[0]?.collected === most,
    };
  };
  const path = accessPathOf(facts);
  const { mostCollected, leastScanned } = searchLimits(facts.lettered);
  if (path.kind === 'collect' && path.by !== 'search') return (await collect(path.by, null)).rows;
  // Without a gram to look up in the index, nothing can be collected.
  if (path.kind === 'scan' && facts.rows.search === undefined)
    return (await scan(path.leader, wholeList)).rows;
  if (path.kind === 'scan') {
    const { rows, whole } = await scan(path.leader, Math.min(maxScanned, leastScanned + 3 * path.rows));
    if (whole) return rows;
  }
  // At most as frequent as estimated.
  const found = await collect('search', mostCollected);
  if (!found.more) return found.rows;
  // More frequent than estimated, so a scan finds matches soon, unless the other filters leave few of them.
  const again = accessPathOf({ ...facts, rows: { ...facts.rows, search: facts.total } });
  const { rows, whole } = await scan(again.kind === 'scan' ? again.leader : 'types', maxScanned);
  return whole ? rows : (await collect('search', null)).rows;
}

const ms = (moment: SQL) => sql`(extract(epoch from ${moment}) * 1000)::float8`;

/** Returns the rows with these ids, in this order; deleted ones are omitted. */
export async function readRows(
  handle: Handle,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<FanRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await handle.db.execute<FanRow>(sql`
    with accounts as (
      select s.id, s.name, s.created_at, case when s.state = 'online' then s.state_since end as online_since,
        (select p.started_at from ${pastSessions} p where p.workspace_id = s.workspace_id
           and p.social_account_id = s.id order by p.started_at limit 1) as first_session
      from ${socialAccounts} s
      where s.workspace_id = ${workspaceId} and s.id = any(array(
        select a.social_account_id from ${accountFans} a
        where a.workspace_id = ${workspaceId} and a.id = any(${sql.param([...ids])}::uuid[])))
    )
    select a.id, a.fan_id as "fanId", ${shownType(workspaceId)} as type, a.display_name as nickname, a.platform_user_id as account, a.handle, a.phone,
      a.alias, a.notes as note, a.platform, a.sub_account_id as "subAccountId",
      coalesce(nullif(u.remark, ''), u.account_name, '') as "subAccountName",
      a.social_account_id as "socialAccountId", coalesce(s.name, '') as "socialAccountName",
      ${ms(sql`a.grown_at`)} as "grownAt", ${ms(sql`a.last_active_at`)} as "lastActiveAt",
      a.last_active_at >= ${inactiveBefore(workspaceId)} as active,
      ${ms(sql`least(s.first_session, s.online_since)`)} as "firstLoginAt", ${ms(sql`s.online_since`)} as "onlineSince",
      a.tag_ids as "tagIds"
    from unnest(${sql.param([...ids])}::uuid[]) with ordinality as wanted(id, n)
    join ${accountFans} a on a.workspace_id = ${workspaceId} and a.id = wanted.id and a.type <> 'merged'
    left join ${subAccounts} u on u.workspace_id = a.workspace_id and u.id = a.sub_account_id and u.status <> 'deleted'
    left join accounts s on s.id = a.social_account_id
    order by wanted.n`);
  return rows;
}
