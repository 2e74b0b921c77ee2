import type { Message } from 'grammy/types';

/**
 * A chat as the Bot API addresses it. Each topic of a forum is a separate conversation: a reply must go to the topic of the
 * question, even after a restart, and an agent couldn't tell which of several topics is meant.
 */
export type ChatAddress = { chat_id: string; message_thread_id?: number; business_connection_id?: string };

/** Returns `<chat id>`, or `<chat id>/<topic id>` in a forum; the general topic has no id. */
export function chatIdOf(message: Message): string {
  const topic = topicOf(message);
  return topic === null ? String(message.chat.id) : `${message.chat.id}/${topic}`;
}

/** Returns null outside forums and for the general topic. A reply thread in an ordinary group has an id too, but is no topic. */
export function topicOf(message: Message): number | null {
  const { message_thread_id: thread, is_topic_message: isTopic, chat } = message;
  const inForum = isTopic === true || ('is_forum' in chat && chat.is_forum === true);
  return inForum && thread !== undefined ? thread : null;
}

export function addressOf(chatId: string): ChatAddress {
  const [chat = '', topic] = chatId.split('/');
  return { chat_id: chat, ...(topic === undefined ? {} : { message_thread_id: Number(topic) }) };
}
