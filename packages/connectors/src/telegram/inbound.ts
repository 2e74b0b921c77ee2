import type { Message } from 'grammy/types';
import type { InboundMessage, Peer } from '../spec.ts';
import { chatIdOf, topicOf } from './chat-address.ts';
import { isService, mentionsIn, nameOf, type Self } from './groups.ts';
import { contentOf, withContent } from './media.ts';
import { nameOfMessage } from './message-name.ts';

/**
 * Returns a message in its current form; null if it has no author or is a service message about a group. Channel posts aren't
 * requested, because they have no customer.
 *
 * The id is `<chat id>:<message id>`. The update's own id is unsuitable: after a week without updates the platform starts a new
 * random sequence, and later replies, edits and deletions refer to the message's id.
 */
export function inboundMessage(message: Message, self: Self): InboundMessage | null {
  const peer = peerOf(message);
  if (!peer || isService(message)) return null;
  const common = {
    platformMessageId: nameOfMessage(message),
    replyTo: answeredBy(message),
    chatId: chatIdOf(message),
    chatKind: message.chat.type === 'private' ? ('private' as const) : ('group' as const),
    chatTitle: titleOf(message),
    from: peer,
    mentions: mentionsIn(message, self),
    sentAt: message.date * 1000,
    history: false,
  };
  if (message.text !== undefined)
    return { ...common, kind: 'text', text: message.text, ...referralOf(message, message.text) };
  const content = contentOf(message);
  if (content) return withContent(common, content, message.caption ?? '');
  return { ...common, kind: 'unsupported', what: kindOf(message) };
}

/** Deep links pass their parameter in the initial command (https://core.telegram.org/bots/features#deep-linking). */
function referralOf({ chat }: Message, text: string): Pick<InboundMessage, 'referral'> {
  const referral = chat.type === 'private' ? /^\/start ([\w-]{1,64})$/.exec(text)?.[1] : undefined;
  return referral === undefined ? {} : { referral };
}

/** In a topic, every message formally replies to the one that opened the topic; that doesn't count as a reply. */
function answeredBy({ reply_to_message: answered }: Message): string | null {
  return answered === undefined || answered.forum_topic_created ? null : nameOfMessage(answered);
}

/** Returns a group's title, followed by its topic's; the message that opened a topic contains the topic's name. */
function titleOf(message: Message): string | null {
  const title = message.chat.title ?? null;
  const topic = topicOf(message);
  if (title === null || topic === null) return title;
  return `${title} · ${message.reply_to_message?.forum_topic_created?.name ?? `#${topic}`}`;
}

export const allowedUpdates = [
  'message',
  'edited_message',
  'message_reaction',
  'my_chat_member',
  'chat_member',
] as const;

function peerOf(message: Message): Peer | null {
  const { from, sender_chat: chat } = message;
  if (chat) {
    // Written in the name of a group or channel: `from` is then a placeholder account of Telegram's.
    return { id: String(chat.id), displayName: chat.title ?? null, language: null };
  }
  if (!from) return null;
  return {
    id: String(from.id),
    displayName: nameOf(from),
    handle: from.username ?? null,
    phone: ownPhone(message),
    language: from.language_code ?? null,
  };
}

/**
 * Returns the number of the customer's own account if the customer shares it: the platform states the account to which a
 * contact belongs (https://core.telegram.org/bots/api#contact). Forwarded contacts, or those inserted by a bot, prove nothing.
 */
function ownPhone({ chat, contact, from, forward_origin: forwarded, via_bot: bot }: Message): string | null {
  if (chat.type !== 'private' || contact === undefined || forwarded || bot) return null;
  return contact.user_id === from?.id ? contact.phone_number : null;
}

/** Fields that any message may have besides its content. */
const frame: ReadonlySet<string> = new Set([
  'message_id',
  'message_thread_id',
  'direct_messages_topic',
  'from',
  'sender_chat',
  'sender_boost_count',
  'sender_business_bot',
  'date',
  'business_connection_id',
  'chat',
  'forward_origin',
  'is_topic_message',
  'is_automatic_forward',
  'is_paid_post',
  'reply_to_message',
  'external_reply',
  'quote',
  'reply_to_story',
  'reply_to_checklist_task_id',
  'via_bot',
  'edit_date',
  'has_protected_content',
  'is_from_offline',
  'media_group_id',
  'author_signature',
  'paid_star_count',
  'suggested_post_info',
  'effect_id',
  'caption',
  'caption_entities',
  'show_caption_above_media',
  'has_media_spoiler',
  'reply_markup',
]);

/** Returns the content's field name, e.g. `sticker`. A GIF has `animation` and, for old clients, `document`. */
function kindOf(message: Message): string {
  const kinds = Object.keys(message).filter((key) => !frame.has(key));
  if (kinds.includes('animation')) return 'animation';
  if (kinds.includes('venue')) return 'venue';
  return kinds[0] ?? 'unknown';
}
