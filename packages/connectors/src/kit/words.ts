import type { InboundMessage } from '../spec.ts';

/** The customer's words in a message: text or caption, or empty. For what is unsupported, the platform's name for it. */
export function wordsOf(message: InboundMessage): string {
  if (message.kind === 'unsupported') return message.what;
  return 'text' in message ? message.text : '';
}
