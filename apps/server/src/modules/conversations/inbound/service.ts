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
import { lineIdentifier } from './customer-language.ts';
import { chatKey, type Inbound, messagesToAnswer, nameOf, toInboundRow } from './inbound-message.ts';
import { addInboundJobs, isWaiting } from './jobs.ts';
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
  const chatOfMessage = ({ account, chatId }: Inbound) => required(opened.get(chatKey(account.id, chatId)));
  const inGroups = await storeMessageMembers(tx, batch, (message) => chatOfMessage(message).id);
  const identify = lineIdentifier(deps.translation.observe);
  const seen = new Set<string>();
  const rows = await mapYielding([...batch.entries()], lettersOf, ([ord, message]) => {
    const chat = chatOfMessage(message);
    const { id: conversationId, subAccountId } = chat;
    const settings = settingsAt({ ...chatNameOf(message), subAccountId, conversationId });
    const words = toInboundRow(message, settings.receiveTranslationEnable, now);
    const isIdentified =
      isWaiting(words) && message.chatKind === 'private' && settings.receiveSourceLanguage === 'auto';
    const name = nameOf(words.socialAccountId, words.platformMessageId);
    const language = isIdentified && !seen.has(name) ? identify(chat, words.original) : {};
    seen.add(name);
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
  const places = placesOf(chats, opened);
  for (const message of added)
    deps.changes.announce(tx, required(places.get(message.conversationId)), message);
  keepForTranslation(tx, deps.recentMessages, added.filter(isWaiting), { places, settingsAt });
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
      nameOf(socialAccountId, platformMessageId),
      id,
    ]),
  );
  return batch.flatMap(({ account, platformMessageId }, place) => {
    const fanId = fanIds[place] ?? null;
    const messageId = stored.get(nameOf(account.id, storableId(platformMessageId)));
    if (fanId === null || messageId === undefined) return [];
    return (visits[place] ?? []).map((visit) => ({ ...visit, fanId, messageId }));
  });
}

/** Returns the reply handles of customers' new live messages. */
function handlesOf(batch: readonly Inbound[], added: readonly MessageRow[], now: number): NewHandle[] {
  const given = batch.filter(
    ({ replyHandle, author, history }) => replyHandle !== undefined && author === 'customer' && !history,
  );
  if (given.length === 0) return [];
  const byName = new Map(
    given.map((one) => [nameOf(one.account.id, storableId(one.platformMessageId)), one.replyHandle]),
  );
  return added.flatMap(({ workspaceId, conversationId, socialAccountId, platformMessageId }) => {
    const handle = keptHandle(byName.get(nameOf(socialAccountId, platformMessageId)), now);
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
        nameOf(message.account.id, storableId(message.platformMessageId)),
        chatOfMessage(message).subAccountId,
      ]),
  );
  return added.flatMap((message) => {
    const subAccountId = live.get(nameOf(message.socialAccountId, message.platformMessageId));
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
      nameOf(account.id, storableId(platformMessageId)),
      replyTo,
    ]),
  );
  return added.flatMap(({ workspaceId, id, socialAccountId, platformMessageId }) => {
    const replyTo = answered.get(nameOf(socialAccountId, platformMessageId)) ?? null;
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
  const places = batch.map((message) =>
    message.chatKind === 'private' && message.author === 'customer'
      ? encounters.push(encounterOf(message, now)) - 1
      : null,
  );
  const { fanIds, counted } = await identifyFans(tx, encounters);
  return { fanIds: places.map((place) => (place === null ? null : (fanIds[place] ?? null))), counted };
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
type Place = store.InboundChat & store.LockedChat;

/** Returns the chats by conversation id, with their stored state. */
function placesOf(
  chats: ReadonlyMap<string, store.InboundChat>,
  opened: ReadonlyMap<string, store.LockedChat>,
): Map<string, Place> {
  return new Map(
    [...chats].map(([key, chat]) => {
      const stored = required(opened.get(key));
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
  waiting: readonly MessageRow[],
  {
    places,
    settingsAt,
  }: {
    places: ReadonlyMap<string, Place>;
    settingsAt: Awaited<ReturnType<Translation['settingsOfChats']>>;
  },
): void {
  tx.afterCommit(() => {
    for (const message of waiting) {
      const conversation = required(places.get(message.conversationId));
      if (conversation.kind !== 'private') continue;
      const settings = settingsAt({ ...conversation, conversationId: conversation.id });
      recentMessages.keep({ message, conversation, member: null, settings });
    }
  });
}

function required<T>(value: T | undefined): T {
  if (value === undefined)
    throw new Error('a conversation was not opened, as its account or sub-account is gone');
  return value;
}
