/**
 * Edits, deletions and reactions.
 * Source: https://core.telegram.org/bots/api#update, #updating-messages, #setmessagereaction
 */
import type { PlatformFault } from '@parley/contract/channels';
import type { Message, MessageReactionUpdated, ReactionType, Update } from 'grammy/types';
import { editParts } from '../kit/parts.ts';
import { isBlank } from '../kit/text.ts';
import type { ChangeResult, InboundChange, InboundMessage, OutboundChange } from '../spec.ts';
import { type ApiFailure, failureOf } from './api.ts';
import { targetOf } from './business.ts';
import type { Self } from './groups.ts';
import { inboundMessage } from './inbound.ts';
import { nameOfMessage, readMessageName, type TelegramMessage } from './message-name.ts';
import { type Calls, captionParts, textParts } from './outbound.ts';
import { telegramText } from './text.ts';

/**
 * `message`: the message after the change, if the platform provides it; used as a new message if the original was never
 * received.
 */
export type TelegramChange = { change: InboundChange; message: InboundMessage | null };

/** Returns the change that an update reports; null: none. */
export function inboundChange(
  { edited_message, message_reaction }: Update,
  self: Self,
): TelegramChange | null {
  if (edited_message) return edited(edited_message, self);
  return message_reaction ? reacted(message_reaction) : null;
}

/** An edit without text, such as a moving live location, changes nothing that is stored. */
function edited(now: Message, self: Self): TelegramChange | null {
  const message = inboundMessage(now, self);
  return message === null ? null : editOf(now, message);
}

/** Returns the edit that resulted in `message`. */
export function editOf(now: Message, message: InboundMessage): TelegramChange | null {
  const text = now.text ?? now.caption ?? ('media' in message ? '' : undefined);
  if (text === undefined) return null;
  const { platformMessageId: target, chatId, from } = message;
  const at = (now.edit_date ?? now.date) * 1000;
  const { mentions = [] } = message;
  return { change: { kind: 'edited', chatId, target, by: from.id, at, text, mentions }, message };
}

/** Doesn't name the topic of a forum: the message's name alone identifies the chat. */
function reacted(update: MessageReactionUpdated): TelegramChange | null {
  const { chat, message_id, user, actor_chat, date, new_reaction } = update;
  const by = user?.id ?? actor_chat?.id;
  if (by === undefined) return null;
  const change: InboundChange = {
    kind: 'reacted',
    chatId: null,
    target: nameOfMessage({ chat, message_id }),
    by: String(by),
    at: date * 1000,
    reactions: new_reaction.flatMap(emojiOf),
  };
  return { change, message: null };
}

/** A custom emoji is a picture that only Telegram's own clients can show. */
function emojiOf(reaction: ReactionType): string[] {
  if (reaction.type === 'emoji') return [reaction.emoji];
  return reaction.type === 'paid' ? ['⭐'] : [];
}

export async function changeMessage(
  { api, business }: Pick<Calls, 'api' | 'business'>,
  change: OutboundChange,
): Promise<ChangeResult> {
  const ids = idsOf(change);
  if (ids === null) return { ok: false, outcome: 'permanent', reason: 'message-not-found' };
  const { chatId: chat_id, messageIds } = ids;
  try {
    const target = await targetOf(change.chatId, business);
    if (!target.ok) return { ok: false, outcome: 'permanent', reason: target.reason };
    const { business_connection_id } = target;
    if (change.kind === 'edit') return await editMessage({ api, business_connection_id }, ids, change);
    if (change.kind === 'delete') {
      if (!target.canDelete) return { ok: false, outcome: 'permanent', reason: 'business-no-deleting' };
      await deleteAll({ api, business_connection_id }, chat_id, messageIds);
    } else {
      // The platform's method accepts no business connection.
      if (business_connection_id !== undefined)
        return { ok: false, outcome: 'permanent', reason: 'platform-cannot-change' };
      const { emoji } = change;
      // The platform documents the emoji that it accepts; for others, its refusal is the reason shown.
      const reaction = emoji === null ? [] : [{ type: 'emoji', emoji } as ReactionType];
      await api.raw.setMessageReaction({ chat_id, message_id: messageIds[0] ?? 0, reaction });
    }
    return { ok: true };
  } catch (error) {
    return changeFailure(failureOf(error));
  }
}

/** Returns null if one of the names isn't Telegram's. */
function idsOf({ target, parts = [target] }: OutboundChange): TelegramMessage | null {
  const [first, ...others] = parts.map(readMessageName);
  if (!first) return null;
  const further = others.flatMap((other) => other?.messageIds ?? []);
  return { ...first, messageIds: [...first.messageIds, ...further] };
}

/** The API, and the connection of the business account to whose chat the message belongs. */
type Reaching = { api: Calls['api']; business_connection_id: string | undefined };

const connectedBy = ({ business_connection_id: id }: Reaching) =>
  id === undefined ? {} : { business_connection_id: id };

async function deleteAll(reaching: Reaching, chat_id: string, message_ids: number[]): Promise<void> {
  const { api, business_connection_id: id } = reaching;
  if (id === undefined) await api.raw.deleteMessages({ chat_id, message_ids });
  else await api.raw.deleteBusinessMessages({ business_connection_id: id, message_ids });
}

async function editMessage(
  reaching: Reaching,
  { chatId: chat_id, messageIds, prefix }: TelegramMessage,
  { text, caption, ...change }: OutboundChange & { kind: 'edit' },
): Promise<ChangeResult> {
  if (isBlank(telegramText(text))) return { ok: false, outcome: 'permanent', reason: 'message-empty' };
  const { api } = reaching;
  const names = messageIds.map(
    (message_id) => `${prefix}${nameOfMessage({ chat: { id: chat_id }, message_id })}`,
  );
  const idOf = (name: string) => readMessageName(name)?.messageIds[0] ?? 0;
  const parts = caption ? captionParts(text) : textParts(text);
  return editParts({ ...change, parts: names }, parts, {
    async edit(name, part, index) {
      const message = { ...connectedBy(reaching), chat_id, message_id: idOf(name) };
      await unlessUnchanged(
        caption && index === 0
          ? api.raw.editMessageCaption({ ...message, caption: part })
          : api.raw.editMessageText({ ...message, text: part }),
      );
    },
    remove: (name) => deleteAll(reaching, chat_id, [idOf(name)]),
  });
}

/** The edit was made before and its response was lost, or this part is unchanged and another isn't. */
async function unlessUnchanged(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!/message is not modified/i.test(failureOf(error).reason)) throw error;
  }
}

/** Refusals of the platform for which Parley has its own sentences. */
const known: readonly [RegExp, PlatformFault][] = [
  [/message can't be deleted for everyone/i, 'message-too-old'],
  [/message to \w+ not found/i, 'message-not-found'],
];

/** Returns the failure: transient if the server is busy or broken, else permanent. */
export function changeFailure({
  code,
  reason: said,
  retryAfterMs,
}: ApiFailure): ChangeResult & { ok: false } {
  const reason = known.find(([pattern]) => pattern.test(said))?.[1] ?? said;
  const again = retryAfterMs === null ? {} : { retryAfterMs };
  const outcome = code === null || code === 429 || code >= 500 ? 'transient' : 'permanent';
  return { ok: false, outcome, reason, ...again };
}
