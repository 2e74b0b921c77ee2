import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { type MessageVersionRow, messageVersions } from '../../../schema/conversations/versions.ts';
import { conversations, type MessageRow, messages } from '../../../schema/conversations.ts';
import { messagesWithPart, partsOfMessage } from '../message-parts/store.ts';

export type Target = {
  workspaceId: WorkspaceId;
  socialAccountId: string;
  /** Null for any chat of the account. */
  chatId: string | null;
  target: string;
};

/** Returns the message with this platform id; of several with the same reference, which customers can forge, the latest. */
export async function findTarget(
  handle: Handle,
  { workspaceId, socialAccountId, chatId, target }: Target,
): Promise<{ id: string; seq: number; conversationId: string } | null> {
  const column = { platform: messages.platformMessageId, reference: messages.referenceId };
  // A union of three queries, because each has its own index.
  const named = (by: 'platform' | 'reference') => sql`
    select m.id, m.seq, m.conversation_id, m.created_at from ${messages} m
    where m.workspace_id = ${workspaceId} and m.social_account_id = ${socialAccountId}
      and m.${sql.identifier(column[by].name)} = ${target}`;
  const withPart = sql`
    select m.id, m.seq, m.conversation_id, m.created_at from ${messages} m
    where m.workspace_id = ${workspaceId} and m.id = any(${messagesWithPart({ workspaceId, socialAccountId }, target)})`;
  const { rows } = await handle.db.execute<{ id: string; seq: number; conversationId: string }>(sql`
    select m.id, m.seq, m.conversation_id as "conversationId" 
    from (${named('platform')} union all ${named('reference')} union all ${withPart}) m
    join ${conversations} c on c.workspace_id = ${workspaceId} and c.id = m.conversation_id
    where ${chatId}::text is null or c.chat_id = ${chatId}
    order by m.created_at desc, m.seq desc limit 1`);
  return rows[0] ?? null;
}

/** Maximum number of earlier texts kept per message: the first one and the latest. */
const maxVersions = 100;

/** Stores a message's present text for the owner before it is replaced, unless the owner may not see the message. */
export async function keepVersion(tx: Tx, message: MessageRow, replacedAt: Date): Promise<void> {
  if (message.withheld) return;
  const { workspaceId, id: messageId, original, translation } = message;
  const version = message.edits + 1;
  await tx.db
    .insert(messageVersions)
    .values({ workspaceId, messageId, version, original, translation, replacedAt })
    .onConflictDoNothing();
  if (version <= maxVersions) return;
  await tx.db
    .delete(messageVersions)
    .where(
      and(
        eq(messageVersions.workspaceId, workspaceId),
        eq(messageVersions.messageId, messageId),
        sql`${messageVersions.version} > 1`,
        lt(messageVersions.version, version - maxVersions + 2),
      ),
    );
}

/** Without `translation`, matches any translation. */
export async function isKnownVersion(
  handle: Handle,
  { workspaceId, id }: Pick<MessageRow, 'workspaceId' | 'id'>,
  { original, translation }: { original: string; translation?: string | null },
): Promise<boolean> {
  const { rows } = await handle.db.execute(sql`
    select 1 from ${messageVersions}
    where ${messageVersions.workspaceId} = ${workspaceId} and ${messageVersions.messageId} = ${id}
      and ${messageVersions.original} = ${original}
      and ${translation === undefined ? sql`true` : sql`${messageVersions.translation} is not distinct from ${translation}`}
    limit 1`);
  return rows.length > 0;
}

/** Returns the earlier texts of a message, oldest first. */
export function readVersions(
  handle: Handle,
  workspaceId: WorkspaceId,
  messageId: string,
): Promise<MessageVersionRow[]> {
  return handle.db
    .select()
    .from(messageVersions)
    .where(and(eq(messageVersions.workspaceId, workspaceId), eq(messageVersions.messageId, messageId)))
    .orderBy(asc(messageVersions.version));
}

/** An agent's change that an account has to apply on its platform now. */
export type ChangeToMake = {
  messageId: string;
  changeId: string;
  chatId: string;
  chatKind: 'private' | 'group';
  /** The platform's id of the message. */
  target: string;
  platformMessageId: string | null;
  /** True if Parley has sent the message, under its own id. */
  isSent: boolean;
  /** All platform ids of a message in parts; null otherwise. */
  parts: string[] | null;
  caption: boolean;
  /** True for a medium with a caption. */
  captioned: boolean;
  attempts: number;
} & ({ kind: 'edit'; text: string } | { kind: 'delete' } | { kind: 'react'; emoji: string | null });

export async function nextChanges(
  handle: Handle,
  workspaceId: WorkspaceId,
  socialAccountId: string,
  limit: number,
): Promise<ChangeToMake[]> {
  const { rows } = await handle.db.execute<ChangeToMake>(sql`
    select m.id as "messageId", m.change ->> 'id' as "changeId", c.chat_id as "chatId",
      c.kind as "chatKind", coalesce(m.reference_id, m.platform_message_id) as target, ${partsOfMessage} as parts,
      m.platform_message_id as "platformMessageId", m.direction = 'out' and m.author_sub_account_id is not null as "isSent", m.attachment is not null as caption,
      m.attachment is not null and m.original <> '' as captioned,
      (m.change ->> 'attempts')::int as attempts, m.change ->> 'kind' as kind, m.change ->> 'emoji' as emoji,
      coalesce(m.change ->> 'translation', m.change ->> 'text') as text
    from ${messages} m
    join ${conversations} c on c.workspace_id = m.workspace_id and c.id = m.conversation_id
    where m.workspace_id = ${workspaceId} and m.social_account_id = ${socialAccountId} and ${isDue}
    order by m.change ->> 'nextAttemptAt' nulls first, m.id limit ${limit}`);
  return rows;
}

const isDue = sql`m.change is not null and m.change ->> 'state' = 'queued'
  and coalesce((m.change ->> 'nextAttemptAt')::float8, 0) <= extract(epoch from now()) * 1000`;

/** Returns the accounts among these that have a change to apply now. */
export async function accountsToChange(
  handle: Handle,
  socialAccountIds: readonly string[],
): Promise<string[]> {
  const { rows } = await handle.db.execute<{ id: string }>(sql`
    select distinct m.social_account_id as id from ${messages} m
    where m.social_account_id = any(${sql.param([...socialAccountIds])}::uuid[]) and ${isDue}`);
  return rows.map((row) => row.id);
}
