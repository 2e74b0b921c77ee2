/** The ids of one message; earlier versions of Parley used a single name with all ids for a text sent in parts. */
export type TelegramMessage = {
  chatId: string;
  messageIds: number[];
  /** The prefix of names in chats of a business account; empty for the bot's own. */
  prefix: string;
};

/** Returns Parley's name for a message: `<chat id>:<message id>`. */
export function nameOfMessage(message: { chat: { id: number | string }; message_id: number }): string {
  return `${message.chat.id}:${message.message_id}`;
}

/**
 * Parses the name of a message or of its parts: `<chat id>:<message id>+<message id>`, prefixed with `b<person's id>/` in chats
 * of a business account. Null: not such a name.
 */
export function readMessageName(name: string): TelegramMessage | null {
  const [, prefix = '', chatId, ids] = /^(b\d+\/)?(-?\d+):(\d+(?:\+\d+)*)$/.exec(name) ?? [];
  return chatId === undefined || ids === undefined
    ? null
    : { chatId, messageIds: ids.split('+').map(Number), prefix };
}
