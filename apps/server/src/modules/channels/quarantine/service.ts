/**
 * Quarantines messages that can't be stored; otherwise the platform would redeliver them forever before anything newer.
 * A message is kept whole, its owner sees it with the reason, and a retry stores it like any other message.
 */
import { type Connectors, capabilitiesOf, type InboundMessage, textOf } from '@parley/connectors';
import type { QuarantineReason } from '@parley/contract/channels';
import { type Database, isOutOfStorage, type Tx, transaction } from '../../../base/db/database.ts';
import { permanentErrorClass } from '../../../base/db/permanent-error.ts';
import { storableText } from '../../../base/db/storable-text.ts';
import { assertFound } from '../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { Log } from '../../../base/log.ts';
import { record } from '../../audit/index.ts';
import type { Conversations, Inbound } from '../../conversations/index.ts';
import { attachmentOf } from '../inbound-attachment.ts';
import type { RepeatedFailures } from './repeated-failures.ts';
import type { SerialQueue } from './serial-queue.ts';
import * as store from './store.ts';

export type QuarantineDeps = {
  database: Database;
  log: Log;
  conversations: Pick<Conversations, 'acceptEach'>;
};

export type ReceivingDeps = QuarantineDeps & { repeatedFailures: RepeatedFailures };

export type QuarantiningAccount = Inbound['account'];

/** Longest accepted text, in UTF-16 units: longer ones are no chat messages and would block other traffic. */
const longestText = 1024 * 1024;
/**
 * In UTF-16 units. Longer payloads are truncated and can only be discarded. JSON escapes a unit with up to six, so that
 * every message with a text within the limit is kept whole; a longer one can never be stored, so an excerpt is enough.
 */
const longestPayload = 6 * longestText + 64 * 1024;
const longestExcerpt = 256 * 1024;
const longestDeliveryId = 500;

const reasonOfClass: Readonly<Record<string, QuarantineReason>> = {
  '22': 'invalid-data',
  '23': 'conflict',
  '54': 'too-long',
};

/** Returns null for a transient failure, after which the delivery must be repeated. */
function reasonFor(error: unknown): QuarantineReason | null {
  const failure = permanentErrorClass(error);
  return failure === null ? null : (reasonOfClass[failure] ?? 'not-storable');
}

/**
 * Thrown when a message could not be stored although the database answers: it is retried for a while, then quarantined.
 */
export class NotStoredYet extends Error {
  override name = 'NotStoredYet';
}

/**
 * Stores each message, or quarantines it: at once on a permanent error, or when it has failed too often by
 * `RepeatedFailures`. Resolves when all of that is durable. Rejects with `NotStoredYet` while a message must be
 * retried, and with the database's error when the database failed, which is no evidence about messages.
 */
export async function acceptOrQuarantine(
  deps: ReceivingDeps,
  account: QuarantiningAccount,
  messages: readonly InboundMessage[],
): Promise<void> {
  const { refusals, undecided } = await acceptAll(deps, account, messages);
  for (const { message, error } of undecided)
    if (deps.repeatedFailures.count(nameOf(account, message)))
      refusals.push({ message, reason: 'not-storable', error });
  for (const { message, reason, error } of refusals) {
    deps.log.error({ err: error, socialAccountId: account.id, reason }, 'a message was quarantined');
    // The reply handle is a secret, and will have expired when the owner retries.
    const { replyHandle: _, ...lasting } = message;
    const payload = JSON.stringify(lasting);
    await put(deps, account, { form: 'message', deliveryId: message.platformMessageId, payload, reason });
  }
  const left = undecided.find(({ message }) => deps.repeatedFailures.has(nameOf(account, message)));
  if (left) throw new NotStoredYet('a message could not be stored yet', { cause: left.error });
}

const nameOf = ({ id }: QuarantiningAccount, { platformMessageId }: InboundMessage) =>
  `${id} ${platformMessageId}`;

type Undecided = { message: InboundMessage; error: unknown };

/** Stores each message. One that has failed before gets a separate batch, so that it fails no other. */
async function acceptAll(
  deps: ReceivingDeps,
  account: QuarantiningAccount,
  messages: readonly InboundMessage[],
) {
  const { repeatedFailures } = deps;
  const refusals: Refusal[] = [];
  const undecided: Undecided[] = [];
  for (const group of groupsOf(messages, (message) => repeatedFailures.has(nameOf(account, message)))) {
    const tried = await accept(deps, account, group.messages, group.alone);
    refusals.push(...tried.refusals);
    const [failed] = tried.undecided;
    // While the database is in trouble the others would fail as well, each after its own timeout.
    if (failed && !(await isMessagesFault(deps.database, failed.error))) throw failed.error;
    undecided.push(...tried.undecided);
    const failing = new Set(tried.undecided.map(({ message }) => message));
    for (const message of group.messages)
      if (!failing.has(message)) repeatedFailures.passed(nameOf(account, message));
  }
  return { refusals, undecided };
}

type Group = { messages: InboundMessage[]; alone: boolean };

/** Puts each suspect into a separate group and runs of other messages together, in the original order. */
function groupsOf(messages: readonly InboundMessage[], suspect: (message: InboundMessage) => boolean) {
  const groups: Group[] = [];
  for (const message of messages) {
    const alone = suspect(message);
    const last = groups.at(-1);
    if (alone || last === undefined || last.alone) groups.push({ messages: [message], alone });
    else last.messages.push(message);
  }
  return groups;
}

/**
 * True when a transient failure is not the database's fault: it answers, and has not run out of space or memory.
 * Whether it accepts writes shows when the message is quarantined.
 */
async function isMessagesFault(database: Database, error: unknown): Promise<boolean> {
  return !isOutOfStorage(error) && (await store.isDatabaseResponsive(database));
}

/**
 * Stores a receipt or a change. One that can't be stored is dropped by the same rules, so that it doesn't block
 * messages.
 */
export async function acceptReceipt(
  { database, log, repeatedFailures }: Pick<ReceivingDeps, 'database' | 'log' | 'repeatedFailures'>,
  account: QuarantiningAccount,
  { platformMessageId, state }: { platformMessageId: string; state: string },
  storeIt: () => Promise<void>,
): Promise<void> {
  const item = `${account.id} ${state} ${platformMessageId}`;
  try {
    await storeIt();
    repeatedFailures.passed(item);
  } catch (error) {
    const lasting = permanentErrorClass(error) !== null;
    if (!lasting && !((await isMessagesFault(database, error)) && repeatedFailures.count(item))) throw error;
    log.error({ err: error, socialAccountId: account.id }, 'a receipt or change was dropped');
  }
}

/** Quarantines a delivery that a connector could not read. */
export async function quarantineDelivery(
  deps: QuarantineDeps,
  account: QuarantiningAccount,
  delivery: { id: string; payload: string },
): Promise<void> {
  deps.log.error({ socialAccountId: account.id }, 'an unreadable delivery was quarantined');
  const { id: deliveryId, payload } = delivery;
  await put(deps, account, { form: 'delivery', deliveryId, payload, reason: 'unreadable' });
}

type Refusal = { message: InboundMessage; reason: QuarantineReason; error: unknown };

/** Returns the messages that can't be stored, and those with a transient failure. */
async function accept(
  { conversations }: QuarantineDeps,
  account: QuarantiningAccount,
  messages: readonly InboundMessage[],
  alone = false,
): Promise<{ refusals: Refusal[]; undecided: Undecided[] }> {
  const refusals = messages.filter(isTooLong).map((message): Refusal => {
    return { message, reason: 'too-long', error: null };
  });
  const undecided: Undecided[] = [];
  const tried = messages.filter((message) => !isTooLong(message));
  const outcomes = await conversations.acceptEach(
    tried.map((message) => toInbound(account, message)),
    { alone },
  );
  for (const [index, error] of outcomes.entries()) {
    const message = tried[index];
    if (error === null || message === undefined) continue;
    const reason = reasonFor(error);
    if (reason === null) undecided.push({ message, error });
    else refusals.push({ message, reason, error });
  }
  return { refusals, undecided };
}

export const isTooLong = (message: InboundMessage) => textOf(message).length > longestText;

/** In UTF-16 units; no platform's links have longer referrals. */
const longestReferral = 2_083;

const referralOf = ({ referral }: InboundMessage): string | null =>
  typeof referral === 'string' && referral.length <= longestReferral ? referral : null;

/** Converts a connector's message to the conversations module's type. */
export function toInbound(account: QuarantiningAccount, message: InboundMessage): Inbound {
  const { chatId, chatKind, chatTitle, from, platformMessageId, sentAt, history } = message;
  const { referenceId = null, replyTo = null, author = 'customer', mentions = [] } = message;
  return {
    account,
    kind: message.kind,
    chatId,
    chatKind,
    chatTitle,
    author,
    from,
    platformMessageId,
    referenceId,
    replyTo,
    text: textOf(message),
    referral: referralOf(message),
    mentions,
    reportsMembers: capabilitiesOf(account.platform)?.groups?.members === 'all',
    attachment: attachmentOf(message),
    fileId: null,
    ...(message.replyHandle ? { replyHandle: message.replyHandle } : {}),
    sentAt,
    history,
  };
}

async function put(
  { database, log }: QuarantineDeps,
  account: QuarantiningAccount,
  it: Omit<store.QuarantinedEntry, 'truncated'>,
): Promise<void> {
  // JSON escapes what PostgreSQL can't store, but a payload that a platform sent as text may contain it.
  const payload = storableText(it.payload);
  const longest = it.reason === 'too-long' ? longestExcerpt : longestPayload;
  const evicted = await store.storeQuarantined(database, account, {
    ...it,
    deliveryId: storableText(String(it.deliveryId)).slice(0, longestDeliveryId),
    payload: payload.slice(0, longest).toWellFormed(),
    truncated: payload.length > longest,
  });
  if (evicted > 0) {
    log.error({ socialAccountId: account.id, evicted }, 'the oldest quarantined messages were dropped');
  }
}

export type RetryDeps = QuarantineDeps & {
  connectors: Connectors;
  findAccount(workspaceId: WorkspaceId, id: string): Promise<QuarantiningAccount | null>;
  /** Runs one retry at a time, because each takes two connections of the pool. */
  runSerially: SerialQueue;
};

export type RetryOutcome = { stored: number; left: number };

/**
 * Retries these messages in order of arrival. A message that another request discarded or stored counts as neither.
 * Rejects when the database fails.
 */
export async function retry(
  deps: RetryDeps,
  workspaceId: WorkspaceId,
  ids: readonly string[],
  origin: RequestOrigin,
): Promise<RetryOutcome> {
  const rows = await store.readRetryable(deps.database, workspaceId, ids);
  if (rows.length < new Set(ids).size) assertFound(null);
  const tried: store.RetryableEntry[] = [];
  let stored = 0;
  for (const row of rows) {
    const outcome = await deps.runSerially(() => retryLocked(deps, workspaceId, row));
    if (outcome === 'gone') continue;
    tried.push(row);
    if (outcome === 'stored') stored += 1;
  }
  await transaction(deps.database, (tx) => recordOf(tx, origin, 'quarantine.retried', tried));
  return { stored, left: tried.length - stored };
}

/**
 * Retries one message with its row locked, so that no other request discards or stores it at the same time. The message
 * is stored in a separate transaction: if this one fails afterwards, the next retry recognizes the message by its id.
 */
function retryLocked(
  deps: RetryDeps,
  workspaceId: WorkspaceId,
  row: store.RetryableEntry,
): Promise<'stored' | 'left' | 'gone'> {
  return transaction(deps.database, async (tx) => {
    if (!(await store.lock(tx, workspaceId, row.id))) return 'gone';
    const reason = await retryOne(deps, workspaceId, row);
    if (reason === null) await store.discard(tx, workspaceId, [row.id]);
    else await store.countAttempt(tx, workspaceId, row.id, reason);
    return reason === null ? 'stored' : 'left';
  });
}

/** Deletes these messages permanently and returns how many. Waits for a retry of the same message, which may win. */
export function discard(
  { database }: Pick<QuarantineDeps, 'database'>,
  workspaceId: WorkspaceId,
  ids: readonly string[],
  origin: RequestOrigin,
): Promise<number> {
  return transaction(database, async (tx) => {
    const there = await store.readRetryable(tx, workspaceId, ids);
    if (there.length < new Set(ids).size) assertFound(null);
    const discarded = await store.discard(tx, workspaceId, ids);
    await recordOf(tx, origin, 'quarantine.discarded', discarded);
    return discarded.length;
  });
}

/** Records an act on quarantined messages, with one entry per social account. */
async function recordOf(
  tx: Tx,
  origin: RequestOrigin,
  action: 'quarantine.retried' | 'quarantine.discarded',
  rows: readonly Pick<store.RetryableEntry, 'socialAccountId'>[],
): Promise<void> {
  const counts = new Map<string, number>();
  for (const { socialAccountId: id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1);
  const entries = [...counts].map(([id, count]) => {
    return { action, object: { kind: 'social-account', id }, details: { count } } as const;
  });
  await record(tx, origin, ...entries);
}

/** Returns why it still can't be stored; null when it was stored. */
async function retryOne(
  deps: RetryDeps,
  workspaceId: WorkspaceId,
  row: store.RetryableEntry,
): Promise<QuarantineReason | null> {
  if (row.truncated) return row.reason;
  const account = assertFound(await deps.findAccount(workspaceId, row.socialAccountId));
  const messages = read(deps.connectors, account, row);
  if (messages === null) return 'unreadable';
  const { refusals, undecided } = await accept(deps, account, messages, true);
  const [failed] = undecided;
  if (failed && !(await isMessagesFault(deps.database, failed.error))) throw failed.error;
  return refusals[0]?.reason ?? (failed ? 'not-storable' : null);
}

function read(
  connectors: Connectors,
  account: QuarantiningAccount,
  { form, payload }: store.RetryableEntry,
): readonly InboundMessage[] | null {
  try {
    // Written by this module, from a message of this type.
    if (form === 'message') return [JSON.parse(payload) as InboundMessage];
    return connectors.get(account.platform)?.reread?.(payload) ?? null;
  } catch {
    return null;
  }
}
