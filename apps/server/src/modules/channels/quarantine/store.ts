import type { PlatformId } from '@parley/contract/catalogues';
import type { QuarantineReason } from '@parley/contract/channels';
import { type SQL, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import { quarantinedMessages, socialAccounts } from '../../../schema/channels.ts';

export type QuarantinedEntry = {
  deliveryId: string;
  form: 'message' | 'delivery';
  payload: string;
  truncated: boolean;
  reason: QuarantineReason;
};

type Account = { workspaceId: WorkspaceId; id: string };

/** Returns whether the database answers a trivial statement. */
export function isDatabaseResponsive(handle: Handle): Promise<boolean> {
  return handle.db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
}

/** In messages, and in bytes of their payloads as stored. */
export type QuarantineLimits = { messages: number; bytes: number };

/** The limits per account, so that a server that sends nothing but garbage doesn't fill the disk. */
export const quarantineLimits: QuarantineLimits = { messages: 1_000, bytes: 256 * 1024 * 1024 };

/**
 * Stores a message. A repeated one counts an attempt; beyond the limits the oldest messages of the account are evicted.
 * Returns the number of evictions.
 */
export async function storeQuarantined(
  handle: Handle,
  { workspaceId, id }: Account,
  it: QuarantinedEntry,
  limits = quarantineLimits,
): Promise<number> {
  await handle.db.execute(sql`
    insert into ${quarantinedMessages} as q
      (workspace_id, id, social_account_id, delivery_id, form, payload, truncated, reason)
    values (${workspaceId}, ${newId()}, ${id}, ${it.deliveryId}, ${it.form}, ${it.payload}, ${it.truncated},
      ${it.reason})
    on conflict (workspace_id, social_account_id, form, delivery_id) do update set
      attempts = q.attempts + 1, last_tried_at = now(), reason = excluded.reason`);
  const { rows } = await handle.db.execute<{ evicted: number }>(sql`
    with gone as (
      delete from ${quarantinedMessages}
      where ${quarantinedMessages.workspaceId} = ${workspaceId} and ${quarantinedMessages.id} in (
        select id from (
          select ${quarantinedMessages.id}, row_number() over newest as place,
            sum(pg_column_size(${quarantinedMessages.payload})) over newest as bytes
          from ${quarantinedMessages}
          where ${quarantinedMessages.workspaceId} = ${workspaceId} and ${quarantinedMessages.socialAccountId} = ${id}
          window newest as (order by ${quarantinedMessages.receivedAt} desc, ${quarantinedMessages.id} desc)) kept
        where place > ${limits.messages} or bytes > ${limits.bytes})
      returning 1)
    update ${socialAccounts}
    set quarantine_evicted = ${socialAccounts.quarantineEvicted} + (select count(*) from gone)
    where ${socialAccounts.workspaceId} = ${workspaceId} and ${socialAccounts.id} = ${id}
      and exists (select from gone)
    returning (select count(*) from gone) as evicted`);
  return rows[0]?.evicted ?? 0;
}

/** Returns how many messages were evicted because of the limits, of one account or of all. */
export async function countEvicted(
  handle: Handle,
  workspaceId: WorkspaceId,
  socialAccountId?: string,
): Promise<number> {
  const { rows } = await handle.db.execute<{ evicted: number }>(sql`
    select coalesce(sum(${socialAccounts.quarantineEvicted}), 0) as evicted from ${socialAccounts}
    where ${socialAccounts.workspaceId} = ${workspaceId} and ${socialAccounts.deletedAt} is null${
      socialAccountId === undefined ? sql`` : sql` and ${socialAccounts.id} = ${socialAccountId}`
    }`);
  return rows[0]?.evicted ?? 0;
}

export type QuarantineItem = Pick<QuarantinedEntry, 'payload' | 'truncated' | 'reason'> & {
  id: string;
  socialAccountId: string;
  socialAccountName: string;
  platform: PlatformId;
  attempts: number;
  receivedAt: Date;
  lastTriedAt: Date;
};

export type QuarantineFilter = { pageNo: number; pageSize: number; socialAccountId?: string | undefined };

// Joined with the accounts, which this module owns, so that messages of deleted accounts aren't shown.
const from = sql`${quarantinedMessages} q
  join ${socialAccounts} a on a.workspace_id = q.workspace_id and a.id = q.social_account_id and a.deleted_at is null`;

/** Returns a page, newest first; of each payload only what a list shows. */
export async function readPage(handle: Handle, workspaceId: WorkspaceId, filter: QuarantineFilter) {
  const where = sql`q.workspace_id = ${workspaceId}${
    filter.socialAccountId === undefined ? sql`` : sql` and q.social_account_id = ${filter.socialAccountId}`
  }`;
  const { rows } = await handle.db.execute<
    Omit<QuarantineItem, 'receivedAt' | 'lastTriedAt'> & { receivedAt: string; lastTriedAt: string }
  >(sql`
    select q.id, q.social_account_id as "socialAccountId", a.name as "socialAccountName", a.platform,
      left(q.payload, 2000) as payload, q.truncated, q.reason, q.attempts, q.received_at as "receivedAt",
      q.last_tried_at as "lastTriedAt"
    from ${from} where ${where}
    order by q.received_at desc, q.id desc
    limit ${filter.pageSize} offset ${(filter.pageNo - 1) * filter.pageSize}`);
  const counted = await handle.db.execute<{ total: number }>(
    sql`select count(*) as total from ${from} where ${where}`,
  );
  const list = rows.map(
    (row): QuarantineItem => ({
      ...row,
      receivedAt: new Date(row.receivedAt),
      lastTriedAt: new Date(row.lastTriedAt),
    }),
  );
  return { list, total: counted.rows[0]?.total ?? 0 };
}

export type RetryableEntry = QuarantinedEntry & { id: string; socialAccountId: string };

/** Returns the existing messages with these ids, in order of arrival. */
export async function readRetryable(
  handle: Handle,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<RetryableEntry[]> {
  const { rows } = await handle.db.execute<RetryableEntry>(sql`
    select q.id, q.social_account_id as "socialAccountId", q.delivery_id as "deliveryId", q.form, q.payload,
      q.truncated, q.reason
    from ${from} where q.workspace_id = ${workspaceId} and q.id = any(${uuids(ids)})
    order by q.received_at, q.id`);
  return rows;
}

/**
 * Locks a message until the transaction ends, waiting for other lock holders. Returns false when it no longer exists.
 */
export async function lock(tx: Tx, workspaceId: WorkspaceId, id: string): Promise<boolean> {
  const { rowCount } = await tx.db.execute(sql`
    select from ${quarantinedMessages}
    where ${quarantinedMessages.workspaceId} = ${workspaceId} and ${quarantinedMessages.id} = ${id} for update`);
  return rowCount === 1;
}

/** Deletes the messages with these ids and returns those that existed. */
export async function discard(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<Pick<RetryableEntry, 'socialAccountId'>[]> {
  const { rows } = await tx.db.execute<Pick<RetryableEntry, 'socialAccountId'>>(sql`
    delete from ${quarantinedMessages}
    where ${quarantinedMessages.workspaceId} = ${workspaceId} and ${quarantinedMessages.id} in (
      select ${quarantinedMessages.id} from ${quarantinedMessages}
      where ${quarantinedMessages.workspaceId} = ${workspaceId} and ${quarantinedMessages.id} = any(${uuids(ids)})
      order by ${quarantinedMessages.id} for update)
    returning ${quarantinedMessages.socialAccountId} as "socialAccountId"`);
  return rows;
}

export async function countAttempt(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
  reason: QuarantineReason,
): Promise<void> {
  await handle.db.execute(sql`
    update ${quarantinedMessages}
    set attempts = ${quarantinedMessages.attempts} + 1, last_tried_at = now(), reason = ${reason}
    where ${quarantinedMessages.workspaceId} = ${workspaceId} and ${quarantinedMessages.id} = ${id}`);
}

/** Returns the number of messages of each of these accounts; accounts without any are missing. */
export async function countByAccount(
  handle: Handle,
  workspaceId: WorkspaceId,
  socialAccountIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await handle.db.execute<{ id: string; n: number }>(sql`
    select ${quarantinedMessages.socialAccountId} as id, count(*) as n from ${quarantinedMessages}
    where ${quarantinedMessages.workspaceId} = ${workspaceId}
      and ${quarantinedMessages.socialAccountId} = any(${uuids(socialAccountIds)}) group by 1`);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Deletes up to `most` messages of a sub-account's accounts or of one account. Returns true when there may be more. */
export async function deleteQuarantineRows(
  tx: Tx,
  workspaceId: WorkspaceId,
  whose: { subAccountId: string } | { socialAccountId: string },
  most: number,
): Promise<boolean> {
  const its =
    'subAccountId' in whose
      ? sql`a.sub_account_id = ${whose.subAccountId}`
      : sql`a.id = ${whose.socialAccountId}`;
  const { rowCount } = await tx.db.execute(sql`
    delete from ${quarantinedMessages}
    where ${quarantinedMessages.workspaceId} = ${workspaceId} and ${quarantinedMessages.id} in (
      select q.id from ${socialAccounts} a
      join ${quarantinedMessages} q on q.workspace_id = a.workspace_id and q.social_account_id = a.id
      where a.workspace_id = ${workspaceId} and ${its} limit ${most})`);
  return rowCount === most;
}

function uuids(ids: readonly string[]): SQL {
  return sql`${sql.param([...ids])}::uuid[]`;
}
