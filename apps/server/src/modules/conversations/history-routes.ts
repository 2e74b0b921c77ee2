import {
  chatHistoryConversations,
  chatHistoryFileLink,
  chatHistoryMessages,
} from '@parley/contract/conversations';
import type { Database } from '../../base/db/database.ts';
import { found } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import { recordHourly } from '../audit/index.ts';
import { type LinkDeps, linkToFile } from './media/link.ts';
import { type ConversationItem, presentConversation, presentForOwner } from './presenter.ts';
import { readConversation, readConversations, readNames, readStretch } from './reading/queries.ts';
import { keepingNoTexts } from './retention/queries.ts';

type HistoryDeps = LinkDeps & { database: Database };

/** The owner's view of all conversations, for internal control. */
export function registerHistoryRoutes(mount: Mount, deps: HistoryDeps): void {
  const { database } = deps;
  mount(chatHistoryConversations, async ({ caller, query, origin }) => {
    // The list shows the last message of each conversation. The answer waits for its record.
    const [{ list, nextCursor }] = await Promise.all([
      readConversations(database, caller.workspaceId, query),
      recordHourly(database, origin, {
        action: 'chat-history.read',
        object: { kind: 'records', id: 'chat-history' },
      }),
    ]);
    const names = await readNames(database, caller.workspaceId, list);
    const present = (item: ConversationItem) => {
      const { lastMessage } = item;
      return {
        ...presentConversation(item, null),
        lastMessage: lastMessage && presentForOwner(lastMessage),
      };
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
    const [stretch, withoutTexts] = await Promise.all([
      readStretch(database, caller.workspaceId, row.id, query.before, query.limit),
      keepingNoTexts(database, [row]),
      recordHourly(database, origin, {
        action: 'chat-history.read',
        object: { kind: 'conversation', id: row.id },
      }),
    ]);
    const textsKept = withoutTexts.size === 0;
    const messages = stretch.messages.map(presentForOwner);
    return { messages, lastSeq: row.lastSeq, more: stretch.more, textsKept };
  });

  mount(chatHistoryFileLink, async ({ caller, params, origin }) => {
    const { row } = found(
      await readConversation(database, caller.workspaceId, params.conversationId),
      'conversation.not-found',
    );
    await recordHourly(database, origin, {
      action: 'chat-history.read',
      object: { kind: 'conversation', id: row.id },
    });
    return linkToFile(deps, row, params.fileId, 'owner');
  });
}
