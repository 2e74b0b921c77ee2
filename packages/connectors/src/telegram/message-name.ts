/** The ids of one message; a text that was sent in parts has one for each. */
export type TelegramMessage = { chatId: string; messageIds: number[] };

/** Returns the name under which Parley keeps a message: `<chat id>:<message id>`, and `+<message id>` for each further part. */
export function nameOfMessage(message: { chat: { id: number }; message_id: number }): string {
  return nameOfParts({ chatId: String(message.chat.id), messageIds: [message.message_id] });
}

export function nameOfParts({ chatId, messageIds }: TelegramMessage): string {
  return `${chatId}:${messageIds.join('+')}`;
}

/** Null: no such name. */
export function readMessageName(name: string): TelegramMessage | null {
  const [, chatId, ids] = /^(-?\d+):(\d+(?:\+\d+)*)$/.exec(name) ?? [];
  return chatId === undefined || ids === undefined
    ? null
    : { chatId, messageIds: ids.split('+').map(Number) };
}
