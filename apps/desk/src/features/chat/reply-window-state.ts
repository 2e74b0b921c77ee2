/** The rule of what an agent is shown of a platform's reply window. */
import { type Conversation, type ReplyWindow, windowStage } from '@parley/contract/conversations';

export type ReplyWindowState =
  /** The platform has none, or its end is far. */
  | { kind: 'open' }
  /** `paidNext`: the platform charges for messages after that, and takes none otherwise. */
  | { kind: 'ending'; minutes: number; paidNext: boolean }
  /** The platform charges for messages. `minutes`: near the end of that time what is left of it; else null. */
  | { kind: 'paid'; minutes: number | null }
  | { kind: 'templates' }
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
  const stage = windowStage(window, conversation, now);
  const last = Math.max(window.hours, window.paidUntilHours ?? 0);
  if (stage.kind === 'templates') return { kind: 'templates' };
  if (stage.kind === 'closed')
    return { kind: 'closed', hours: last, written: conversation.customerWroteAt !== null };
  const minutes = stage.until === null ? null : Math.ceil((stage.until - now) / minuteMs);
  const soon = minutes !== null && minutes * minuteMs <= soonMs ? minutes : null;
  if (stage.kind === 'paid') return { kind: 'paid', minutes: soon };
  return soon === null ? { kind: 'open' } : { kind: 'ending', minutes: soon, paidNext: last > window.hours };
}
