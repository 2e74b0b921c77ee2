/** The ids of one message; earlier versions of Parley gave a text that was sent in parts one name of all its ids. */
export type TelegramMessage = { chatId: string; messageIds: number[] };

/** Returns the name under which Parley keeps a message: `<chat id>:<message id>`. */
export function nameOfMessage(message: { chat: { id: number | string }; message_id: number }): string {
  return `${message.chat.id}:${message.message_id}`;
}

/** Reads one message's name, or that of parts: `<chat id>:<message id>+<message id>`. Null: no such name. */
export function readMessageName(name: string): TelegramMessage | null {
  const [, chatId, ids] = /^(-?\d+):(\d+(?:\+\d+)*)$/.exec(name) ?? [];
  return chatId === undefined || ids === undefined
    ? null
    : { chatId, messageIds: ids.split('+').map(Number) };
}
