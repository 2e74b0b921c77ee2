/** Decides what an agent is shown about a platform's reply window. */
import { type Conversation, type ReplyWindow, windowStage } from '@parley/contract/conversations';

export type ReplyWindowState =
  /** The platform has no window, or it ends far in the future. */
  | { kind: 'open' }
  /** `paidNext` means that the platform charges for messages afterwards; otherwise it accepts none. */
  | { kind: 'ending'; minutes: number; paidNext: boolean }
  /** The platform charges for messages. `minutes` is the remaining time if that is ending, else null. */
  | { kind: 'paid'; minutes: number | null }
  | { kind: 'templates' }
  /** `written` means that the customer has written at least once. */
  | { kind: 'closed'; hours: number; written: boolean };

const minuteMs = 60_000;
/** The remaining time from which it is shown. */
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
