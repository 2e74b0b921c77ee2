/** A message of the business; `replyTo` is the id of the message that it replies to. */
export type WebchatMessage = { id: string; text: string; replyTo?: string };

/**
 * Callbacks that notify a visitor's open page. Notifications may be lost: the conversation's event log is authoritative, and a
 * page that missed one reads on from its last position.
 */
export type WebchatHooks = {
  deliver(chatId: string, message: WebchatMessage): Promise<void>;
  /** `name`: the name of the agent who is writing, if visitors may see it. */
  typing(chatId: string, on: boolean, name?: string): Promise<void>;
  /** An agent has read the visitor's messages up to and including this one. */
  read(chatId: string, messageId: string): Promise<void>;
};
