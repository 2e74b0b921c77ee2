import * as conversationsApi from '@parley/contract/conversations';
import * as templatesApi from '@parley/contract/message-templates';
import { type Tx, transaction } from '../../base/db/database.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import { whileConnected } from '../../base/http/while-connected.ts';
import { mapYielding } from '../../base/map-yielding.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import type { Signal } from '../../base/signal.ts';
import type { ConversationRow } from '../../schema/conversations.ts';
import { findFanIdsByAlias, readAliases } from '../customer-profiles/index.ts';
import type { FileAddresses } from '../files/index.ts';
import { presentTemplate, readForDesk } from '../message-templates/index.ts';
import { signalColleagues } from './colleagues.ts';
import { findCustomer, readCustomer } from './customers/queries.ts';
import { readDeskFanTags } from './desk-list/fan-tags/queries.ts';
import { type DeskCaller, ownConversation, presentAll, presentOne } from './desk-list/present.ts';
import { countViews, readDeskList } from './desk-list/queries.ts';
import { type DepartureDeps, leaveGroup } from './groups/departures/service.ts';
import { readMembers } from './groups/queries.ts';
import { linkToFile } from './media/link.ts';
import {
  discardChange,
  editMessage,
  reactToMessage,
  retryChange,
  takeBackMessage,
} from './message-changes/request.ts';
import type { OutboundDeps } from './outbound/service.ts';
import { retryMessage, sendMessage, sendOriginal } from './outbound/service.ts';
import { translateTemplate } from './outbound/template-translation.ts';
import { preview } from './outbound/translate.ts';
import { presentMessage } from './presenter.ts';
import { readHistory } from './reading/history.ts';
import { markRead } from './reading/mark-read.ts';
import { readEvents } from './reading/queries.ts';
import { findMessages } from './search/find-messages.ts';
import { lettersOf } from './search/message-words.ts';
import { presentFoundForDesk } from './search/presenter.ts';
import type { FoundMessageRow } from './search/queries.ts';
import { findMessage, findMessageAndConversation } from './store.ts';
import { triageConversation } from './triage/service.ts';

export type DeskDeps = OutboundDeps &
  Pick<DepartureDeps, 'canLeaveGroups'> & {
    fileAddresses: FileAddresses;
    realtime: RealtimeServer;
    /** Emitted when an agent is typing or has read up to a message; the connector may notify the customer. */
    agentActs: Signal<AgentAct>;
  };
export type AgentAct = {
  conversation: Pick<
    ConversationRow,
    'workspaceId' | 'id' | 'socialAccountId' | 'platform' | 'kind' | 'chatId' | 'lastSeq'
  >;
} & ({ act: 'typing'; on: boolean; name: string | null } | { act: 'read'; upToSeq: number });

export function registerDeskRoutes(mount: Mount, deps: DeskDeps): void {
  mountLists(mount, deps);
  mountReading(mount, deps);
  mountTemplates(mount, deps);
  mountSending(mount, deps);
  mountChanging(mount, deps);
}

function mountLists(mount: Mount, deps: DeskDeps): void {
  const { database } = deps;
  mount(conversationsApi.deskConversations, async ({ caller, query }) => {
    const { workspaceId, subAccountId } = caller;
    const { search } = query;
    const fanIds = search ? await findFanIdsByAlias(database, workspaceId, subAccountId, search) : [];
    const view = query.view ?? (search ? undefined : 'open');
    const filter = { ...query, view, subAccountId, fanIds, unread: query.unread === 'true' };
    const { list, nextCursor } = await readDeskList(database, workspaceId, filter);
    return { list: await presentAll(database, caller, list), nextCursor };
  });
  mount(conversationsApi.deskFanTags, async ({ caller }) => ({
    list: await readDeskFanTags(database, caller.workspaceId, caller.subAccountId),
  }));
  mount(conversationsApi.deskSearchMessages, async ({ caller, query }) => {
    const { workspaceId, subAccountId } = caller;
    const filters = { ...query, subAccountId, withoutTakenBack: true };
    const { list, ...page } = await findMessages(database, workspaceId, filters);
    const fanIds = list.flatMap(({ fanId }) => fanId ?? []);
    const names = await readAliases(database, workspaceId, subAccountId, fanIds);
    const present = (row: FoundMessageRow) =>
      presentFoundForDesk(row, query.text, names.get(row.fanId ?? '') ?? null);
    return { ...page, list: await mapYielding(list, lettersOf, present) };
  });
  mount(conversationsApi.deskConversationCounts, ({ caller }) =>
    countViews(database, caller.workspaceId, caller.subAccountId),
  );
  mount(conversationsApi.triageConversation, ({ caller, params, body }) =>
    changingOne(deps, caller, params.conversationId, (tx) =>
      triageConversation(tx, deps, caller, params.conversationId, body),
    ),
  );
  mount(conversationsApi.leaveGroup, ({ caller, params, origin }) =>
    changingOne(deps, caller, params.conversationId, (tx) =>
      leaveGroup(tx, deps, caller, params.conversationId, origin),
    ),
  );
}

function changingOne(
  { database }: DeskDeps,
  caller: DeskCaller,
  conversationId: string,
  change: (tx: Tx) => Promise<void>,
) {
  const changed = async (tx: Tx) => {
    await change(tx);
    return presentOne(tx, caller, await ownConversation(tx, caller, conversationId));
  };
  return transaction(database, changed, { locks: conversationId });
}

function mountReading(mount: Mount, deps: DeskDeps): void {
  const { database } = deps;
  mount(conversationsApi.deskConversation, async ({ caller, params }) =>
    presentOne(database, caller, await ownConversation(database, caller, params.conversationId)),
  );
  mount(conversationsApi.deskEvents, async ({ caller, params, query }) => {
    const { row } = await ownConversation(database, caller, params.conversationId);
    const { rows, ...events } = await readEvents(database, row, query);
    return { ...events, messages: rows.map(presentMessage) };
  });
  mount(conversationsApi.deskMessages, async ({ caller, params, query }) => {
    const { row } = await ownConversation(database, caller, params.conversationId);
    const stretch = await readHistory(database, caller.workspaceId, row.id, query);
    return { ...stretch, messages: stretch.messages.map(presentMessage), lastSeq: row.lastSeq };
  });
  mount(conversationsApi.deskMessage, async ({ caller, params }) => {
    const own = await findMessageAndConversation(database, caller.workspaceId, params.messageId);
    if (own?.conversation.subAccountId !== caller.subAccountId) throw new AppError('message.not-found');
    return presentMessage(own.message);
  });
  mount(conversationsApi.deskMembers, async ({ caller, params, query }) => {
    const { row } = await ownConversation(database, caller, params.conversationId);
    return readMembers(database, row, query);
  });
  mount(conversationsApi.deskFileLink, async ({ caller, params }) => {
    const { row } = await ownConversation(database, caller, params.conversationId);
    return linkToFile(deps, row, params.fileId, 'participant');
  });
  mount(conversationsApi.deskCustomer, async ({ caller, params: { conversationId } }) => {
    const { workspaceId, subAccountId } = caller;
    const customer = await findCustomer(database, workspaceId, subAccountId, conversationId);
    return readCustomer(database, assertFound(customer, 'conversation.not-found'), conversationId);
  });
  mount(conversationsApi.markRead, ({ caller, params, body }) =>
    markRead(deps, caller, params.conversationId, body.seq),
  );
}

function mountTemplates(mount: Mount, deps: DeskDeps): void {
  mount(templatesApi.deskMessageTemplates, async ({ caller, params, query }) => {
    const { row } = await ownConversation(deps.database, caller, params.conversationId);
    const { socialAccountId, customerLanguage: language } = row;
    const found = await readForDesk(deps.database, caller.workspaceId, {
      ...query,
      socialAccountId,
      language,
    });
    return { ...found, list: found.list.map(presentTemplate) };
  });
  mount(templatesApi.translateMessageTemplate, ({ caller, params, body, request }) =>
    whileConnected(request.raw.socket, (signal) =>
      translateTemplate(deps, caller, params.conversationId, body, signal),
    ),
  );
}

function mountSending(mount: Mount, deps: DeskDeps): void {
  mount(conversationsApi.previewTranslation, ({ caller, params, body, request }) =>
    whileConnected(request.raw.socket, (signal) =>
      preview(deps, caller, params.conversationId, body, signal),
    ),
  );
  mount(conversationsApi.sendMessage, async ({ caller, params, body }) =>
    presentMessage(await sendMessage(deps, caller, params.conversationId, body)),
  );
  mount(conversationsApi.sendOriginal, async ({ caller, params }) =>
    presentMessage(await sendOriginal(deps, caller, params.messageId)),
  );
  mount(conversationsApi.sendTyping, async ({ caller, params, body }) => {
    const { row } = await ownConversation(deps.database, caller, params.conversationId);
    deps.agentActs.emit({ conversation: row, act: 'typing', on: body.on, name: body.authorName ?? null });
    return null;
  });
  mount(conversationsApi.signalColleagues, async ({ caller, params, body }) => {
    await signalColleagues(deps, caller, params.conversationId, body);
    return null;
  });
}

function mountChanging(mount: Mount, deps: DeskDeps): void {
  mount(conversationsApi.editMessage, ({ caller, params, body, request }) =>
    whileConnected(request.raw.socket, async (signal) =>
      presentMessage(await editMessage(deps, caller, params.messageId, body, signal)),
    ),
  );
  mount(conversationsApi.takeBackMessage, async ({ caller, params }) =>
    presentMessage(await takeBackMessage(deps, caller, params.messageId)),
  );
  mount(conversationsApi.reactToMessage, async ({ caller, params, body }) =>
    presentMessage(await reactToMessage(deps, caller, params.messageId, body.emoji)),
  );
  mount(conversationsApi.discardMessageChange, async ({ caller, params }) =>
    presentMessage(await discardChange(deps, caller, params.messageId)),
  );
  mount(conversationsApi.retryMessage, async ({ caller, params }) => {
    const message = assertFound(
      await findMessage(deps.database, caller.workspaceId, params.messageId),
      'message.not-found',
    );
    const retry = message.change?.state === 'failed' ? retryChange : retryMessage;
    return presentMessage(await retry(deps, caller, params.messageId));
  });
  mount(conversationsApi.retryPricedMessage, async ({ caller, params }) =>
    presentMessage(await retryMessage(deps, caller, params.messageId, { acceptsPrice: true })),
  );
}
