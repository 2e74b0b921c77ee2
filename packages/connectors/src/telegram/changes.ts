/**
 * Edits, deletions and reactions.
 * Source: https://core.telegram.org/bots/api#update, #updating-messages, #setmessagereaction
 */
import type { PlatformFault } from '@parley/contract/channels';
import type { Message, MessageReactionUpdated, ReactionType, Update } from 'grammy/types';
import type { ChangeResult, InboundChange, InboundMessage, OutboundChange } from '../spec.ts';
import { type ApiFailure, failureOf } from './api.ts';
import type { Self } from './groups.ts';
import { inboundMessage } from './inbound.ts';
import { captionLimit } from './media.ts';
import { nameOfMessage, readMessageName } from './message-name.ts';
import type { Calls } from './outbound.ts';
import { partLimit, telegramText } from './text.ts';

/** `message`: what is changed, as it is now, where the platform tells; it is the customer's text even if the old one never came. */
export type TelegramChange = { change: InboundChange; message: InboundMessage | null };

/** Returns the change that an update reports; null: none. */
export function inboundChange(
  { edited_message, message_reaction }: Update,
  self: Self,
): TelegramChange | null {
  if (edited_message) return edited(edited_message, self);
  return message_reaction ? reacted(message_reaction) : null;
}

/** An edit of anything but words, such as a live location that moves, changes nothing that is kept. */
function edited(now: Message, self: Self): TelegramChange | null {
  const message = inboundMessage(now, self);
  if (message === null) return null;
  const text = now.text ?? now.caption ?? ('media' in message ? '' : undefined);
  if (text === undefined) return null;
  const { platformMessageId: target, chatId, from } = message;
  const at = (now.edit_date ?? now.date) * 1000;
  const { mentions = [] } = message;
  return { change: { kind: 'edited', chatId, target, by: from.id, at, text, mentions }, message };
}

/** The topic of a forum isn't named: the message is looked for by its name alone, which says the chat. */
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

/** A custom emoji is a picture of the platform's, which only its own programs can show. */
function emojiOf(reaction: ReactionType): string[] {
  if (reaction.type === 'emoji') return [reaction.emoji];
  return reaction.type === 'paid' ? ['⭐'] : [];
}

export async function changeMessage(
  { api }: Pick<Calls, 'api'>,
  change: OutboundChange,
): Promise<ChangeResult> {
  const named = readMessageName(change.target);
  if (named === null) return { ok: false, outcome: 'permanent', reason: 'message-not-found' };
  const { chatId: chat_id, messageIds } = named;
  const [message_id = 0] = messageIds;
  try {
    if (change.kind === 'delete') {
      await api.raw.deleteMessages({ chat_id, message_ids: messageIds });
    } else if (change.kind === 'react') {
      const { emoji } = change;
      // The platform names those that it takes; another is its refusal to explain.
      const reaction = emoji === null ? [] : [{ type: 'emoji', emoji } as ReactionType];
      await api.raw.setMessageReaction({ chat_id, message_id, reaction });
    } else {
      const text = telegramText(change.text);
      if (text === '') return { ok: false, outcome: 'permanent', reason: 'message-empty' };
      const most = change.caption ? captionLimit : partLimit;
      if (messageIds.length > 1 || text.length > most)
        return { ok: false, outcome: 'permanent', reason: 'message-in-parts' };
      if (change.caption) await api.raw.editMessageCaption({ chat_id, message_id, caption: text });
      else await api.raw.editMessageText({ chat_id, message_id, text });
    }
    return { ok: true };
  } catch (error) {
    return refused(failureOf(error));
  }
}

/** The platform's refusals that Parley has sentences for. */
const known: readonly [RegExp, PlatformFault][] = [
  [/message can't be deleted for everyone/i, 'message-too-old'],
  [/message to \w+ not found/i, 'message-not-found'],
];

function refused({ code, reason: said, retryAfterMs }: ApiFailure): ChangeResult {
  const reason = known.find(([pattern]) => pattern.test(said))?.[1] ?? said;
  // It was done before, and the answer was lost.
  if (code === 400 && /message is not modified/i.test(said)) return { ok: true };
  const again = retryAfterMs === null ? {} : { retryAfterMs };
  const outcome = code === null || code === 429 || code >= 500 ? 'transient' : 'permanent';
  return { ok: false, outcome, reason, ...again };
}
