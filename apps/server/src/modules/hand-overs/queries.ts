import type { PlatformId } from '@parley/contract/catalogues';
import { maxHandOversShown, maxReceivers } from '@parley/contract/hand-overs';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Handle } from '../../base/db/database.ts';
import { containsPattern } from '../../base/db/like-pattern.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { type ConversationRow, conversations } from '../../schema/conversations.ts';
import { type HandOverRow, handOvers } from '../../schema/hand-overs.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';

/** Returns the sub-account that owns a conversation's social account; null when there is no such social account. */
export async function homeOf(
  handle: Handle,
  { workspaceId, socialAccountId }: Pick<ConversationRow, 'workspaceId' | 'socialAccountId'>,
): Promise<string | null> {
  // Locked, so that a social account that is being moved is read after the move.
  const { rows } = await handle.db.execute<{ id: string }>(sql`
    select ${socialAccounts.subAccountId} as id from ${socialAccounts}
    where ${socialAccounts.workspaceId} = ${workspaceId} and ${socialAccounts.id} = ${socialAccountId}
      and ${socialAccounts.deletedAt} is null for key share`);
  return rows[0]?.id ?? null;
}

/** Counts the conversations handed over to a sub-account that are with it now. */
export function countHandedTo(
  handle: Handle,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<number> {
  return handle.db.$count(
    conversations,
    and(
      eq(conversations.workspaceId, workspaceId),
      eq(conversations.subAccountId, subAccountId),
      sql`${conversations.handOverId} is not null`,
    ),
  );
}

export type Receiver = { id: string; name: string; accountName: string };

const shownName = sql`coalesce(nullif(s.remark, ''), s.account_name)`;

/**
 * Returns the sub-accounts to which a conversation can be handed over, by name, and one more than are shown if there
 * are more.
 */
export async function readReceivers(
  handle: Handle,
  { workspaceId, subAccountId, platform }: ConversationRow,
  search: string | undefined,
): Promise<Receiver[]> {
  const pattern = containsPattern(search?.trim() ?? '');
  const { rows } = await handle.db.execute<Receiver>(sql`
    select s.id, ${shownName} as name, s.account_name as "accountName" from ${subAccounts} s
    where s.workspace_id = ${workspaceId} and s.status = 'normal' and s.id <> ${subAccountId}
      and (s.platforms is null or ${platform} = any(s.platforms))
      and (s.remark ilike ${pattern} or s.account_name ilike ${pattern})
    order by lower(${shownName}), s.id limit ${maxReceivers + 1}`);
  return rows;
}

/** Returns sub-accounts' names by id. */
export async function readNames(
  handle: Handle,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await handle.db.execute<{ id: string; name: string }>(sql`
    select s.id, ${shownName} as name from ${subAccounts} s
    where s.workspace_id = ${workspaceId} and s.id = any(${sql.param([...ids])}::uuid[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns a conversation's latest hand-overs, newest first. */
export function readHandOvers(
  handle: Handle,
  { workspaceId, id }: Pick<ConversationRow, 'workspaceId' | 'id'>,
): Promise<HandOverRow[]> {
  return handle.db
    .select()
    .from(handOvers)
    .where(and(eq(handOvers.workspaceId, workspaceId), eq(handOvers.conversationId, id)))
    .orderBy(desc(handOvers.id))
    .limit(maxHandOversShown);
}

export type HandedOverRow = {
  conversation: Pick<ConversationRow, 'id' | 'socialAccountId' | 'title' | 'chatId'> & {
    platform: PlatformId;
  };
  handOver: HandOverRow;
};

/** Returns the conversations of a sub-account's social accounts that others work on, the latest hand-over first. */
export async function readHandedOver(
  handle: Handle,
  workspaceId: WorkspaceId,
  subAccountId: string,
  { before, limit, offset }: { before: string | null; limit: number; offset: number },
): Promise<HandedOverRow[]> {
  const { id, socialAccountId, title, chatId, platform } = conversations;
  return handle.db
    .select({ conversation: { id, socialAccountId, title, chatId, platform }, handOver: handOvers })
    .from(conversations)
    .innerJoin(
      handOvers,
      and(eq(handOvers.workspaceId, conversations.workspaceId), eq(handOvers.id, conversations.handOverId)),
    )
    .where(
      and(
        eq(conversations.workspaceId, workspaceId),
        sql`${conversations.socialAccountId} in (select a.id from ${socialAccounts} a
          where a.workspace_id = ${workspaceId} and a.sub_account_id = ${subAccountId} and a.deleted_at is null)`,
        sql`${conversations.handOverId} is not null`,
        before === null ? undefined : sql`${conversations.handOverId} < ${before}::uuid`,
      ),
    )
    .orderBy(desc(conversations.handOverId))
    .limit(limit)
    .offset(offset);
}
