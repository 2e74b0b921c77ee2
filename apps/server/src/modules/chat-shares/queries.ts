import type { ShareStatus } from '@parley/contract/chat-shares';
import {
  and,
  desc,
  eq,
  getTableColumns,
  gt,
  ilike,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Handle } from '../../base/db/database.ts';
import { containsPattern } from '../../base/db/like-pattern.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { chatShares } from '../../schema/chat-shares.ts';
import { chatRetention } from '../../schema/conversations/retention.ts';
import { conversations } from '../../schema/conversations.ts';
import { statusForHolders } from '../../schema/identity.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import { notOfDeleted } from '../sub-accounts/index.ts';

const itsConversation = and(
  eq(conversations.workspaceId, chatShares.workspaceId),
  eq(conversations.id, chatShares.conversationId),
);
const itsAccount = and(
  eq(socialAccounts.workspaceId, conversations.workspaceId),
  eq(socialAccounts.id, conversations.socialAccountId),
  isNull(socialAccounts.deletedAt),
);

function hasStatus(status: ShareStatus, now: Date): SQL | undefined {
  const isEnabled = eq(chatShares.status, 'enabled');
  if (status === 'expired')
    return and(isEnabled, isNotNull(chatShares.expiresAt), lte(chatShares.expiresAt, now));
  if (status !== 'enabled') return eq(chatShares.status, status);
  return and(isEnabled, or(isNull(chatShares.expiresAt), gt(chatShares.expiresAt, now)));
}

export type ChatShareFilter = {
  pageNo: number;
  pageSize: number;
  search?: string | undefined;
  conversationId?: string | undefined;
  status?: ShareStatus | undefined;
};

const columns = { share: chatShares, conversation: conversations };

export type ChatShareItem = {
  share: typeof chatShares.$inferSelect;
  conversation: typeof conversations.$inferSelect;
};

/** Returns the shares of conversations that are not being deleted. */
const shown = (handle: Handle, workspaceId: WorkspaceId, where: SQL | undefined) =>
  handle.db
    .select(columns)
    .from(chatShares)
    .innerJoin(conversations, itsConversation)
    .innerJoin(socialAccounts, itsAccount)
    .where(
      and(
        eq(chatShares.workspaceId, workspaceId),
        notOfDeleted(workspaceId, conversations.subAccountId),
        where,
      ),
    );

export async function readSharePage(
  handle: Handle,
  workspaceId: WorkspaceId,
  { pageNo, pageSize, search, conversationId, status }: ChatShareFilter,
  now: Date,
): Promise<{ list: ChatShareItem[]; total: number }> {
  const where = and(
    conversationId === undefined ? undefined : eq(chatShares.conversationId, conversationId),
    status && hasStatus(status, now),
    search ? ilike(chatShares.title, containsPattern(search)) : undefined,
  );
  const list = await shown(handle, workspaceId, where)
    .orderBy(desc(chatShares.createdAt), desc(chatShares.id))
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize);
  return { list, total: await handle.db.$count(shown(handle, workspaceId, where).as('shown')) };
}

export async function readShare(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<ChatShareItem | null> {
  const [row] = await shown(handle, workspaceId, eq(chatShares.id, id));
  return row ?? null;
}

/** A link with its conversation, for its holder. `retentionDays`: null if texts are kept indefinitely. */
export type OpenedChatShare = ChatShareItem & { retentionDays: number | null };

const statusOfOpened = statusForHolders<ChatShareItem['share']['status']>(
  sql`${chatShares.status}`,
  sql`${chatShares.workspaceId}`,
);

/**
 * Finds a link by its token's hash, in any workspace; null if there is none, or if its conversation is being deleted. Those of a
 * disabled workspace are disabled.
 */
export async function findShare({ db }: Handle, tokenHash: string): Promise<OpenedChatShare | null> {
  const [row] = await db
    .select({
      ...columns,
      share: { ...getTableColumns(chatShares), status: statusOfOpened },
      retentionDays: chatRetention.days,
    })
    .from(chatShares)
    .innerJoin(conversations, itsConversation)
    .innerJoin(socialAccounts, itsAccount)
    .leftJoin(
      subAccounts,
      and(
        eq(subAccounts.workspaceId, conversations.workspaceId),
        eq(subAccounts.id, conversations.subAccountId),
      ),
    )
    .leftJoin(chatRetention, eq(chatRetention.workspaceId, chatShares.workspaceId))
    .where(and(eq(chatShares.tokenHash, tokenHash), sql`${subAccounts.status} is distinct from 'deleted'`));
  return row ?? null;
}
