/** The ids of one message; earlier versions of Parley gave a text that was sent in parts one name of all its ids. */
export type TelegramMessage = {
  chatId: string;
  messageIds: number[];
  /** The beginning of the names in chats of a business account; empty for the bot's own. */
  prefix: string;
};

/** Returns the name under which Parley keeps a message: `<chat id>:<message id>`. */
export function nameOfMessage(message: { chat: { id: number | string }; message_id: number }): string {
  return `${message.chat.id}:${message.message_id}`;
}

/**
 * Reads one message's name, or that of parts: `<chat id>:<message id>+<message id>`, behind `b<person's id>/` in chats of a business
 * account. Null: no such name.
 */
export function readMessageName(name: string): TelegramMessage | null {
  const [, prefix = '', chatId, ids] = /^(b\d+\/)?(-?\d+):(\d+(?:\+\d+)*)$/.exec(name) ?? [];
  return chatId === undefined || ids === undefined
    ? null
    : { chatId, messageIds: ids.split('+').map(Number), prefix };
}
