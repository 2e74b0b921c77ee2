/**
 * The table of finds. A find's id is derived from its source, so that it is stored once even if it is found repeatedly.
 */
import { createHash } from 'node:crypto';
import type { SensitiveFind, SensitiveFoundIn, SensitiveWordAction } from '@parley/contract/sensitive-words';
import { sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { conversations } from '../../../schema/conversations.ts';
import { sensitiveWordRecords } from '../../../schema/sensitive-words.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';

export type NewRecord = {
  workspaceId: WorkspaceId;
  id: string;
  ruleId: string;
  ruleTitle: string;
  action: SensitiveWordAction;
  direction: 'in' | 'out';
  foundIn: SensitiveFoundIn;
  finds: readonly SensitiveFind[];
  excerpt: string;
  conversationId: string;
  subAccountId: string;
  messageId: string | null;
  /** The owner must not get the message's texts, whatever the sub-account's current setting is. */
  withheld: boolean;
};

/**
 * Inserts the records that don't exist yet, and returns the number of new alerts per workspace. Texts are left out for
 * sub-accounts that keep no chat history.
 */
export async function insertRecords(
  tx: Tx,
  records: readonly NewRecord[],
  now: number,
): Promise<ReadonlyMap<WorkspaceId, number>> {
  const { rows } = await tx.db.execute<{ workspaceId: WorkspaceId; alerts: number }>(sql`
    with input as (
      select i.*, s.save_chat_history and not i.withheld as kept
      from json_to_recordset(${JSON.stringify(records)}::json)
        as i("workspaceId" uuid, id uuid, "ruleId" uuid, "ruleTitle" text, action text, direction text, "foundIn" text,
             finds jsonb, excerpt text, "conversationId" uuid, "subAccountId" uuid, "messageId" uuid, withheld boolean)
      join ${subAccounts} s on s.workspace_id = i."workspaceId" and s.id = i."subAccountId"
    ), added as (
      insert into ${sensitiveWordRecords} (workspace_id, id, rule_id, rule_title, action, direction, found_in, finds, excerpt,
        conversation_id, sub_account_id, message_id, unseen, created_at)
      select "workspaceId", id, "ruleId", "ruleTitle", action, direction, "foundIn",
        case when kept then finds else '[]'::jsonb end, case when kept then excerpt else '' end,
        "conversationId", "subAccountId", "messageId", action = 'alert', to_timestamp(${now}::double precision / 1000)
      from input order by "workspaceId", id
      on conflict (workspace_id, id) do nothing
      returning ${sensitiveWordRecords.workspaceId}, ${sensitiveWordRecords.unseen}
    )
    select workspace_id as "workspaceId", count(*) filter (where unseen)::int as alerts from added group by 1`);
  return new Map(rows.map(({ workspaceId, alerts }) => [workspaceId, alerts]));
}

/** Derives a UUID whose bits are free to choose (version 8, RFC 9562). */
export function recordId(...parts: readonly string[]): string {
  const hex = createHash('sha256').update(parts.join(' ')).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}

/** Marks all alerts as seen and returns how many were unseen. */
export async function markAlertsSeen(handle: Handle, workspaceId: WorkspaceId): Promise<number> {
  const { rowCount } = await handle.db.execute(sql`
    update ${sensitiveWordRecords} set unseen = false
    where ${sensitiveWordRecords.workspaceId} = ${workspaceId} and ${sensitiveWordRecords.unseen}`);
  return rowCount ?? 0;
}

/** Deletes the records of messages and ratings whose texts are erased. */
export async function deleteRecordsOf(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<void> {
  await tx.db.execute(sql`
    delete from ${sensitiveWordRecords}
    where ${sensitiveWordRecords.workspaceId} = ${workspaceId}
      and ${sensitiveWordRecords.messageId} = any(${sql.param([...ids])}::uuid[])`);
}

const maxAtOnce = 5_000;

/**
 * Deletes records of refused messages older than a time. Returns true when there are more, so that it is called again.
 */
export async function deleteRefusedBefore(
  handle: Handle,
  workspaceId: WorkspaceId,
  before: Date,
): Promise<boolean> {
  const { rowCount } = await handle.db.execute(sql`
    delete from ${sensitiveWordRecords}
    where ${sensitiveWordRecords.workspaceId} = ${workspaceId} and ${sensitiveWordRecords.id} in (
      select ${sensitiveWordRecords.id} from ${sensitiveWordRecords}
      where ${sensitiveWordRecords.workspaceId} = ${workspaceId} and ${sensitiveWordRecords.messageId} is null
        and ${sensitiveWordRecords.createdAt} < ${before} limit ${maxAtOnce})`);
  return (rowCount ?? 0) === maxAtOnce;
}

export async function deleteOfSubAccount(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<boolean> {
  const { rowCount } = await tx.db.execute(sql`
    delete from ${sensitiveWordRecords}
    where ${sensitiveWordRecords.workspaceId} = ${workspaceId} and ${sensitiveWordRecords.id} in (
      select ${sensitiveWordRecords.id} from ${sensitiveWordRecords}
      where ${sensitiveWordRecords.workspaceId} = ${workspaceId}
        and ${sensitiveWordRecords.subAccountId} = ${subAccountId} limit ${maxAtOnce})`);
  return (rowCount ?? 0) === maxAtOnce;
}

/**
 * Deletes the records of a deleted social account in batches; deleting its conversations would cascade to all of theirs
 * at once.
 */
export async function deleteAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): Promise<boolean> {
  const { rowCount } = await tx.db.execute(sql`
    delete from ${sensitiveWordRecords}
    where ${sensitiveWordRecords.workspaceId} = ${workspaceId} and ${sensitiveWordRecords.id} in (
      select r.id from ${conversations} c
      join ${sensitiveWordRecords} r on r.workspace_id = c.workspace_id and r.conversation_id = c.id
      where c.workspace_id = ${workspaceId} and c.social_account_id = ${socialAccountId} limit ${maxAtOnce})`);
  return (rowCount ?? 0) === maxAtOnce;
}
