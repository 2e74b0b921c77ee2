/** Conversations as a desk shows them. */
import type { Conversation } from '@parley/contract/conversations';
import type { Handle } from '../../../base/db/database.ts';
import { assertFound } from '../../../base/http/app-error.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { readAliases } from '../../customer-profiles/index.ts';
import { type ConversationItem, presentConversation } from '../presenter.ts';
import { readConversation } from '../reading/queries.ts';

export type DeskCaller = { workspaceId: WorkspaceId; subAccountId: string };

/** Presents conversations, with the aliases that the sub-account's agents have given to customers. */
export async function presentAll(
  handle: Handle,
  { workspaceId, subAccountId }: DeskCaller,
  items: readonly ConversationItem[],
): Promise<Conversation[]> {
  const fanIds = items.flatMap(({ row: { fanId } }) => fanId ?? []);
  const names = await readAliases(handle, workspaceId, subAccountId, fanIds);
  return items.map((item) => presentConversation(item, names.get(item.row.fanId ?? '') ?? null));
}

export async function presentOne(handle: Handle, caller: DeskCaller, item: ConversationItem) {
  const [conversation] = await presentAll(handle, caller, [item]);
  return assertFound(conversation ?? null, 'conversation.not-found');
}

/** Returns a conversation that the caller works on. Throws `conversation.not-found`. */
export async function ownConversation(handle: Handle, caller: DeskCaller, id: string) {
  return assertFound(
    await readConversation(handle, caller.workspaceId, id, caller.subAccountId),
    'conversation.not-found',
  );
}
