import { chatHistoryConversations, chatHistoryMessages } from '@parley/contract';
import type { Database } from '../../base/db/database.ts';
import { found } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import { presentConversation, presentMessage } from './presenter.ts';
import { readConversation, readConversations, readNames, readStretch } from './reading/queries.ts';

/** The owner's view of all conversations, for internal control. */
export function registerHistoryRoutes(mount: Mount, { database }: { database: Database }): void {
  mount(chatHistoryConversations, async ({ caller, query }) => {
    const { list, nextCursor } = await readConversations(database, caller.workspaceId, query);
    const names = await readNames(database, caller.workspaceId, list);
    return {
      list: list.map((item) => ({
        ...presentConversation(item),
        subAccountRemark: names.subAccounts.get(item.row.subAccountId) ?? '',
        socialAccountName: names.socialAccounts.get(item.row.socialAccountId) ?? '',
      })),
      nextCursor,
    };
  });

  mount(chatHistoryMessages, async ({ caller, params, query }) => {
    const { row } = found(
      await readConversation(database, caller.workspaceId, params.conversationId),
      'conversation.not-found',
    );
    const stretch = await readStretch(database, caller.workspaceId, row.id, query.before, query.limit);
    return { messages: stretch.messages.map(presentMessage), lastSeq: row.lastSeq, more: stretch.more };
  });
}
