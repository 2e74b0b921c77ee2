import type { InterfaceLanguage } from '@parley/contract';
import {
  chatHistoryConversation,
  chatHistoryConversations,
  chatHistoryEvents,
  chatHistoryFileLink,
  chatHistoryMessages,
  chatHistoryVersions,
  exportMessages,
  exportTranscript as exportTranscriptEndpoint,
  getChatRetention,
  leaveGroupForOwner,
  previewChatRetention,
  quoteUntranslatedMessages,
  searchMessages,
  setChatRetention,
  translateMessages,
} from '@parley/contract/conversations';
import type { Clock } from '../../base/clock.ts';
import { type Database, type Tx, transaction } from '../../base/db/database.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { mapYielding } from '../../base/map-yielding.ts';
import { record, recordHourly } from '../audit/index.ts';
import { calendarOf } from '../workspaces/index.ts';
import { type DepartureDeps, leaveGroup } from './groups/departures/service.ts';
import { exportSpreadsheet, exportTranscript } from './history-export/service.ts';
import { type LinkDeps, linkToFile } from './media/link.ts';
import { readVersions } from './message-changes/store.ts';
import {
  type OwnerTranslationDeps,
  quoteUntranslated,
  translateUntranslated,
} from './owner-translation/service.ts';
import { type ConversationItem, presentConversation, presentForOwner } from './presenter.ts';
import { readHistory } from './reading/history.ts';
import { readConversation, readConversations, readEvents, readNames } from './reading/queries.ts';
import { keepingNoTexts } from './retention/queries.ts';
import { changeRetention, previewRetention } from './retention/service.ts';
import { readRetention } from './retention/store.ts';
import { findMessages } from './search/find-messages.ts';
import { lettersOf } from './search/message-words.ts';
import { presentFound } from './search/presenter.ts';
import type { MessageFilters } from './search/queries.ts';
import { findMessage } from './store.ts';

type HistoryDeps = LinkDeps & OwnerTranslationDeps & DepartureDeps & { clock: Clock };

/** The owner's view of all conversations, for internal control. */
export function registerHistoryRoutes(mount: Mount, deps: HistoryDeps): void {
  const { database } = deps;
  registerSearchRoutes(mount, deps);
  registerRetentionRoutes(mount, deps);
  registerTranslationRoutes(mount, deps);
  registerExportRoutes(mount, deps);
  registerFileRoutes(mount, deps);
  registerMessageRoutes(mount, deps);
  mount(chatHistoryConversations, async ({ caller, query, origin }) => {
    // The list includes each conversation's last message, so reading it is recorded before the response is sent.
    const [{ list, nextCursor }] = await Promise.all([
      readConversations(database, caller.workspaceId, query),
      recordHourly(database, origin, {
        action: 'chat-history.read',
        object: { kind: 'records', id: 'chat-history' },
      }),
    ]);
    return { list: await presentListed(database, caller.workspaceId, list), nextCursor };
  });

  mount(chatHistoryConversation, async ({ caller, query }) => {
    const item = assertFound(
      await readConversation(database, caller.workspaceId, query.conversationId),
      'conversation.not-found',
    );
    const [listed] = await presentListed(database, caller.workspaceId, [{ ...item, lastMessage: null }]);
    return assertFound(listed ?? null, 'conversation.not-found');
  });

  mount(leaveGroupForOwner, async ({ caller: { workspaceId }, params, origin }) => {
    const owner = { workspaceId, subAccountId: null };
    const { conversationId } = params;
    const leave = (tx: Tx) => leaveGroup(tx, deps, owner, conversationId, origin);
    await transaction(database, leave, { locks: conversationId });
    return null;
  });
}

function registerMessageRoutes(mount: Mount, { database }: HistoryDeps): void {
  mount(chatHistoryMessages, async ({ caller, params, query, origin }) => {
    const { row } = assertFound(
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

  mount(chatHistoryEvents, async ({ caller, params, query, origin }) => {
    const { row } = assertFound(
      await readConversation(database, caller.workspaceId, params.conversationId),
      'conversation.not-found',
    );
    const [{ rows, ...events }] = await Promise.all([
      readEvents(database, row, query),
      recordHourly(database, origin, {
        action: 'chat-history.read',
        object: { kind: 'conversation', id: row.id },
      }),
    ]);
    return { ...events, messages: rows.map(presentForOwner) };
  });
}

function registerSearchRoutes(mount: Mount, { database }: HistoryDeps): void {
  mount(searchMessages, async ({ caller, query, origin }) => {
    // Recorded without the search words: they may concern a person, and the log is never erased.
    const [{ list, ...page }] = await Promise.all([
      findMessages(database, caller.workspaceId, query),
      recordHourly(database, origin, {
        action: 'chat-history.read',
        object: { kind: 'records', id: 'chat-history-search' },
      }),
    ]);
    return { ...page, list: await mapYielding(list, lettersOf, (row) => presentFound(row, query.text)) };
  });
}

function registerFileRoutes(mount: Mount, deps: HistoryDeps): void {
  const { database } = deps;
  mount(chatHistoryVersions, async ({ caller, params, origin }) => {
    const { conversationId: id, messageId } = params;
    assertFound(await readConversation(database, caller.workspaceId, id), 'conversation.not-found');
    await recordHourly(database, origin, {
      action: 'chat-history.read',
      object: { kind: 'conversation', id },
    });
    const message = await findMessage(database, caller.workspaceId, messageId);
    if (message?.conversationId !== id) throw new AppError('message.not-found');
    const versions = await readVersions(database, caller.workspaceId, messageId);
    return {
      versions: versions.map(({ original, translation, replacedAt }) => ({
        original,
        translation,
        replacedAt: replacedAt.getTime(),
      })),
    };
  });
  mount(chatHistoryFileLink, async ({ caller, params, origin }) => {
    const { row } = assertFound(
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

function registerRetentionRoutes(mount: Mount, deps: HistoryDeps): void {
  const { database } = deps;
  mount(getChatRetention, async ({ caller }) => ({
    days: await readRetention(database, caller.workspaceId),
  }));

  mount(previewChatRetention, ({ caller, query }) => previewRetention(deps, caller.workspaceId, query.days));

  mount(setChatRetention, async ({ caller, body, origin }) => {
    await changeRetention(database, caller.workspaceId, body, origin);
    return { days: body.days };
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

function registerExportRoutes(mount: Mount, { database, clock }: HistoryDeps): void {
  const prepare = async (
    { workspaceId }: { workspaceId: WorkspaceId },
    language: InterfaceLanguage,
    origin: RequestOrigin,
    { conversationId }: MessageFilters,
  ) => {
    const object =
      conversationId === undefined
        ? ({ kind: 'records', id: 'chat-history-messages' } as const)
        : ({ kind: 'conversation', id: conversationId } as const);
    await transaction(database, (tx) => record(tx, origin, { action: 'chat-history.exported', object }));
    const { timeZone } = await calendarOf(database, workspaceId);
    return { language, timeZone, now: clock.now() };
  };
  mount(exportMessages, async ({ caller, query: filters, language, origin }) => {
    const reader = await prepare(caller, language, origin, filters);
    return exportSpreadsheet(database, { workspaceId: caller.workspaceId, filters, reader });
  });
  mount(exportTranscriptEndpoint, async ({ caller, query: filters, language, origin }) => {
    const reader = await prepare(caller, language, origin, filters);
    return exportTranscript(database, { workspaceId: caller.workspaceId, filters, reader });
  });
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
