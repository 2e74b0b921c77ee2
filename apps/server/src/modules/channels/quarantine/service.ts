/**
 * One message that can't be stored must not keep the others out: a platform delivers it again and again before
 * anything newer. It is set aside whole, its owner sees it with its reason, and a retry takes the way of every message.
 */
import type { Connectors, InboundMessage } from '@parley/connectors';
import type { QuarantineReason } from '@parley/contract';
import { type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { lastingFailure } from '../../../base/db/lasting-failure.ts';
import { storable } from '../../../base/db/storable.ts';
import { found } from '../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { Log } from '../../../base/log.ts';
import { record } from '../../audit/index.ts';
import type { Conversations, Inbound } from '../../conversations/index.ts';
import * as store from './store.ts';

export type QuarantineDeps = {
  database: Database;
  log: Log;
  conversations: Pick<Conversations, 'acceptEach'>;
};

export type ReceivingAccount = Inbound['account'];

/** In bytes of UTF-16, as JavaScript counts: longer payloads are cut and can only be discarded. */
const longestPayload = 256 * 1024;
/** A text beyond this is no chat message; storing and sending it around would hold up everybody. */
const longestText = 1024 * 1024;
const longestDeliveryId = 500;

const reasonOfClass: Readonly<Record<string, QuarantineReason>> = {
  '22': 'invalid-data',
  '23': 'conflict',
  '54': 'too-long',
};

/** Null: the failure may pass, so the delivery has to come again. */
function reasonFor(error: unknown): QuarantineReason | null {
  const failure = lastingFailure(error);
  return failure === null ? null : (reasonOfClass[failure] ?? 'not-storable');
}

/**
 * Stores each message, or sets it aside if it can't be stored. Resolves when all of that is durable; rejects when the
 * database was in trouble, which says nothing about the messages.
 */
export async function acceptOrSetAside(
  deps: QuarantineDeps,
  account: ReceivingAccount,
  messages: readonly InboundMessage[],
): Promise<void> {
  const refusals = await accept(deps, account, messages);
  for (const { message, reason, error } of refusals) {
    deps.log.error({ err: error, socialAccountId: account.id, reason }, 'a message was quarantined');
    const payload = JSON.stringify(message);
    await put(deps, account, { form: 'message', deliveryId: message.platformMessageId, payload, reason });
  }
}

/** Sets aside what a connector could not read. */
export async function setAside(
  deps: QuarantineDeps,
  account: ReceivingAccount,
  delivery: { id: string; payload: string },
): Promise<void> {
  deps.log.error({ socialAccountId: account.id }, 'an unreadable delivery was quarantined');
  const { id: deliveryId, payload } = delivery;
  await put(deps, account, { form: 'delivery', deliveryId, payload, reason: 'unreadable' });
}

type Refusal = { message: InboundMessage; reason: QuarantineReason; error: unknown };

/** Returns those that can't be stored. Throws the first failure that may pass, once the others are through. */
async function accept(
  { conversations }: QuarantineDeps,
  account: ReceivingAccount,
  messages: readonly InboundMessage[],
): Promise<Refusal[]> {
  const tooLong = messages.filter(isTooLong).map((message): Refusal => {
    return { message, reason: 'too-long', error: null };
  });
  const tried = messages.filter((message) => !isTooLong(message));
  const outcomes = await conversations.acceptEach(tried.map((message) => toInbound(account, message)));
  const refusals = outcomes.flatMap((error, index): Refusal[] => {
    const message = tried[index];
    if (error === null || message === undefined) return [];
    const reason = reasonFor(error);
    if (reason === null) throw error;
    return [{ message, reason, error }];
  });
  return [...tooLong, ...refusals];
}

const isTooLong = (message: InboundMessage) => message.kind === 'text' && message.text.length > longestText;

/** A connector's message as the conversations take it. */
export function toInbound(account: ReceivingAccount, message: InboundMessage): Inbound {
  const { chatId, chatKind, chatTitle, from, platformMessageId, sentAt, history } = message;
  const text = message.kind === 'text' ? message.text : message.what;
  return {
    ...{ account, kind: message.kind, chatId, chatKind, chatTitle, from },
    ...{ platformMessageId, text, sentAt, history },
  };
}

function put(
  { database }: QuarantineDeps,
  account: ReceivingAccount,
  it: Omit<store.Quarantined, 'truncated'>,
): Promise<void> {
  // JSON writes what PostgreSQL can't hold as escapes; what a platform sent as text may hold it as it is.
  const payload = storable(it.payload);
  return store.put(database, account, {
    ...it,
    deliveryId: storable(String(it.deliveryId)).slice(0, longestDeliveryId),
    payload: payload.slice(0, longestPayload).toWellFormed(),
    truncated: payload.length > longestPayload,
  });
}

export type RetryDeps = QuarantineDeps & {
  connectors: Connectors;
  findAccount(workspaceId: WorkspaceId, id: string): Promise<ReceivingAccount | null>;
};

export type RetryOutcome = { stored: number; left: number };

/** Tries to store these again, in the order in which they came. Rejects when the database is in trouble. */
export async function retry(
  deps: RetryDeps,
  workspaceId: WorkspaceId,
  ids: readonly string[],
  origin: RequestOrigin,
): Promise<RetryOutcome> {
  const rows = await store.readToRetry(deps.database, workspaceId, ids);
  if (rows.length < new Set(ids).size) found(null);
  const left: { id: string; reason: QuarantineReason }[] = [];
  for (const row of rows) {
    const reason = await retryOne(deps, workspaceId, row);
    if (reason !== null) left.push({ id: row.id, reason });
  }
  const stored = rows.map(({ id }) => id).filter((id) => left.every((one) => one.id !== id));
  // Together at the end: what was stored without this is known again by its id when it is retried.
  await transaction(deps.database, async (tx) => {
    await store.discard(tx, workspaceId, stored);
    for (const { id, reason } of left) await store.countAttempt(tx, workspaceId, id, reason);
    await recordOf(tx, origin, 'quarantine.retried', rows);
  });
  return { stored: stored.length, left: left.length };
}

/** Records an act on quarantined messages, an entry for each of their social accounts. */
export async function recordOf(
  tx: Tx,
  origin: RequestOrigin,
  action: 'quarantine.retried' | 'quarantine.discarded',
  rows: readonly Pick<store.ToRetry, 'socialAccountId'>[],
): Promise<void> {
  const counts = new Map<string, number>();
  for (const { socialAccountId: id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1);
  const entries = [...counts].map(([id, count]) => {
    return { action, object: { kind: 'social-account', id }, details: { count } } as const;
  });
  await record(tx, origin, ...entries);
}

/** Returns why it still can't be stored; null: it is. */
async function retryOne(
  deps: RetryDeps,
  workspaceId: WorkspaceId,
  row: store.ToRetry,
): Promise<QuarantineReason | null> {
  if (row.truncated) return row.reason;
  const account = found(await deps.findAccount(workspaceId, row.socialAccountId));
  const messages = read(deps.connectors, account, row);
  if (messages === null) return 'unreadable';
  const [refusal] = await accept(deps, account, messages);
  return refusal?.reason ?? null;
}

function read(
  connectors: Connectors,
  account: ReceivingAccount,
  { form, payload }: store.ToRetry,
): readonly InboundMessage[] | null {
  try {
    // This module wrote it, from a message of this type.
    if (form === 'message') return [JSON.parse(payload) as InboundMessage];
    return connectors.get(account.platform)?.reread?.(payload) ?? null;
  } catch {
    return null;
  }
}
