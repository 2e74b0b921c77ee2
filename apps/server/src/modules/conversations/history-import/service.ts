/** Stores messages from before an account was added: marked as read, silent, untranslated, and ahead of all live messages. */
import type { Clock } from '../../../base/clock.ts';
import type { Tx } from '../../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import type { MessageRow, StoredAttachment } from '../../../schema/conversations.ts';
import { recogniseVisits } from '../../split-links/index.ts';
import type { Translation } from '../../translation/index.ts';
import { noGroupColumns, storeMessageMembers } from '../groups/message-members.ts';
import {
  chatKey,
  type Inbound,
  ownTextOf,
  type ReceivingAccount,
  toInboundRow,
} from '../inbound/inbound-message.ts';
import { chatNameOf, chatsOf, identifyWriters, openChats, requireOpened } from '../inbound/service.ts';
import { lockChats } from '../inbound/store.ts';
import { failedMedia, isFetching } from '../media/stored-media.ts';
import { keepingNoTexts } from '../retention/queries.ts';
import { readRetention } from '../retention/store.ts';
import { storableTime } from '../storable.ts';
import { linkHistory } from './answers.ts';
import { type AssumedLanguage, assumeLanguages, insertHistory, readOfHistoryAlone } from './store.ts';

export type HistoryDeps = {
  translation: Pick<Translation, 'observe' | 'firstPrior'>;
  clock: Pick<Clock, 'now'>;
};

export type StoredHistory = {
  /** Number of messages that weren't stored before. */
  messages: number;
  /** Number of people seen for the first time. */
  fans: number;
  conversations: { id: string; subAccountId: string }[];
};

const dayMs = 86_400_000;

/**
 * Stores a page of an account's history, newest first in each chat. Messages that are stored already, including live ones, are
 * skipped, and so are those that retention would erase at once. Customers become base fans unless they are known.
 */
export async function acceptHistory(
  tx: Tx,
  deps: HistoryDeps,
  account: ReceivingAccount,
  page: readonly Inbound[],
): Promise<StoredHistory> {
  const now = deps.clock.now();
  const kept = await keptOf(tx, account.workspaceId, page, now);
  if (kept.length === 0) return { messages: 0, fans: 0, conversations: [] };
  // History never becomes a conversion, but its tokens are removed too.
  const { messages: batch } = await recogniseVisits(tx, kept, now);
  const names = batch.map(chatNameOf);
  const [locked, { fanIds, counted }] = await Promise.all([
    lockChats(tx, names),
    identifyWriters(tx, now, batch),
  ]);
  const [opened, met] = await Promise.all([
    openChats(tx, locked, chatsOf(deps.translation, batch, fanIds)),
    counted,
  ]);
  const chatOf = ({ chatId }: Inbound) => {
    return requireOpened(opened.get(chatKey(account.id, chatId)));
  };
  const silent = await keepingNoTexts(tx, [...opened.values()]);
  const readable = batch.filter((message) => !silent.has(chatOf(message).subAccountId));
  const inGroups = await storeMessageMembers(tx, readable, (message) => chatOf(message).id);
  // Within one second, lists sort by id, and ids increase: reversed, because the newest message comes first here.
  const ids = readable.map(newId).reverse();
  const added = await insertHistory(
    tx,
    readable.map((message, ord) => {
      const words = toInboundRow(message, false, now);
      const placed = { ord, id: ids[ord] ?? newId(), conversationId: chatOf(message).id };
      const attachment = notAsked(words.attachment);
      return { ...words, ...(inGroups[ord] ?? noGroupColumns), ...placed, attachment };
    }),
    now,
  );
  await linkHistory(tx, readable, added);
  await findLanguages(tx, deps, account.workspaceId, added);
  const grown = new Set(added.map(({ conversationId }) => conversationId));
  const changed = [...opened.values()].filter(({ id }) => grown.has(id));
  return {
    messages: added.length,
    fans: met.filter(({ fresh }) => fresh).length,
    conversations: changed.map(({ id, subAccountId }) => ({ id, subAccountId })),
  };
}

/** Returns the messages within the retention period, newest first regardless of the platform's order. */
async function keptOf(tx: Tx, workspaceId: WorkspaceId, page: readonly Inbound[], now: number) {
  const days = await readRetention(tx, workspaceId);
  const oldest = days === null ? 0 : now - days * dayMs;
  return page
    .map((message) => ({ ...message, sentAt: Math.min(now, storableTime(message.sentAt, now)) }))
    .filter(({ sentAt }) => sentAt >= oldest)
    .sort((a, b) => b.sentAt - a.sentAt);
}

/** Media of history are fetched only when an agent asks for them: most are never opened, and many no longer exist. */
function notAsked(attachment: StoredAttachment | null): StoredAttachment | null {
  return isFetching(attachment) ? failedMedia(attachment, 'not-asked') : attachment;
}

/** Maximum number of customer texts per page used for language identification, which takes up to a millisecond each. */
const linesLookedAt = 8;

/** Infers customers' languages from their history, so that replies can be translated although none of it was. */
async function findLanguages(
  tx: Tx,
  { translation }: HistoryDeps,
  workspaceId: WorkspaceId,
  added: readonly MessageRow[],
): Promise<void> {
  const written = added.filter(
    ({ direction, kind, original }) => direction === 'in' && ownTextOf(kind, original).trim() !== '',
  );
  const byChat = Map.groupBy(written, ({ conversationId }) => conversationId);
  if (byChat.size === 0) return;
  const assumed: AssumedLanguage[] = [];
  for (const { id, languagePrior } of await readOfHistoryAlone(tx, workspaceId, [...byChat.keys()])) {
    if ((languagePrior?.support ?? 0) >= enoughSupport) continue;
    let found: ReturnType<Translation['observe']> = { language: null, prior: languagePrior, assumed: null };
    // In chronological order, as live messages would have arrived.
    for (const { original } of (byChat.get(id) ?? []).slice(0, linesLookedAt).reverse())
      found = translation.observe(found.prior, original);
    if (found.assumed === null) continue;
    assumed.push({ id, languagePrior: found.prior, customerLanguage: found.assumed });
  }
  await assumeLanguages(tx, workspaceId, assumed);
}

/** Support at which the assumed language is settled; older pages of history are then ignored. */
const enoughSupport = 2;
