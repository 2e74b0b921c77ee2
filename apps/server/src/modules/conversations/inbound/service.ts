/** Stores inbound messages: deduplicated, durable and counted, in one transaction. */

import type { SecretBox } from '../../../base/crypto/secrets.ts';
import type { Tx } from '../../../base/db/database.ts';
import { storableText } from '../../../base/db/storable-text.ts';
import { AppError } from '../../../base/http/app-error.ts';
import { newId } from '../../../base/ids.ts';
import { mapYielding } from '../../../base/map-yielding.ts';
import type { Queue } from '../../../base/queue/queue.ts';
import type { MessageRow } from '../../../schema/conversations.ts';
import { type Encounter, identifyFans, type ResolvedFan } from '../../fans/index.ts';
import { keepFiles } from '../../files/index.ts';
import { type AttributableVisit, linkVisits, recogniseVisits } from '../../split-links/index.ts';
import type { Translation } from '../../translation/index.ts';
import type { Changes } from '../changes.ts';
import { noGroupColumns, storeMessageMembers } from '../groups/message-members.ts';
import { keptHandle } from '../reply-handles/received.ts';
import { insertHandles, type NewHandle } from '../reply-handles/store.ts';
import { type ReceivedText, recordReceived, type SensitiveDeps } from '../sensitive-words.ts';
import { storableId, storableStart, storableTime } from '../storable.ts';
import { languageIdentifier } from './customer-language.ts';
import {
  chatKey,
  type Inbound,
  messagesToAnswer,
  platformMessageKey,
  toInboundRow,
} from './inbound-message.ts';
import { addInboundJobs, isPending } from './jobs.ts';
import type { RecentMessageCache } from './recent-message-cache.ts';
import * as store from './store.ts';

export type InboundDeps = {
  translation: Translation;
  changes: Changes;
  queue: Pick<Queue, 'runAfterCommit'>;
  sensitiveWords: SensitiveDeps['sensitiveWords'];
  secrets: SecretBox;
  recentMessages: Pick<RecentMessageCache, 'keep'>;
  now(): number;
};

/**
 * Stores a batch of messages of any accounts, all or none. Redelivered messages are skipped. Returns the new ones, in their
 * conversations' order.
 */
export async function acceptInbound(
  tx: Tx,
  deps: InboundDeps,
  received: readonly Inbound[],
): Promise<MessageRow[]> {
  const now = deps.now();
  const names = received.map(chatNameOf);
  // Pipelined, and executed in this order: settings of a conversation that is being moved are read after its lock is acquired.
  const [locked, settingsOfLocked, { fanIds, counted }, { messages: batch, visits }] = await Promise.all([
    store.lockChats(tx, names),
    deps.translation.settingsOfChats(tx, names),
    identifyWriters(tx, now, received),
    recogniseVisits(tx, received, now),
  ]);
  const chats = chatsOf(deps.translation, batch, fanIds);
  const opened = await openChats(tx, locked, chats);
  const isOutdated = haveMoved(received, locked, opened);
  const settingsAt = isOutdated ? await deps.translation.settingsOfChats(tx, names) : settingsOfLocked;
  const chatOfMessage = ({ account, chatId }: Inbound) =>
    requireOpened(opened.get(chatKey(account.id, chatId)));
  const inGroups = await storeMessageMembers(tx, batch, (message) => chatOfMessage(message).id);
  const identify = languageIdentifier(deps.translation.observe);
  const seen = new Set<string>();
  const rows = await mapYielding([...batch.entries()], lettersOf, ([ord, message]) => {
    const chat = chatOfMessage(message);
    const { id: conversationId, subAccountId } = chat;
    const settings = settingsAt({ ...chatNameOf(message), subAccountId, conversationId });
    const words = toInboundRow(message, settings.receiveTranslationEnable, now);
    const isIdentified =
      isPending(words) && message.chatKind === 'private' && settings.receiveSourceLanguage === 'auto';
    const key = platformMessageKey(words.socialAccountId, words.platformMessageId);
    const language = isIdentified && !seen.has(key) ? identify(chat, words.original) : {};
    seen.add(key);
    return { ...words, ...language, ...(inGroups[ord] ?? noGroupColumns), ord, id: newId(), conversationId };
  });
  const workspaces = rows.map(({ workspaceId }) => workspaceId);
  // Pipelined; the rules' versions last: a rule that was committed during a wait for a lock applies.
  const [inserted, ruleVersions] = await Promise.all([
    store.insertInbound(tx, rows, now),
    counted.then(() => deps.sensitiveWords.versionsOf(tx, workspaces)),
  ]);
  const added = await linkedToAnswered(tx, batch, inserted);
  const answers = (message: Inbound) => chatOfMessage(message).answersAutomatically;
  await Promise.all([
    recordReceived(tx, deps, toSearch(batch, added, chatOfMessage), ruleVersions),
    keepUploads(tx, added),
    insertHandles(tx, deps.secrets, handlesOf(batch, added, now)),
    linkVisits(tx, conversionsOf({ batch, visits, fanIds }, added)),
  ]);
  addInboundJobs(tx, deps.queue, { added, answered: messagesToAnswer(batch, added, answers) });
  const openedChats = openedChatsOf(chats, opened);
  for (const message of added)
    deps.changes.announce(tx, requireOpened(openedChats.get(message.conversationId)), message);
  keepForTranslation(tx, deps.recentMessages, added.filter(isPending), {
    openedChats,
    settingsAt,
  });
  return added;
}

const lettersOf = ([, { text }]: readonly [number, Inbound]) => text.length;

/**
 * Returns true if a new chat belongs to another sub-account than its messages name: the cached account of a recent move still
 * names the former sub-account, whose settings were read.
 */
function haveMoved(
  received: readonly Inbound[],
  locked: readonly store.LockedChat[],
  opened: ReadonlyMap<string, store.LockedChat>,
): boolean {
  if (opened.size === locked.length) return false;
  const known = new Set(locked.map(({ id }) => id));
  return received.some(({ account, chatId }) => {
    const chat = opened.get(chatKey(account.id, chatId));
    return chat !== undefined && !known.has(chat.id) && chat.subAccountId !== account.subAccountId;
  });
}

type Visited = {
  batch: readonly Inbound[];
  /** By index in the batch. */
  visits: readonly (readonly AttributableVisit[])[];
  fanIds: readonly (string | null)[];
};

/** Returns the conversions of new messages, in the order of the batch. */
function conversionsOf({ batch, visits, fanIds }: Visited, added: readonly MessageRow[]) {
  if (visits.every(({ length }) => length === 0)) return [];
  const stored = new Map(
    added.map(({ id, socialAccountId, platformMessageId }) => [
      platformMessageKey(socialAccountId, platformMessageId),
      id,
    ]),
  );
  return batch.flatMap(({ account, platformMessageId }, index) => {
    const fanId = fanIds[index] ?? null;
    const messageId = stored.get(platformMessageKey(account.id, storableId(platformMessageId)));
    if (fanId === null || messageId === undefined) return [];
    return (visits[index] ?? []).map((visit) => ({ ...visit, fanId, messageId }));
  });
}

/** Returns the reply handles of customers' new live messages. */
function handlesOf(batch: readonly Inbound[], added: readonly MessageRow[], now: number): NewHandle[] {
  const given = batch.filter(
    ({ replyHandle, author, history }) => replyHandle !== undefined && author === 'customer' && !history,
  );
  if (given.length === 0) return [];
  const handles = new Map(
    given.map((one) => [
      platformMessageKey(one.account.id, storableId(one.platformMessageId)),
      one.replyHandle,
    ]),
  );
  return added.flatMap(({ workspaceId, conversationId, socialAccountId, platformMessageId }) => {
    const handle = keptHandle(handles.get(platformMessageKey(socialAccountId, platformMessageId)), now);
    return handle === null ? [] : [{ workspaceId, conversationId, handle }];
  });
}

/** Returns the chats of a batch by key, preferably as described by customers' messages. */
export function chatsOf(
  translation: Pick<Translation, 'firstPrior'>,
  batch: readonly Inbound[],
  fanIds: readonly (string | null)[],
): Map<string, store.InboundChat> {
  const chats = new Map<string, store.InboundChat>();
  const isEcho = ({ author }: Inbound) => author === 'business';
  const customersFirst = [...batch.entries()].sort(([, a], [, b]) => Number(isEcho(a)) - Number(isEcho(b)));
  for (const [index, message] of customersFirst) {
    const key = chatKey(message.account.id, message.chatId);
    if (!chats.has(key)) chats.set(key, chatOf(translation, message, fanIds[index] ?? null));
  }
  return chats;
}

/** Returns customers' new live messages: those from before the account was connected are not searched. */
function toSearch(
  batch: readonly Inbound[],
  added: readonly MessageRow[],
  chatOfMessage: (message: Inbound) => store.LockedChat,
): ReceivedText[] {
  const live = new Map(
    batch
      .filter(({ history, author }) => !history && author === 'customer')
      .map((message) => [
        platformMessageKey(message.account.id, storableId(message.platformMessageId)),
        chatOfMessage(message).subAccountId,
      ]),
  );
  return added.flatMap((message) => {
    const subAccountId = live.get(platformMessageKey(message.socialAccountId, message.platformMessageId));
    return subAccountId === undefined ? [] : [{ message, subAccountId, foundIn: 'original' as const }];
  });
}

/** Returns the messages, with answers linked to the messages that they answer. */
async function linkedToAnswered(
  tx: Tx,
  batch: readonly Inbound[],
  added: readonly MessageRow[],
): Promise<MessageRow[]> {
  const answers = answersOf(batch, added);
  if (answers.length === 0) return [...added];
  const linked = new Map((await store.linkAnswers(tx, answers)).map((row) => [row.id, row]));
  return added.map((row) => linked.get(row.id) ?? row);
}

/** Returns the added messages that answer another one, with the platform's id of that. */
export function answersOf(batch: readonly Inbound[], added: readonly MessageRow[]): store.Answer[] {
  const answered = new Map(
    batch.map(({ account, platformMessageId, replyTo }) => [
      platformMessageKey(account.id, storableId(platformMessageId)),
      replyTo,
    ]),
  );
  return added.flatMap(({ workspaceId, id, socialAccountId, platformMessageId }) => {
    const replyTo = answered.get(platformMessageKey(socialAccountId, platformMessageId)) ?? null;
    return replyTo === null ? [] : [{ workspaceId, id, replyTo: storableId(replyTo) }];
  });
}

/** Marks customers' uploaded files as used. Throws `resource.not-found` if one of them is gone. */
async function keepUploads(tx: Tx, added: readonly MessageRow[]): Promise<void> {
  const uploads = added.filter(({ fileId }) => fileId !== null);
  for (const [owner, rows] of Map.groupBy(uploads, ({ workspaceId }) => workspaceId)) {
    const fileIds = rows.flatMap(({ fileId }) => fileId ?? []);
    if (!(await keepFiles(tx, { owner, purpose: 'message', fileIds })))
      throw new AppError('resource.not-found');
  }
}

export function chatNameOf({ account, chatId }: Inbound) {
  const { workspaceId, subAccountId, id } = account;
  return { workspaceId, subAccountId, socialAccountId: id, chatId: storableText(chatId) };
}

/**
 * Finds or creates the fan behind each message; null in groups and for the business's messages. `counted`: as in
 * `IdentifiedFans`, without those.
 */
export async function identifyWriters(
  tx: Tx,
  now: number,
  batch: readonly Inbound[],
): Promise<{ fanIds: (string | null)[]; counted: Promise<ResolvedFan[]> }> {
  const encounters: Encounter[] = [];
  const positions = batch.map((message) =>
    message.chatKind === 'private' && message.author === 'customer'
      ? encounters.push(encounterOf(message, now)) - 1
      : null,
  );
  const { fanIds, counted } = await identifyFans(tx, encounters);
  return {
    fanIds: positions.map((position) => (position === null ? null : (fanIds[position] ?? null))),
    counted,
  };
}

function encounterOf(message: Inbound, at: number): Encounter {
  const { account, from } = message;
  return {
    workspaceId: account.workspaceId,
    platform: account.platform,
    socialAccountId: account.id,
    subAccountId: account.subAccountId,
    platformUserId: storableId(from.id),
    displayName: from.displayName && storableStart(from.displayName, 200),
    handle: from.handle ? storableStart(from.handle, 200) : null,
    phone: phoneOf(from),
    platformMessageId: storableId(message.platformMessageId),
    history: message.history,
    at,
    ...(message.history ? { activeAt: storableTime(message.sentAt, at) } : {}),
  };
}

const longestPhone = 30;

/** Null if missing or too long: the beginning of a longer text could be another person's number, and numbers merge people. */
const phoneOf = ({ phone }: Inbound['from']): string | null =>
  phone && phone.length <= longestPhone ? storableText(phone) : null;

function chatOf(
  translation: Pick<Translation, 'firstPrior'>,
  message: Inbound,
  fanId: string | null,
): store.InboundChat {
  const { account, from } = message;
  return {
    workspaceId: account.workspaceId,
    socialAccountId: account.id,
    subAccountId: account.subAccountId,
    platform: account.platform,
    chatId: storableText(message.chatId),
    kind: message.chatKind,
    title: storableStart(message.chatTitle ?? ofSender(message), 200),
    fanId,
    languagePrior: translation.firstPrior(from.language),
  };
}

/** Fallback title of a chat: the customer's name, or a group's id. */
const ofSender = ({ chatKind, chatId, from }: Inbound) =>
  chatKind === 'group' ? chatId : (from.displayName ?? from.id);

/**
 * Returns the conversations by chat: the `locked` ones, and missing ones, which are created and locked. A conversation that the
 * business began in another program gets its fan with the customer's first message.
 */
export async function openChats(
  tx: Tx,
  locked: readonly store.LockedChat[],
  chats: ReadonlyMap<string, store.InboundChat>,
): Promise<Map<string, store.LockedChat>> {
  const opened = new Map<string, store.LockedChat>();
  const add = (chat: store.LockedChat) => opened.set(chatKey(chat.socialAccountId, chat.chatId), chat);
  locked.forEach(add);
  const missing = [...chats].filter(([key]) => !opened.has(key)).map(([, chat]) => chat);
  if (missing.length > 0) {
    const [, found] = await Promise.all([
      store.insertChats(
        tx,
        missing.map((chat) => ({ ...chat, id: newId() })),
      ),
      store.lockChats(tx, missing),
    ]);
    found.forEach(add);
  }
  const met = [...chats].flatMap(([key, { fanId, title }]) => {
    const chat = opened.get(key);
    return chat && fanId !== null && chat.fanId === null ? { ...chat, fanId, title } : [];
  });
  await store.linkFans(tx, met);
  return opened;
}

/** A chat as received, combined with its stored state. */
type OpenedChat = store.InboundChat & store.LockedChat;

/** Returns the chats by conversation id, with their stored state. */
function openedChatsOf(
  chats: ReadonlyMap<string, store.InboundChat>,
  opened: ReadonlyMap<string, store.LockedChat>,
): Map<string, OpenedChat> {
  return new Map(
    [...chats].map(([key, chat]) => {
      const stored = requireOpened(opened.get(key));
      return [stored.id, { ...chat, ...stored }];
    }),
  );
}

/**
 * Caches messages for their translation jobs, which then need no queries. Groups are skipped, as those jobs also read the member.
 */
function keepForTranslation(
  tx: Tx,
  recentMessages: InboundDeps['recentMessages'],
  pending: readonly MessageRow[],
  {
    openedChats,
    settingsAt,
  }: {
    openedChats: ReadonlyMap<string, OpenedChat>;
    settingsAt: Awaited<ReturnType<Translation['settingsOfChats']>>;
  },
): void {
  tx.afterCommit(() => {
    for (const message of pending) {
      const conversation = requireOpened(openedChats.get(message.conversationId));
      if (conversation.kind !== 'private') continue;
      const settings = settingsAt({ ...conversation, conversationId: conversation.id });
      recentMessages.keep({ message, conversation, member: null, settings });
    }
  });
}

export function requireOpened<T>(value: T | undefined): T {
  if (value === undefined)
    throw new Error('a conversation was not opened, as its account or sub-account is gone');
  return value;
}
