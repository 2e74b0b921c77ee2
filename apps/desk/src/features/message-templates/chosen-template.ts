import type { MessageTemplate } from '@parley/contract/message-templates';

/** A filled-in template, ready to send. */
export type ChosenTemplate = {
  /** The id under which the message is sent. */
  messageId: string;
  template: MessageTemplate;
  values: Record<string, string>;
  text: string;
};
