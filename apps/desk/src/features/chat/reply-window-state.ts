/** The rule of what an agent is shown of a platform's reply window. */
import { type Conversation, type ReplyWindow, windowEnd } from '@parley/contract/conversations';

export type ReplyWindowState =
  /** The platform has none, or its end is far. */
  | { kind: 'open' }
  | { kind: 'ending'; minutes: number }
  /** `written`: the customer has ever written. */
  | { kind: 'closed'; hours: number; written: boolean };

const minuteMs = 60_000;
/** From here on the time that is left is shown. */
const soonMs = 3 * 60 * minuteMs;

export function replyWindowState(
  window: ReplyWindow | null,
  conversation: Pick<Conversation, 'kind' | 'customerWroteAt'> | undefined,
  now: number,
): ReplyWindowState {
  if (window === null || conversation === undefined) return { kind: 'open' };
  const end = windowEnd(window, conversation);
  if (end === null || end - now > soonMs) return { kind: 'open' };
  if (end > now) return { kind: 'ending', minutes: Math.ceil((end - now) / minuteMs) };
  return { kind: 'closed', hours: window.hours, written: conversation.customerWroteAt !== null };
}
