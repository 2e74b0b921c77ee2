/**
 * Reads the records for screens and spreadsheets with keyset pagination: never counted, each page from where the last
 * ended.
 */
import { calendarDay } from '@parley/contract/characters';
import { type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import {
  characterDays,
  characterEntries,
  characterLeases,
  characterUsageDays,
  characterUsageId,
} from '../../../schema/characters.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { workspaceDay, workspaceDayStart, workspaces } from '../../../schema/workspaces.ts';

export type RecordPage<Item> = { list: Item[]; nextCursor: string | null };

/** The first and the last day, both inclusive, in the workspace's calendar. */
type Days = { from?: string | undefined; to?: string | undefined };
export type UsageRecordFilters = Days & { subAccountId?: string | undefined; platform?: string | undefined };
export type AllocationRecordFilters = Days & {
  subAccountId?: string | undefined;
  direction?: 'add' | 'remove' | undefined;
};

/** `pageNo` counts pages from the cursor, or from the beginning without one. */
type Place = { cursor?: string | undefined; pageNo?: number | undefined; pageSize: number };

export type UsageItem = {
  id: string;
  day: string;
  subAccountId: string;
  accountName: string;
  subAccountRemark: string;
  platform: string;
  sourceLanguage: string;
  targetLanguage: string;
  line: string;
  engine: string;
  characters: number;
  translations: number;
};

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const usagePlace = new RegExp(`^(\\d{4}-\\d\\d-\\d\\d)_(${uuid})_(${uuid})$`);
const allocationPlace = new RegExp(`^(\\d{1,16})_(${uuid})$`);

/**
 * Returns a page of usage, latest day first. What leases have not yet folded into the days is added from the entries,
 * so that the figures are exact at any moment; that is never more than some minutes' worth.
 */
export async function readUsage(
  handle: Handle,
  workspaceId: WorkspaceId,
  { cursor, pageNo = 1, pageSize, ...filters }: UsageRecordFilters & Place,
): Promise<RecordPage<UsageItem>> {
  const where = usageWhere(filters, cursor);
  const most = pageNo * pageSize + 1;
  const { rows } = await handle.db.execute<UsageItem>(sql`
    with unfolded as materialized (
      select ${workspaceDay(sql`e.created_at`)} as day, e.sub_account_id, ${characterUsageId(sql`e.details`)} as id,
        min(coalesce(e.details ->> 'platform', '')) as platform,
        min(coalesce(e.details ->> 'source', '')) as source_language,
        min(coalesce(e.details ->> 'target', '')) as target_language,
        min(coalesce(e.details ->> 'line', '')) as line, min(coalesce(e.details ->> 'engine', '')) as engine,
        sum(e.amount) as characters, count(*) as translations
      from ${characterLeases} l
      join ${characterEntries} e on e.workspace_id = l.workspace_id and e.lease_id = l.id
      join ${workspaces} w on w.id = l.workspace_id
      where l.workspace_id = ${workspaceId} and not l.usage_folded
      group by 1, 2, 3
    ), both_kinds as (
      (select d.day, d.sub_account_id, d.id, d.platform, d.source_language, d.target_language, d.line, d.engine,
         d.characters, d.translations
       from ${characterUsageDays} d where d.workspace_id = ${workspaceId} and ${where}
       order by d.day desc, d.sub_account_id desc, d.id desc limit ${most})
      union all
      (select d.* from unfolded d where ${where})
    ), page as (
      select day, sub_account_id, id, min(platform) as platform, min(source_language) as source_language,
        min(target_language) as target_language, min(line) as line, min(engine) as engine,
        sum(characters) as characters, sum(translations) as translations
      from both_kinds group by day, sub_account_id, id
      order by day desc, sub_account_id desc, id desc limit ${most}
    )
    select p.day::text as day, p.sub_account_id as "subAccountId", p.id, p.platform,
      p.source_language as "sourceLanguage", p.target_language as "targetLanguage", p.line, p.engine, p.characters,
      p.translations, coalesce(s.account_name, '') as "accountName", coalesce(s.remark, '') as "subAccountRemark"
    from page p
    left join ${subAccounts} s on s.workspace_id = ${workspaceId} and s.id = p.sub_account_id
    order by p.day desc, p.sub_account_id desc, p.id desc`);
  return pageOf(rows, { pageNo, pageSize }, (row) => `${row.day}_${row.subAccountId}_${row.id}`);
}

function usageWhere(
  { subAccountId, platform, from, to }: UsageRecordFilters,
  cursor: string | undefined,
): SQL {
  return allOf(
    subAccountId && sql`d.sub_account_id = ${subAccountId}::uuid`,
    platform && sql`d.platform = ${platform}`,
    from && sql`d.day >= ${from}::date`,
    usageBefore(cursor, { subAccountId, to }),
  );
}

/**
 * Returns the condition of a page's beginning as one bound, written in the columns of the index that serves it. Of two
 * bounds on the day, an index scan starts at either one and may read all rows between them, so that a place deep in a
 * month would cost the whole month.
 */
function usageBefore(cursor: string | undefined, { subAccountId, to }: UsageRecordFilters): SQL | undefined {
  const [, written, atSubAccount, atId] = usagePlace.exec(cursor ?? '') ?? [];
  // An invalid cursor starts from the beginning.
  const day = calendarDay.safeParse(written).data;
  if (day === undefined || (to !== undefined && to < day)) return to ? sql`d.day <= ${to}::date` : undefined;
  if (atSubAccount === subAccountId) return sql`(d.day, d.id) < (${day}::date, ${atId}::uuid)`;
  return sql`(d.day, d.sub_account_id, d.id) < (${day}::date, ${atSubAccount}::uuid, ${atId}::uuid)`;
}

/** Counts the charged translations of the workspace's current day, as exact as the records. */
export async function countTranslationsToday(handle: Handle, workspaceId: WorkspaceId): Promise<number> {
  const { rows } = await handle.db.execute<{ count: number }>(sql`
    with today as (
      select ${workspaceDay(sql`now()`)} as day from ${workspaces} w where w.id = ${workspaceId}
    )
    select coalesce((select sum(d.translations) from ${characterDays} d, today t
                     where d.workspace_id = ${workspaceId} and d.day = t.day), 0)
      + (select count(*) from today t, ${characterLeases} l
         join ${characterEntries} e on e.workspace_id = l.workspace_id and e.lease_id = l.id
         join ${workspaces} w on w.id = l.workspace_id
         where l.workspace_id = ${workspaceId} and not l.usage_folded
           and ${workspaceDay(sql`e.created_at`)} = t.day) as count`);
  return rows[0]?.count ?? 0;
}

export type UsedDay = { day: string; characters: number; translations: number };

/**
 * Returns the usage of the open day and those before it, earliest first, with zeros for days without any; exact at any
 * moment.
 */
export async function readUsedDays(
  handle: Handle,
  workspaceId: WorkspaceId,
  count: number,
): Promise<UsedDay[]> {
  const { rows } = await handle.db.execute<UsedDay>(sql`
    with here as materialized (
      select ${workspaceDay(sql`now()`)} as today from ${workspaces} w where w.id = ${workspaceId}
    ), used as (
      select d.day, d.used as characters, d.translations from ${characterDays} d
      where d.workspace_id = ${workspaceId} and d.day > (select today from here) - ${count}::int
      union all
      select ${workspaceDay(sql`e.created_at`)}, case when l.settled_at is null then e.amount else 0 end,
        case when l.usage_folded then 0 else 1 end
      from ${characterLeases} l
      join ${characterEntries} e on e.workspace_id = l.workspace_id and e.lease_id = l.id
      join ${workspaces} w on w.id = l.workspace_id
      where l.workspace_id = ${workspaceId} and (l.settled_at is null or not l.usage_folded)
    )
    select (h.today - n.ago)::text as day, coalesce(sum(u.characters), 0)::bigint as characters,
      coalesce(sum(u.translations), 0)::bigint as translations
    from here h cross join generate_series(0, ${count - 1}::int) n(ago)
    left join used u on u.day = h.today - n.ago
    group by 1 order by 1`);
  return rows;
}

export type AllocationItem = {
  id: string;
  /** Microseconds since the epoch, the database's precision. */
  at: number;
  subAccountId: string;
  accountName: string;
  subAccountRemark: string;
  direction: 'add' | 'remove';
  amount: number;
  before: number;
  ownerRemaining: number;
  remark: string;
  automatic: boolean;
};

/** Written exactly as in the indexes, so that they are used. */
const ofSubAccount = sql`(case ${characterEntries.kind} when 'allocation' then ${characterEntries.toAccount}
  else ${characterEntries.fromAccount} end)`;
const kindOf = { add: 'allocation', remove: 'take-back' } as const;

/** Returns a page, latest first. Balances that an earlier version didn't store are summed from the ledger. */
export async function readAllocations(
  handle: Handle,
  workspaceId: WorkspaceId,
  { cursor, pageNo = 1, pageSize, ...filters }: AllocationRecordFilters & Place,
): Promise<RecordPage<AllocationItem>> {
  const { rows } = await handle.db.execute<AllocationItem>(sql`
    with page as (
      select ${characterEntries.workspaceId}, ${characterEntries.id}, ${characterEntries.createdAt},
        ${characterEntries.kind}, ${characterEntries.amount}, ${characterEntries.remark},
        ${characterEntries.automatic}, ${characterEntries.subAccountBefore}, ${characterEntries.ownerAfter},
        ${ofSubAccount} as sub_account_id
      from ${characterEntries}
      where ${characterEntries.workspaceId} = ${workspaceId}
        and ${characterEntries.kind} in ('allocation', 'take-back')
        and ${allocationWhere(workspaceId, filters, cursor)}
      order by ${characterEntries.createdAt} desc, ${characterEntries.id} desc limit ${pageNo * pageSize + 1}
    )
    select p.id, (extract(epoch from p.created_at) * 1000000)::bigint as at, p.sub_account_id as "subAccountId",
      case p.kind when 'allocation' then 'add' else 'remove' end as direction, p.amount, coalesce(p.remark, '') as remark,
      p.automatic,
      coalesce(p.sub_account_before, (${balanceUntil(sql`p.sub_account_id`)})
        - case p.kind when 'allocation' then p.amount else -p.amount end) as before,
      coalesce(p.owner_after, (${balanceUntil(sql`p.workspace_id`)})) as "ownerRemaining",
      coalesce(s.account_name, '') as "accountName", coalesce(s.remark, '') as "subAccountRemark"
    from page p
    left join ${subAccounts} s on s.workspace_id = ${workspaceId} and s.id = p.sub_account_id
    order by p.created_at desc, p.id desc`);
  return pageOf(rows, { pageNo, pageSize }, (row) => `${row.at}_${row.id}`);
}

/** The balance of an account when the entry `p` was booked, including that entry. */
const balanceUntil = (account: SQL) => sql`
  select coalesce(sum(case when x.to_account = ${account} then x.amount else -x.amount end), 0)
  from ${characterEntries} x
  where x.workspace_id = p.workspace_id and (x.to_account = ${account} or x.from_account = ${account})
    and (x.created_at, x.id) <= (p.created_at, p.id)`;

function allocationWhere(
  workspaceId: WorkspaceId,
  { subAccountId, direction, from, to }: AllocationRecordFilters,
  cursor: string | undefined,
): SQL {
  return allOf(
    subAccountId && sql`${ofSubAccount} = ${subAccountId}::uuid`,
    direction && sql`${characterEntries.kind} = ${kindOf[direction]}`,
    from && sql`${characterEntries.createdAt} >= ${startOf(workspaceId, sql`${from}::date`)}`,
    allocatedBefore(cursor, to && startOf(workspaceId, sql`${to}::date + 1`)),
  );
}

const startOf = (workspaceId: WorkspaceId, day: SQL) =>
  sql`(select ${workspaceDayStart(day)} from ${workspaces} w where w.id = ${workspaceId})`;

/** Returns one bound, as for usage: the earlier of the page's place and the end of the days. */
function allocatedBefore(cursor: string | undefined, end: SQL | '' | undefined): SQL | undefined {
  const [, microseconds, id] = allocationPlace.exec(cursor ?? '') ?? [];
  if (!microseconds) return end ? sql`${characterEntries.createdAt} < ${end}` : undefined;
  const at = sql`timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond'`;
  const place = sql`(${characterEntries.createdAt}, ${characterEntries.id})`;
  if (!end) return sql`${place} < (${at}, ${id}::uuid)`;
  // No id is smaller than all zeros, so that only times before the end match.
  return sql`${place} < (least(${at}, ${end}),
    case when ${at} < ${end} then ${id}::uuid else '00000000-0000-0000-0000-000000000000' end)`;
}

function allOf(...conditions: (SQL | '' | undefined)[]): SQL {
  const given = conditions.filter((one) => one !== undefined && one !== '');
  return given.length === 0 ? sql`true` : sql.join(given, sql` and `);
}

function pageOf<Item>(
  rows: readonly Item[],
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
  placeOf: (item: Item) => string,
): RecordPage<Item> {
  const end = pageNo * pageSize;
  const list = rows.slice(end - pageSize, end);
  const last = list.at(-1);
  return { list, nextCursor: rows.length > end && last !== undefined ? placeOf(last) : null };
}
