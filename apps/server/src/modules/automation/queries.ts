import { automationLimits, type ReplyContent } from '@parley/contract/automation';
import { sql } from 'drizzle-orm';
import type { Handle } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { replyRuleSubAccounts, replyRules, replyRuleVersions } from '../../schema/automation.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { type ConversationRow, type MessageRow, messages } from '../../schema/conversations.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import type { StoredRule } from './compiled-rules.ts';
import { crowd, type NearbyMessage } from './situation.ts';

/** The number of the last change of a workspace's rules; 0: there never was one. */
export async function readVersion(handle: Handle, workspaceId: WorkspaceId): Promise<number> {
  const { rows } = await handle.db.execute<{ version: number }>(
    sql`select version from ${replyRuleVersions} where workspace_id = ${workspaceId}`,
  );
  return rows[0]?.version ?? 0;
}

/** All rules of a workspace as they are matched, newest first. */
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
  /** Null: it applies to all. */
  subAccountIds: string[] | null;
  keywords: string[];
  contents: ReplyContent[];
  match: 'exact' | 'partial';
  replyMethod: 'all' | 'one';
  delaySeconds: number;
  send: 'original' | 'translated';
};

/** Some rules as they are now, by id; those that are gone are missing. */
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

/** Null: there is no such sub-account. */
export async function readSubAccount(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<SubAccountFacts | null> {
  const { rows } = await handle.db.execute<SubAccountFacts>(sql`
    select auto_reply as "switchedOn", status = 'normal' as "subAccountEnabled"
    from ${subAccounts} where workspace_id = ${workspaceId} and id = ${id} and status <> 'deleted'`);
  return rows[0] ?? null;
}

/**
 * The number of messages that are read of a conversation: an agent's monologue of that length counts as a customer's
 * silence.
 */
const lookBack = 50;
/** The texts of so many answered messages that they are a crowd. What else was written between them must not hide it. */
const lookForReplies = crowd * (automationLimits.welcomeContents + automationLimits.keywordContents);

/**
 * Reads what decides whether a message is answered automatically; to answer it, the transaction holds the conversation's lock.
 * What an agent or automation has written after it counts, too: the job may be late.
 */
export async function readNearby(
  handle: Handle,
  { workspaceId, id }: ConversationRow,
  { seq }: MessageRow,
): Promise<NearbyMessage[]> {
  const columns = sql`id, direction, triggered_by as "triggeredBy",
    (extract(epoch from case direction when 'in' then least(sent_at, created_at) else sent_at end) * 1000)::float8 as at`;
  const { rows } = await handle.db.execute<NearbyMessage>(sql`
    (select ${columns} from ${messages}
     where workspace_id = ${workspaceId} and conversation_id = ${id} and seq < ${seq}
     order by seq desc limit ${lookBack})
    union
    (select ${columns} from ${messages}
     where workspace_id = ${workspaceId} and conversation_id = ${id} and seq < ${seq} and triggered_by is not null
     order by seq desc limit ${lookForReplies})
    union
    (select ${columns} from ${messages}
     where workspace_id = ${workspaceId} and conversation_id = ${id} and seq > ${seq} and direction = 'out'
     order by seq limit ${lookForReplies})`);
  return rows;
}

/** The values of a reply's variables, beside the customer's name. */
export async function readNames(
  handle: Handle,
  { workspaceId, subAccountId, socialAccountId }: ConversationRow,
): Promise<{ agent: string | null; account: string | null }> {
  const { rows } = await handle.db.execute<{ agent: string | null; account: string | null }>(sql`
    select (select remark from ${subAccounts} where workspace_id = ${workspaceId} and id = ${subAccountId}) as agent,
      (select name from ${socialAccounts} where workspace_id = ${workspaceId} and id = ${socialAccountId}) as account`);
  return rows[0] ?? { agent: null, account: null };
}
