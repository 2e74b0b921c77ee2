import { automationLimits, type ReplyContent } from '@parley/contract/automation';
import { type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { replyRuleSubAccounts, replyRules, replyRuleVersions } from '../../schema/automation.ts';
import { socialAccounts } from '../../schema/channels.ts';
import {
  type ConversationRow,
  conversations,
  type MessageRow,
  messages,
} from '../../schema/conversations.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import type { StoredRule } from './compiled-rules.ts';
import { type NearbyMessage, replyLimit, type Situation, situationFrom } from './situation.ts';

/** Returns the version of a workspace's rules; 0 when they were never changed. */
export async function readVersion(handle: Handle, workspaceId: WorkspaceId): Promise<number> {
  const { rows } = await handle.db.execute<{ version: number }>(sql`
    select ${replyRuleVersions.version} from ${replyRuleVersions}
    where ${replyRuleVersions.workspaceId} = ${workspaceId}`);
  return rows[0]?.version ?? 0;
}

/** Returns all rules of a workspace in the form for matching, newest first. */
export async function readStoredRules(handle: Handle, workspaceId: WorkspaceId): Promise<StoredRule[]> {
  const { rows } = await handle.db.execute<StoredRule>(sql`
    select r.kind, r.id, r.enabled, r.keywords, r.match, r.match_translation as "matchTranslation",
      case r.range when 'some' then coalesce((
        select json_agg(a.sub_account_id) from ${replyRuleSubAccounts} a
        where a.workspace_id = r.workspace_id and a.rule_id = r.id), '[]') end as "subAccountIds"
    from ${replyRules} r where r.workspace_id = ${workspaceId} order by r.created_at desc, r.id desc`);
  return rows;
}

export type RuleToSend = {
  id: string;
  title: string;
  enabled: boolean;
  /** Null when it applies to all. */
  subAccountIds: string[] | null;
  keywords: string[];
  contents: ReplyContent[];
  match: 'exact' | 'partial';
  replyMethod: 'all' | 'one';
  delaySeconds: number;
  send: 'original' | 'translated';
};

/** Returns the current state of some rules by id, without deleted ones. */
export async function readRules(
  handle: Handle,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RuleToSend>> {
  if (ids.length === 0) return new Map();
  const { rows } = await handle.db.execute<RuleToSend>(sql`
    select r.id, r.title, r.enabled, r.keywords, r.contents, r.match, r.reply_method as "replyMethod",
      r.delay_seconds as "delaySeconds", r.send,
      case r.range when 'some' then coalesce((
        select json_agg(a.sub_account_id) from ${replyRuleSubAccounts} a
        where a.workspace_id = r.workspace_id and a.rule_id = r.id), '[]') end as "subAccountIds"
    from ${replyRules} r where r.workspace_id = ${workspaceId} and r.id = any(${sql.param([...ids])}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

export type SubAccountFacts = { switchedOn: boolean; subAccountEnabled: boolean };

/** Returns null when there is no such sub-account. */
export async function readSubAccount(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<SubAccountFacts | null> {
  const { rows } = await handle.db.execute<SubAccountFacts>(sql`
    select ${subAccounts.autoReply} as "switchedOn", ${subAccounts.status} = 'normal' as "subAccountEnabled"
    from ${subAccounts} where ${subAccounts.workspaceId} = ${workspaceId} and ${subAccounts.id} = ${id}
      and ${subAccounts.status} <> 'deleted'`);
  return rows[0] ?? null;
}

/** Number of messages read of a conversation. If an agent wrote all of them, the customer counts as silent. */
const lookBack = sql.raw('50');
/** Enough of the latest automatic texts to detect a crowd, regardless of other messages between them. */
const lookForReplies = sql.raw(
  String(replyLimit * (automationLimits.welcomeContents + automationLimits.keywordContents)),
);

export type MessageKey = { workspaceId: WorkspaceId; messageId: string };

/** An inbound message with the facts that decide whether it is answered automatically. */
export type AnswerableMessage = {
  subAccountId: string;
  conversationId: string;
  seq: number;
  message: Pick<MessageRow, 'id' | 'kind' | 'original' | 'translation' | 'translationState'>;
  situation: Situation;
  /** The version that `readVersion` returns. */
  rulesVersion: number;
};

type AnswerableRow = AnswerableMessage['message'] &
  SubAccountFacts &
  Pick<Situation, 'isArchived'> &
  Pick<AnswerableMessage, 'subAccountId' | 'conversationId' | 'seq' | 'rulesVersion'> & {
    place: number;
    at: number;
    nearby: NearbyMessage[];
  };

/**
 * Reads messages of any workspaces; null for deleted ones. To answer one, the transaction must hold its conversation's
 * lock.
 */
export async function readAnswerable(
  handle: Handle,
  keys: readonly MessageKey[],
): Promise<(AnswerableMessage | null)[]> {
  const { rows } = await handle.db.execute<AnswerableRow>(sql`
    select k.place::int, m.id, m.kind, m.original, m.translation, m.translation_state as "translationState",
      ${epochMs(sql`m.created_at`)} as at, c.sub_account_id as "subAccountId",
      c.id as "conversationId", m.seq, s.auto_reply as "switchedOn", s.status = 'normal' as "subAccountEnabled",
      c.archived_at is not null as "isArchived", coalesce(v.version, 0) as "rulesVersion",
      coalesce((select json_agg(n) from (${nearby(sql`m`)}) n), '[]') as nearby
    from rows from (json_to_recordset(${JSON.stringify(keys)}::json) as ("workspaceId" uuid, "messageId" uuid))
         with ordinality as k (workspace_id, id, place)
    join ${messages} m on m.workspace_id = k.workspace_id and m.id = k.id
    join ${conversations} c on c.workspace_id = m.workspace_id and c.id = m.conversation_id
    join ${subAccounts} s on s.workspace_id = c.workspace_id and s.id = c.sub_account_id and s.status <> 'deleted'
    left join ${replyRuleVersions} v on v.workspace_id = k.workspace_id`);
  const arrivals = new Map(rows.map((row) => [row.place, answerableFrom(row)]));
  return keys.map((_, index) => arrivals.get(index + 1) ?? null);
}

function answerableFrom(row: AnswerableRow): AnswerableMessage {
  const { place: _, nearby, at, switchedOn, subAccountEnabled, isArchived, ...rest } = row;
  const { subAccountId, conversationId, seq, rulesVersion, ...message } = rest;
  const situation = situationFrom(nearby, { switchedOn, subAccountEnabled, isArchived, at });
  return { subAccountId, conversationId, seq, rulesVersion, message, situation };
}

const epochMs = (time: SQL) => sql`(extract(epoch from ${time}) * 1000)::float8`;

/**
 * Returns the messages around a message of a conversation, including what an agent or automation wrote after it,
 * because the job may be late.
 */
function nearby(message: SQL): SQL {
  const { seq, direction, triggeredBy, sentAt } = messages;
  const at = epochMs(
    sql`case ${direction} when 'in' then least(${sentAt}, ${messages.createdAt}) else ${sentAt} end`,
  );
  const ofConversation = sql`select ${messages.id}, ${direction}, ${triggeredBy} as "triggeredBy", ${at} as at
    from ${messages}
    where ${messages.workspaceId} = ${message}.workspace_id
      and ${messages.conversationId} = ${message}.conversation_id`;
  return sql`
    (${ofConversation} and ${seq} < ${message}.seq order by ${seq} desc limit ${lookBack})
    union
    (${ofConversation} and ${seq} < ${message}.seq and ${triggeredBy} is not null
     order by ${seq} desc limit ${lookForReplies})
    union
    (${ofConversation} and ${seq} > ${message}.seq and ${direction} = 'out' order by ${seq} limit ${lookForReplies})`;
}

/** Returns the values of a reply's variables other than the customer's name. */
export async function readNames(
  handle: Handle,
  { workspaceId, subAccountId, socialAccountId }: ConversationRow,
): Promise<{ agent: string | null; account: string | null }> {
  const { rows } = await handle.db.execute<{ agent: string | null; account: string | null }>(sql`
    select (select ${subAccounts.remark} from ${subAccounts}
      where ${subAccounts.workspaceId} = ${workspaceId} and ${subAccounts.id} = ${subAccountId}) as agent,
      (select ${socialAccounts.name} from ${socialAccounts}
        where ${socialAccounts.workspaceId} = ${workspaceId}
          and ${socialAccounts.id} = ${socialAccountId}) as account`);
  return rows[0] ?? { agent: null, account: null };
}
