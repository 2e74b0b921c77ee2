import {
  chatHistoryConversation,
  chatHistoryConversations,
  chatHistoryFileLink,
  chatHistoryMessages,
  quoteUntranslatedMessages,
  searchMessages,
  translateMessages,
} from '@parley/contract/conversations';
import type { Database } from '../../base/db/database.ts';
import { found } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { recordHourly } from '../audit/index.ts';
import { type LinkDeps, linkToFile } from './media/link.ts';
import {
  type OwnerTranslationDeps,
  quoteUntranslated,
  translateUntranslated,
} from './owner-translation/service.ts';
import { type ConversationItem, presentConversation, presentForOwner } from './presenter.ts';
import { readHistory } from './reading/history.ts';
import { readConversation, readConversations, readNames } from './reading/queries.ts';
import { keepingNoTexts } from './retention/queries.ts';
import { findMessages } from './search/find-messages.ts';
import { presentFound } from './search/presenter.ts';

type HistoryDeps = LinkDeps & OwnerTranslationDeps;

/** The owner's view of all conversations, for internal control. */
export function registerHistoryRoutes(mount: Mount, deps: HistoryDeps): void {
  const { database } = deps;
  registerTranslationRoutes(mount, deps);
  mount(chatHistoryConversations, async ({ caller, query, origin }) => {
    // The list shows the last message of each conversation. The answer waits for its record.
    const [{ list, nextCursor }] = await Promise.all([
      readConversations(database, caller.workspaceId, query),
      recordHourly(database, origin, {
        action: 'chat-history.read',
        object: { kind: 'records', id: 'chat-history' },
      }),
    ]);
    return { list: await presentListed(database, caller.workspaceId, list), nextCursor };
  });

  mount(chatHistoryConversation, async ({ caller, params, origin }) => {
    const item = found(
      await readConversation(database, caller.workspaceId, params.conversationId),
      'conversation.not-found',
    );
    const [[listed]] = await Promise.all([
      presentListed(database, caller.workspaceId, [item]),
      recordHourly(database, origin, {
        action: 'chat-history.read',
        object: { kind: 'conversation', id: item.row.id },
      }),
    ]);
    return found(listed ?? null, 'conversation.not-found');
  });

  mount(chatHistoryMessages, async ({ caller, params, query, origin }) => {
    const { row } = found(
      await readConversation(database, caller.workspaceId, params.conversationId),
      'conversation.not-found',
    );
    const [stretch, withoutTexts] = await Promise.all([
      readHistory(database, caller.workspaceId, row.id, query),
      keepingNoTexts(database, [row]),
      recordHourly(database, origin, {
        action: 'chat-history.read',
        object: { kind: 'conversation', id: row.id },
      }),
    ]);
    const textsKept = withoutTexts.size === 0;
    const messages = stretch.messages.map(presentForOwner);
    return { ...stretch, messages, lastSeq: row.lastSeq, textsKept };
  });

  mount(searchMessages, async ({ caller, query, origin }) => {
    // Recorded without the words: they may be about a person, and the log is never erased.
    const [{ list, ...page }] = await Promise.all([
      findMessages(database, caller.workspaceId, query),
      recordHourly(database, origin, {
        action: 'chat-history.read',
        object: { kind: 'records', id: 'chat-history-search' },
      }),
    ]);
    return { ...page, list: list.map((row) => presentFound(row, query.text)) };
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

function registerTranslationRoutes(mount: Mount, deps: HistoryDeps): void {
  mount(quoteUntranslatedMessages, async ({ caller, params, query }) => {
    const { quoted } = await quoteUntranslated(deps, caller.workspaceId, { ...params, ...query });
    return {
      messages: quoted.length,
      characters: quoted.reduce((sum, { characters }) => sum + characters, 0),
    };
  });

  mount(translateMessages, async ({ caller, params, body, origin }) => ({
    messages: await translateUntranslated(deps, caller.workspaceId, { ...params, ...body }, origin),
  }));
}

async function presentListed(
  database: Database,
  workspaceId: WorkspaceId,
  list: readonly ConversationItem[],
) {
  const names = await readNames(database, workspaceId, list);
  return list.map((item) => ({
    ...presentConversation(item, null),
    lastMessage: item.lastMessage && presentForOwner(item.lastMessage),
    subAccountRemark: names.subAccounts.get(item.row.subAccountId) ?? '',
    socialAccountName: names.socialAccounts.get(item.row.socialAccountId) ?? '',
  }));
}
