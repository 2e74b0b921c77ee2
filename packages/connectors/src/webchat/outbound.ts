/** A message of the business's; `replyTo` is the id of the one that it answers. */
export type WebchatMessage = { id: string; text: string; replyTo?: string };

/**
 * Callbacks with which Parley's own platform notifies a visitor's open page. Notifications may be lost: the
 * conversation's event log is the store, and a page that missed one reads it from its last position.
 */
export type WebchatHooks = {
  deliver(chatId: string, message: WebchatMessage): Promise<void>;
  /** `name`: the writing agent's, where visitors may see it. */
  typing(chatId: string, on: boolean, name?: string): Promise<void>;
  /** An agent has read the visitor's messages up to this one. */
  read(chatId: string, messageId: string): Promise<void>;
};
