/**
 * Sends one social account's outbox through its connection: conversations in parallel, messages of a conversation
 * strictly in order. Every step is recorded before the request to the platform, so that after a crash every message of
 * uncertain outcome is shown as such.
 */
import type { Connection, OutboundMessage, ReplyHandleSupport, SendResult } from '@parley/connectors';
import type { PlatformFault } from '@parley/contract/channels';
import { type SendRules, windowRefusal, windowStage } from '@parley/contract/conversations';
import type { Clock } from '../../base/clock.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { MessageOutbox } from '../conversations/index.ts';
import { createCoalescedRuns } from './coalesced-runs.ts';
import type { ChannelsMetrics } from './metrics.ts';
import { type MediaRules, type MessageFiles, mediaToSend } from './outbound-media.ts';
import { nextRetryAt } from './outbound-retry.ts';
import type { Throttle } from './send-limits.ts';
import { createTurns, isPaused, type Pause, type Turns } from './send-turns.ts';

const concurrency = 8;
/** Retry interval in ms for storing an outcome. */
const writeAgainMs = 500;

export type SenderDeps = {
  outbox: MessageOutbox;
  messageFiles: MessageFiles;
  clock: Clock;
  log: Log;
  metrics: ChannelsMetrics;
  throttle: Throttle;
  rules: SendRules;
  mediaRules: MediaRules;
  /** Null when the platform issues no reply handles. */
  replyHandles: ReplyHandleSupport | null;
};
export type SendingAccount = { workspaceId: WorkspaceId; id: string; platform: string };
export type Sender = {
  /** Signals that there may be something to send. */
  nudge(): void;
  /** Resolves when all sends in flight have ended. */
  close(): Promise<void>;
};

type Claimed = NonNullable<Awaited<ReturnType<MessageOutbox['claim']>>>;
type ToSend = Awaited<ReturnType<MessageOutbox['next']>>[number];
type Sending = SenderDeps & {
  account: SendingAccount;
  connection: () => Connection | null;
  closing: AbortSignal;
  turns: Turns;
};

export function createSender(
  deps: SenderDeps,
  account: SendingAccount,
  connection: () => Connection | null,
): Sender {
  const closing = new AbortController();
  const turns = createTurns(deps.throttle, deps.clock, closing.signal, () => rounds.nudge());
  const sending = { ...deps, account, connection, closing: closing.signal, turns };
  const underWay = new Map<string, Promise<void>>();
  /** While paused, the platform accepts nothing from this account: queued messages wait, and no chat is tried. */
  let pause: Pause = { from: 0, until: 0 };
  const isOpen = () =>
    connection() !== null &&
    !closing.signal.aborted &&
    underWay.size < concurrency &&
    !isPaused(pause, deps.clock.now()) &&
    turns.isOpen();

  /**
   * Claims as many messages as there are free slots. A finished send frees its slot for the next message, so that none
   * waits for the slowest.
   */
  async function takeFree(): Promise<void> {
    // A message that was tried and postponed during the query is read in its earlier state, and would be retried at
    // once.
    const before = new Set(underWay.keys());
    const waiting = await readWaiting(sending, concurrency + underWay.size);
    const free = waiting.filter(({ id }) => !before.has(id)).slice(0, concurrency - underWay.size);
    const taken = free.filter(({ conversationId: id, chatKind: kind }) => turns.take({ id, kind }));
    for (const message of taken) underWay.set(message.id, send(message));
    // Messages of throttled chats have used up places of the query, so others may still be waiting.
    if (taken.length < free.length || (waiting.length === 0 && turns.over())) rounds.nudge();
  }
  const rounds = createCoalescedRuns(isOpen, takeFree);

  async function send(message: ToSend): Promise<void> {
    const pauseMs = await sendLogged(sending, message);
    const now = deps.clock.now();
    if (!isPaused(pause, now) || pause.until < now + pauseMs) pause = { from: now, until: now + pauseMs };
    underWay.delete(message.id);
    rounds.nudge();
  }

  return {
    nudge: rounds.nudge,
    async close() {
      closing.abort();
      await rounds.settled();
      await Promise.all(underWay.values());
    },
  };
}

/**
 * Returns the messages that may be sent now. Returns none when the outbox can't be read, because it is read again every
 * second.
 */
function readWaiting({ outbox, log, account, turns }: Sending, limit: number): Promise<ToSend[]> {
  return outbox.next(account.workspaceId, account.id, limit, turns.passedOver()).catch((error: unknown) => {
    log.warn({ err: error, socialAccountId: account.id }, 'the outbox could not be read');
    return [];
  });
}

function sendLogged(sending: Sending, message: ToSend): Promise<number> {
  return sendOne(sending, message).catch((error: unknown) => {
    sending.log.warn({ err: error, socialAccountId: sending.account.id }, 'sending was interrupted');
    return 0;
  });
}

/** Sends one message. Returns how long, in ms, the platform accepts nothing from the whole account; usually 0. */
async function sendOne(sending: Sending, message: ToSend): Promise<number> {
  const { outbox, metrics, account, connection } = sending;
  const { workspaceId, platform } = account;
  if (!connection()) return 0;
  const prepared = prepare(sending, message);
  const claimed = await claim(sending, message.id, typeof prepared !== 'string');
  if (!claimed) return 0;
  const { id } = message;
  // If this process stalled during the claim, another one may hold the account by now.
  const open = connection();
  if (!open) {
    await giveBack(sending, id);
    return 0;
  }
  const { attempts } = claimed;
  const { result, askedAt } = await hand(sending, open, message, { ...claimed, prepared });
  metrics.outbound.inc({ platform, result: result.ok ? 'sent' : result.outcome });
  await insist(sending, () => {
    if (result.ok) {
      const { platformMessageId, parts } = result;
      return outbox.sent(workspaceId, id, { platformMessageId, parts, askedAt });
    }
    if (result.outcome === 'unknown') return outbox.unconfirmed(workspaceId, id, result.reason);
    return outbox.notSent(workspaceId, id, {
      reason: result.reason,
      retryAt:
        result.outcome === 'permanent'
          ? null
          : nextRetryAt(sending.clock.now(), attempts, result.retryAfterMs),
    });
  });
  return !result.ok && result.pausesAccount ? (result.retryAfterMs ?? 0) : 0;
}

/** A message's medium in a form that its platform accepts, opened when it is read; null when it has none. */
type Medium = Exclude<ReturnType<typeof mediaToSend>, string>;

/**
 * Returns a message's medium, or why the platform refuses the message; checked before a use of a reply handle is spent
 * on it.
 */
function prepare(sending: Sending, message: ToSend): Medium | PlatformFault {
  const { messageFiles, mediaRules, account, clock } = sending;
  const { workspaceId } = account;
  return (
    refusalOf(sending, message, clock.now()) ??
    mediaToSend(messageFiles, mediaRules, { ...message, workspaceId })
  );
}

/**
 * Thrown when the sender closes while a part waits for its turn: the parts sent so far are stored, and the next process
 * continues.
 */
class NextPartHeld extends Error {}

/**
 * Sends a message to the platform, with its medium if any, and stores each part before the next is sent. Never rejects.
 * Also returns the time of the last request.
 */
async function hand(
  sending: Sending,
  open: Connection,
  message: ToSend,
  { attempts, sentParts, replyHandle, prepared }: Claimed & { prepared: Medium | PlatformFault },
): Promise<{ result: SendResult; askedAt: number }> {
  const { account, clock, log, outbox, turns, closing, replyHandles } = sending;
  const { id, chatId, chatKind, text, mentions, replyTo, replyToPlatformId, writtenAt } = message;
  let askedAt = clock.now();
  let next = sentParts.length;
  const partSent = async (platformMessageId: string) => {
    const part = next++;
    await insist(sending, () => outbox.partSent(account.workspaceId, id, part, platformMessageId));
    await turns.pace({ id: message.conversationId, kind: message.chatKind }, closing).catch(() => {
      throw new NextPartHeld();
    });
    askedAt = clock.now();
  };
  try {
    if (typeof prepared === 'string') return { result: refusedFor(prepared), askedAt };
    if (replyHandles?.required && replyHandle === null)
      return { result: refusedFor('message-unanswerable'), askedAt };
    await using medium = prepared;
    const media = medium === null ? {} : { media: medium.media };
    const answering = {
      ...(replyTo === null ? {} : { replyTo }),
      ...(replyToPlatformId === null ? {} : { replyToPlatformId }),
    };
    const named = mentions.length === 0 ? {} : { mentions };
    const what = { id, chatId, chatKind, text, ...media, ...answering, ...named, ...templateIn(message) };
    const handle = replyHandle === null ? {} : { replyHandle };
    const tried = { writtenAt, firstAttempt: attempts === 0, sentParts, partSent, ...handle };
    return { result: await open.send({ ...what, ...tried }), askedAt };
  } catch (error) {
    if (error instanceof NextPartHeld)
      return { result: { ok: false, outcome: 'transient', reason: 'interrupted' }, askedAt };
    log.warn({ err: error, socialAccountId: account.id }, 'a connector failed while it was sending');
    return { result: { ok: false, outcome: 'unknown', reason: 'send-interrupted' }, askedAt };
  }
}

/** Returns the fault for which the platform no longer accepts a message; null when it does. */
function refusalOf({ rules }: Sending, message: ToSend, now: number): PlatformFault | null {
  const stage = windowStage(rules.window, { ...message, kind: message.chatKind }, now);
  const { template, acceptsPrice } = message;
  const refusal = windowRefusal(rules, stage, { template: template !== null, acceptsPrice });
  return refusal === null ? null : `message-${refusal}`;
}

const refusedFor = (reason: PlatformFault): SendResult => ({ ok: false, outcome: 'permanent', reason });

function templateIn({ template }: ToSend): Pick<OutboundMessage, 'template'> {
  if (template === null) return {};
  const { platformId: id, name, language, values } = template;
  return { template: { id, name, language, values } };
}

/**
 * Claims a message. Returns null when another process has claimed it. A claim with an unknown outcome is taken back.
 *
 * @param asks whether the platform will be asked, with a reply handle if it issues them
 */
async function claim(sending: Sending, messageId: string, asks: boolean): ReturnType<MessageOutbox['claim']> {
  const { outbox, account, replyHandles } = sending;
  try {
    return await outbox.claim(account.workspaceId, messageId, { replyHandle: asks && replyHandles !== null });
  } catch {
    await giveBack(sending, messageId);
    return null;
  }
}

/** Puts a claimed message back into the queue. A message that another process marked as in doubt is left in doubt. */
function giveBack(sending: Sending, messageId: string): Promise<void> {
  const { outbox, account, clock } = sending;
  const later = { reason: 'interrupted', retryAt: clock.now() };
  return insist(sending, () => outbox.notSent(account.workspaceId, messageId, later));
}

/**
 * Stores the platform's answer, retrying while the database is down. Only when the sender closes first is the message
 * left in doubt, for the account's next holder.
 */
async function insist({ clock, log, closing, account }: Sending, write: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (closing.aborted) throw error;
      log.warn({ err: error, socialAccountId: account.id }, 'an outcome could not be stored yet');
      await clock.sleep(writeAgainMs, closing).catch(() => undefined);
    }
  }
}
