/** How the platform that Parley itself is reaches a visitor's open page. Each call is only a nudge: the conversation's
 * event log is the store, and a page that wasn't there reads it from where it was. */
export type WebchatHooks = {
  deliver(chatId: string, message: { id: string; text: string }): Promise<void>;
  typing(chatId: string, on: boolean): Promise<void>;
  /** An agent has read the visitor's messages up to this one. */
  read(chatId: string, messageId: string): Promise<void>;
};
