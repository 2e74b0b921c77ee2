/** Reads the records for screens and spreadsheets: latest first, with keyset pagination, never counted. */
import type { PlatformId } from '@parley/contract/catalogues';
import {
  type SensitiveFoundIn,
  type SensitiveWordAction,
  type SensitiveWordRecord,
  sensitiveWordAlertLimit,
} from '@parley/contract/sensitive-words';
import { eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { conversations, messages } from '../../../schema/conversations.ts';
import { sensitiveWordRecords } from '../../../schema/sensitive-words.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';

export type RecordFilters = {
  ruleId?: string | undefined;
  action?: SensitiveWordAction | undefined;
  direction?: 'in' | 'out' | undefined;
  foundIn?: SensitiveFoundIn | undefined;
  subAccountId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};
/** `pageNo` counts pages from the cursor, or from the beginning without one. */
type Place = { cursor?: string | undefined; pageNo?: number | undefined; pageSize: number };

/** `at` is in microseconds since the epoch, the database's precision. */
export type RecordItem = Omit<SensitiveWordRecord, 'time' | 'conversationNamed'> & {
  at: number;
  chatId: string;
  platform: PlatformId;
  /** The name of the agent or group member; null when unknown, or when the message was refused. */
  senderName: string | null;
};

export async function readRecords(
  handle: Handle,
  workspaceId: WorkspaceId,
  timeZone: string,
  { cursor, pageNo = 1, pageSize, ...filters }: RecordFilters & Place,
): Promise<{ list: RecordItem[]; nextCursor: string | null }> {
  const where = sql.join(
    [sql`${sensitiveWordRecords.workspaceId} = ${workspaceId}`, ...conditions(filters, timeZone, cursor)],
    sql` and `,
  );
  const { rows } = await handle.db.execute<RecordItem>(sql`
    with page as (
      select * from ${sensitiveWordRecords} where ${where}
      order by ${sensitiveWordRecords.createdAt} desc, ${sensitiveWordRecords.id} desc
      limit ${pageSize + 1} offset ${(pageNo - 1) * pageSize}
    )
    select p.id, (extract(epoch from p.created_at) * 1000000)::bigint as at, p.rule_id as "ruleId",
      p.rule_title as "ruleTitle", p.action, p.direction, p.found_in as "foundIn", p.finds, p.excerpt,
      p.conversation_id as "conversationId", c.title as "conversationTitle", c.chat_id as "chatId", c.platform, p.sub_account_id as "subAccountId",
      coalesce(s.remark, '') as "subAccountRemark", c.social_account_id as "socialAccountId",
      coalesce(a.name, '') as "socialAccountName", m.id as "messageId", m.seq,
      coalesce(m.member_name, m.author_name) as "senderName"
    from page p
    join ${conversations} c on c.workspace_id = p.workspace_id and c.id = p.conversation_id
    left join ${messages} m on m.workspace_id = p.workspace_id and m.id = p.message_id
    left join ${subAccounts} s on s.workspace_id = p.workspace_id and s.id = p.sub_account_id
    left join ${socialAccounts} a on a.workspace_id = c.workspace_id and a.id = c.social_account_id
    order by p.created_at desc, p.id desc`);
  const list = rows.slice(0, pageSize);
  const last = list.at(-1);
  return { list, nextCursor: rows.length > pageSize && last ? `${last.at}_${last.id}` : null };
}

function conditions(filters: RecordFilters, timeZone: string, cursor: string | undefined): SQL[] {
  const { ruleId, action, direction, foundIn, subAccountId, from, to } = filters;
  const startOf = (day: SQL) => sql`((${day})::timestamp at time zone ${timeZone})`;
  return [
    ruleId && eq(sensitiveWordRecords.ruleId, ruleId),
    action && eq(sensitiveWordRecords.action, action),
    direction && eq(sensitiveWordRecords.direction, direction),
    // A literal, so that the partial index of comments is used.
    foundIn && sql`${sensitiveWordRecords.foundIn} = ${sql.raw(`'${foundIn}'`)}`,
    subAccountId && eq(sensitiveWordRecords.subAccountId, subAccountId),
    from && gte(sensitiveWordRecords.createdAt, startOf(sql`${from}::date`)),
    to && lt(sensitiveWordRecords.createdAt, startOf(sql`${to}::date + 1`)),
    before(cursor),
  ].filter((one) => one !== undefined && one !== '');
}

const place = /^(\d{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function before(cursor: string | undefined): SQL | undefined {
  const [, microseconds, id] = place.exec(cursor ?? '') ?? [];
  // An invalid cursor starts from the beginning.
  if (microseconds === undefined) return undefined;
  const at = sql`(timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond')`;
  return sql`(${sensitiveWordRecords.createdAt}, ${sensitiveWordRecords.id}) < (${at}, ${id}::uuid)`;
}

/** Counts up to the limit, so that the cost is bounded. */
export async function countUnseen(handle: Handle, workspaceId: WorkspaceId): Promise<number> {
  const { rows } = await handle.db.execute<{ n: number }>(sql`
    select count(*)::int as n from (
      select 1 from ${sensitiveWordRecords}
      where ${sensitiveWordRecords.workspaceId} = ${workspaceId} and ${sensitiveWordRecords.unseen}
      limit ${sensitiveWordAlertLimit}
    ) u`);
  return rows[0]?.n ?? 0;
}
