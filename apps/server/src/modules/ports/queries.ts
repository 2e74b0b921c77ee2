/** Ports and sessions as screens read them. */

import type { PlatformId } from '@parley/contract/catalogues';
import type {
  exportHeldPorts,
  HeldPort,
  HeldPortSort,
  heldPortPage,
  PastSession,
} from '@parley/contract/ports';
import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Handle } from '../../base/db/database.ts';
import { containsPattern } from '../../base/db/like-pattern.ts';
import { afterCursor, nextCursorOf, orderBy, placeOf, sortingOf } from '../../base/db/sort.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { pastSessions, portLeases } from '../../schema/ports.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';

/** Returns the number of ports that each of these sub-accounts holds; 0 for those that hold none. */
export async function countTaken(
  handle: Handle,
  workspaceId: WorkspaceId,
  subAccountIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await handle.db.execute<{ id: string; taken: number }>(sql`
    select ${portLeases.subAccountId} as id, count(*) as taken from ${portLeases}
    where ${portLeases.workspaceId} = ${workspaceId}
      and ${portLeases.subAccountId} = any(${sql.param([...subAccountIds])}::uuid[])
      and ${portLeases.leasedUntil} >= now()
    group by 1`);
  const taken = new Map(subAccountIds.map((id) => [id, 0]));
  for (const row of rows) taken.set(row.id, row.taken);
  return taken;
}

/** Returns whether any account of the workspace is online. */
export async function anyPortHeld(handle: Handle, workspaceId: WorkspaceId): Promise<boolean> {
  const { rows } = await handle.db.execute<{ any: boolean }>(sql`
    select exists (select from ${portLeases}
      where ${portLeases.workspaceId} = ${workspaceId} and ${portLeases.leasedUntil} >= now()) as any`);
  return rows[0]?.any ?? false;
}

// Names of a session's social account and sub-account, from other modules' tables.
const whose = sql`a.platform, a.name, a.handle, s.account_name as "accountName", s.remark as "subAccountRemark"`;
const milliseconds = (at: SQL) => sql`floor(extract(epoch from ${at}) * 1000)`;

type Filters = { subAccountId?: string | undefined; platform?: PlatformId | undefined };

type HeldFilters = z.output<(typeof exportHeldPorts)['query']>;
type Counted = { total: number; position: number | null };

/** Sorts names without regard to case. */
const sorting = (sort: HeldPortSort) =>
  sortingOf(
    sort,
    {
      name: { by: sql`lower(a.name)`, type: 'text' },
      subAccount: { by: sql`lower(s.remark)`, type: 'text' },
      takenAt: { by: sql`l.taken_at`, type: 'timestamptz' },
    },
    sql`l.id`,
  );

const withAccounts = sql`join ${socialAccounts} a on a.workspace_id = l.workspace_id and a.id = l.social_account_id`;
const withHolders = sql`${withAccounts}
  join ${subAccounts} s on s.workspace_id = l.workspace_id and s.id = l.sub_account_id`;

const heldPort = sql`l.id, l.social_account_id as "socialAccountId", l.sub_account_id as "subAccountId", a.state, ${whose},
  ${milliseconds(sql`l.taken_at`)} as "takenAt", ${milliseconds(sql`l.leased_until`)} as "leasedUntil"`;

function matching(
  workspaceId: WorkspaceId,
  { subAccountId, platform, search }: Omit<HeldFilters, 'sort'>,
): SQL {
  const like = containsPattern(search ?? '');
  return sql`l.workspace_id = ${workspaceId} and l.leased_until >= now()
    ${subAccountId ? sql`and l.sub_account_id = ${subAccountId}` : sql``}
    ${platform ? sql`and a.platform = ${platform}` : sql``}
    ${search ? sql`and (a.name ilike ${like} or a.handle ilike ${like})` : sql``}`;
}

/** Returns a page of the ports in use, and the total. */
export async function readHeldPorts(
  handle: Handle,
  workspaceId: WorkspaceId,
  { pageNo, pageSize, ...given }: z.output<(typeof heldPortPage)['query']>,
): Promise<{ list: HeldPort[]; total: number }> {
  const order = orderBy(sorting(given.sort));
  // Joined before paging only for filters and orders by platform or name.
  const toFilter = given.platform || given.search ? withAccounts : sql``;
  const toSort = given.sort.startsWith('takenAt') ? sql`` : withHolders;
  // Scanned once for page and total; on an empty page the total is the only column of its row.
  const { rows } = await handle.db.execute<Counted & (HeldPort | { id: null })>(sql`
    with held as materialized (
      select l.* from ${portLeases} l ${toFilter} where ${matching(workspaceId, given)}
    ), page as (
      select ${heldPort}, row_number() over (order by ${order}) as position
      from (
        select l.* from held l ${toSort} order by ${order} limit ${pageSize} offset ${(pageNo - 1) * pageSize}
      ) l
      ${withHolders}
    )
    select page.*, counted.total from (select count(*) as total from held) counted left join page on true
    order by page.position`);
  const list = rows.flatMap(({ total: _, position: __, ...port }) => (port.id === null ? [] : [port]));
  return { list, total: rows[0]?.total ?? 0 };
}

/** Returns the ports in use after `cursor` in the list's order, regardless of those taken meanwhile. */
export async function readHeldPortBatch(
  handle: Handle,
  workspaceId: WorkspaceId,
  { cursor, pageSize, ...given }: HeldFilters & { cursor: string | undefined; pageSize: number },
): Promise<{ list: HeldPort[]; nextCursor: string | null }> {
  const order = sorting(given.sort);
  const { rows } = await handle.db.execute<HeldPort & { place: string | null }>(sql`
    select ${heldPort}, ${placeOf(order)} as place from ${portLeases} l ${withHolders}
    where ${matching(workspaceId, given)} and ${afterCursor(order, cursor)}
    order by ${orderBy(order)} limit ${pageSize}`);
  const list = rows.map(({ place: _place, ...port }) => port);
  return { list, nextCursor: nextCursorOf(rows, pageSize, (row) => row.id) };
}

const place = /^(\d{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Returns a page, latest first; nothing for a sub-account whose sessions are no longer archived. */
export async function readPastSessions(
  handle: Handle,
  workspaceId: WorkspaceId,
  query: Filters & { cursor?: string | undefined; pageNo: number; pageSize: number },
): Promise<{ list: PastSession[]; nextCursor: string | null }> {
  const { subAccountId, platform, cursor, pageNo, pageSize } = query;
  const end = pageNo * pageSize;
  // An invalid cursor starts from the beginning.
  const [, at, id] = place.exec(cursor ?? '') ?? [];
  const before =
    at && sql`to_timestamp(${at}::bigint / 1000000) + (${at}::bigint % 1000000) * interval '1 us'`;
  const { rows } = await handle.db.execute<PastSession & { at: number }>(sql`
    select p.id, p.social_account_id as "socialAccountId", p.sub_account_id as "subAccountId", ${whose},
      ${milliseconds(sql`p.started_at`)} as "startedAt", ${milliseconds(sql`p.ended_at`)} as "endedAt", p.ended as "end",
      (extract(epoch from p.ended_at) * 1000000)::bigint as at
    from ${pastSessions} p
    join ${socialAccounts} a on a.workspace_id = p.workspace_id and a.id = p.social_account_id
    join ${subAccounts} s on s.workspace_id = p.workspace_id and s.id = p.sub_account_id
      and s.session_archive and s.status <> 'deleted'
    where p.workspace_id = ${workspaceId}
      ${subAccountId ? sql`and p.sub_account_id = ${subAccountId}` : sql``}
      ${platform ? sql`and p.platform = ${platform}` : sql``}
      ${before ? sql`and (p.ended_at, p.id) < (${before}, ${id}::uuid)` : sql``}
    order by p.ended_at desc, p.id desc limit ${end + 1}`);
  const list = rows.slice(end - pageSize, end).map(({ at: _, ...session }) => session);
  const last = rows[end - 1];
  return { list, nextCursor: rows.length > end && last ? `${last.at}_${last.id}` : null };
}
