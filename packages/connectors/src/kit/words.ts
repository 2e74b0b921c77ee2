import type { InboundMessage } from '../spec.ts';

/**
 * Returns the customer's text in a message: text or caption, else empty. For an unsupported message, the platform's name for
 * its kind.
 */
export function textOf(message: InboundMessage): string {
  if (message.kind === 'unsupported') return message.what;
  return 'text' in message ? message.text : '';
}
