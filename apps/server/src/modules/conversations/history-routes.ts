import { chatHistoryConversations, chatHistoryMessages } from '@parley/contract';
import type { Database } from '../../base/db/database.ts';
import { found } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import { recordHourly } from '../audit/index.ts';
import { keepingNoTexts } from './erasing/queries.ts';
import {
  type ConversationItem,
  presentConversation,
  presentMessage,
  type TraitsOf,
  withheld,
} from './presenter.ts';
import { readConversation, readConversations, readNames, readStretch } from './reading/queries.ts';

type HistoryDeps = { database: Database; platformTraits: TraitsOf };

/** The owner's view of all conversations, for internal control. */
export function registerHistoryRoutes(mount: Mount, { database, platformTraits }: HistoryDeps): void {
  mount(chatHistoryConversations, async ({ caller, query, origin }) => {
    // The list shows the last message of each conversation.
    await recordHourly(database, origin, {
      action: 'chat-history.read',
      object: { kind: 'records', id: 'chat-history' },
    });
    const { list, nextCursor } = await readConversations(database, caller.workspaceId, query);
    const [names, unkept] = await Promise.all([
      readNames(database, caller.workspaceId, list),
      keepingNoTexts(
        database,
        list.map(({ row }) => row),
      ),
    ]);
    const present = (item: ConversationItem) => {
      const conversation = presentConversation(item, null, platformTraits);
      const { lastMessage } = conversation;
      const hidden = unkept.has(item.row.subAccountId) && lastMessage !== null;
      return hidden ? { ...conversation, lastMessage: withheld(lastMessage) } : conversation;
    };
    return {
      list: list.map((item) => ({
        ...present(item),
        subAccountRemark: names.subAccounts.get(item.row.subAccountId) ?? '',
        socialAccountName: names.socialAccounts.get(item.row.socialAccountId) ?? '',
      })),
      nextCursor,
    };
  });

  mount(chatHistoryMessages, async ({ caller, params, query, origin }) => {
    const { row } = found(
      await readConversation(database, caller.workspaceId, params.conversationId),
      'conversation.not-found',
    );
    const stretch = await readStretch(database, caller.workspaceId, row.id, query.before, query.limit);
    await recordHourly(database, origin, {
      action: 'chat-history.read',
      object: { kind: 'conversation', id: row.id },
    });
    const textsKept = (await keepingNoTexts(database, [row])).size === 0;
    const shown = stretch.messages.map(presentMessage);
    const messages = textsKept ? shown : shown.map(withheld);
    return { messages, lastSeq: row.lastSeq, more: stretch.more, textsKept };
  });
}
