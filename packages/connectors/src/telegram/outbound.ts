import { codePoints } from '@parley/contract/values';
import type { Api } from 'grammy';
import { z } from 'zod';
import { certainlyNotSent } from '../kit/errors.ts';
import { createOrdered } from '../kit/ordered.ts';
import { type PartResult, sendParts } from '../kit/parts.ts';
import { splitText } from '../kit/split-text.ts';
import { isBlank } from '../kit/text.ts';
import type { ConnectorClock, OutboundMedia, OutboundMessage, SendResult } from '../spec.ts';
import { type ApiFailure, failureOf, isRefusal, resultOf } from './api.ts';
import { type Business, businessIn, businessNameOf, targetOf } from './business.ts';
import { addressOf, type ChatAddress } from './chat-address.ts';
import { mentionEntities, type SentEntity } from './groups.ts';
import { captionLimit, uploadOf } from './media.ts';
import { nameOfMessage, readMessageName } from './message-name.ts';
import { partLimit, telegramText } from './text.ts';

/** The two ways to call the platform, and the business account to call it for. */
export type Calls = {
  api: Api;
  upload(request: { method: string; body: FormData }): Promise<unknown>;
  /** The business account for which the bot answers; null: none. */
  business: Business | null;
};

export type TelegramOutbound = {
  send(message: OutboundMessage): Promise<SendResult>;
  typing(chatId: string, on: boolean): Promise<void>;
  /** Resolves when no send is in flight. */
  idle(): Promise<void>;
};

/**
 * Sends in order per chat. A long text is sent in parts; a retry continues with the part that failed. After a 429 with
 * `retry_after`, nothing is sent to any chat until that time has passed: earlier calls would prolong the pause.
 */
export function createOutbound(calls: Calls, clock: Pick<ConnectorClock, 'now'>): TelegramOutbound {
  const ordered = createOrdered();
  let pausedUntil = 0;

  const send = async (message: OutboundMessage): Promise<SendResult> => {
    const reached = await addressFor(message.chatId, calls.business);
    if (!('address' in reached)) return reached;
    const { prefix } = reached;
    let { address } = reached;
    return sendParts(message, partsOf(message), async (part, index): Promise<PartResult> => {
      const pause = pausedUntil - clock.now();
      if (pause > 0) return { ...waiting, retryAfterMs: pause };
      const answering = index === 0 ? replyParameters(message) : {};
      const result = await sendPart(calls, { ...address, ...answering }, withMentions(message, part));
      if (result.ok) {
        address = { ...address, chat_id: String(result.sent.chat.id) };
        return { ok: true, id: `${prefix}${nameOfMessage(result.sent)}` };
      }
      const { retryAfterMs } = result.failure;
      if (retryAfterMs !== null) pausedUntil = Math.max(pausedUntil, clock.now() + retryAfterMs);
      return sendFailure(result.failure);
    });
  };

  return {
    send: (message) => ordered.run(message.chatId, () => send(message)),
    async typing(chatId, on) {
      // The typing indicator disappears after five seconds or with the message; it cannot be withdrawn.
      if (!on || pausedUntil > clock.now()) return;
      const reached = await addressFor(chatId, calls.business);
      if ('address' in reached) await calls.api.raw.sendChatAction({ ...reached.address, action: 'typing' });
    },
    idle: () => ordered.idle(),
  };
}

/** `prefix`: the prefix of its messages' names. */
type Reached = { address: ChatAddress; prefix: string };

async function addressFor(
  chatId: string,
  business: Business | null,
): Promise<Reached | (SendResult & { ok: false })> {
  const ofPerson = businessIn(chatId);
  if (ofPerson === null) return { address: addressOf(chatId), prefix: '' };
  const target = await targetOf(chatId, business).catch(() => null);
  // The database is unavailable, so the connection in force is unknown.
  if (target === null) return { ok: false, outcome: 'transient', reason: 'platform-not-connected' };
  if (!target.ok) return { ok: false, outcome: 'permanent', reason: target.reason };
  const { person, rest } = ofPerson;
  const connection =
    target.business_connection_id === undefined
      ? {}
      : { business_connection_id: target.business_connection_id };
  return { address: { ...addressOf(rest), ...connection }, prefix: businessNameOf(person, '') };
}

type Addressed = ChatAddress & { reply_parameters?: ReplyParameters };
type ReplyParameters = { message_id: number; allow_sending_without_reply: true };

/** A reply is sent even if the message it refers to has been deleted meanwhile. */
function replyParameters({ replyTo }: OutboundMessage): Pick<Addressed, 'reply_parameters'> {
  const messageId = replyTo === undefined ? undefined : readMessageName(replyTo)?.messageIds[0];
  if (messageId === undefined) return {};
  return { reply_parameters: { message_id: messageId, allow_sending_without_reply: true } };
}

/** A text, or a medium with a caption that fits below it. */
type Part = string | { media: OutboundMedia; caption: string };
type SentPart = { text: string; entities: SentEntity[] } | Exclude<Part, string>;

/** A caption needs no mention entities: the platform notifies of user names in it anyway. */
function withMentions({ text, mentions = [] }: OutboundMessage, part: Part): SentPart {
  return typeof part === 'string' ? { text: part, entities: mentionEntities(text, mentions, part) } : part;
}

/** Returns the non-blank parts of a message in order. A caption that is too long follows its medium as a text. */
function partsOf({ text, media }: Pick<OutboundMessage, 'text' | 'media'>): Part[] {
  if (media === undefined) return textParts(text);
  const [caption = '', ...texts] = captionParts(text);
  return [{ media, caption }, ...texts];
}

export function textParts(text: string): string[] {
  return splitText(telegramText(text), partLimit).filter((part) => !isBlank(part));
}

/** Returns the caption, empty if it is too long, and the texts that then follow the medium. */
export function captionParts(text: string): string[] {
  const shown = telegramText(text);
  return codePoints(shown) <= captionLimit ? [shown] : ['', ...textParts(text)];
}

/** The result for a message that was not sent because the bot is paused. */
const waiting = { ok: false, outcome: 'transient', reason: 'platform-busy', pausesAccount: true } as const;

type CallResult =
  | { ok: true; sent: { chat: { id: number }; message_id: number } }
  | { ok: false; failure: ApiFailure };

const sentMessage = z.looseObject({ chat: z.looseObject({ id: z.int() }), message_id: z.int() });

async function sendPart(
  calls: Calls,
  address: Addressed,
  part: SentPart,
  migrated = false,
): Promise<CallResult> {
  try {
    const call =
      'text' in part
        ? calls.api.raw.sendMessage({
            ...address,
            text: part.text,
            ...(part.entities.length > 0 ? { entities: part.entities } : {}),
          })
        : calls.upload(await uploadOf(part.media, formOf(address, part.caption)));
    return { ok: true, sent: await resultOf(sentMessage, call) };
  } catch (error) {
    const failure = failureOf(error);
    // The group has become a supergroup with a new id. The response names it, and nothing was sent. This happens once per group.
    if (failure.migratedTo !== null && !migrated)
      return sendPart(calls, { ...address, chat_id: String(failure.migratedTo) }, part, true);
    return { ok: false, failure };
  }
}

/** Form fields are texts: structured values are written as JSON. */
function formOf({ reply_parameters: reply, ...address }: Addressed, caption: string) {
  return { ...address, caption, reply_parameters: reply && JSON.stringify(reply) };
}

function sendFailure(failure: ApiFailure): SendResult & { ok: false } {
  const { code, reason, retryAfterMs } = failure;
  if (code === 429) {
    const pause = retryAfterMs === null ? {} : ({ retryAfterMs, pausesAccount: true } as const);
    return { ok: false, outcome: 'transient', reason, ...pause };
  }
  if (isRefusal(failure) || (code !== null && code < 500)) return { ok: false, outcome: 'permanent', reason };
  if (code === null && certainlyNotSent(failure.cause)) return { ok: false, outcome: 'transient', reason };
  return { ok: false, outcome: 'unknown', reason };
}
