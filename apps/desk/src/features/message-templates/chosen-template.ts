import type { MessageTemplate } from '@parley/contract/message-templates';

/** A template as it is to be sent. */
export type ChosenTemplate = {
  /** The id that the message is sent under. */
  messageId: string;
  template: MessageTemplate;
  values: Record<string, string>;
  text: string;
};
