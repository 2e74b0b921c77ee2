/** The time after a customer's message within which a platform lets the business write. */
import { z } from 'zod';

export const replyWindow = z.object({
  /** So many hours after the customer's last message. */
  hours: z.number().positive(),
});
export type ReplyWindow = z.output<typeof replyWindow>;

const hourMs = 3_600_000;

type WindowedConversation = { kind: 'private' | 'group'; customerWroteAt: number | null };

/**
 * Returns until when the business may write, in ms since the epoch; null: at any time. Groups have no window. A customer who
 * has never written leaves none open.
 */
export function windowEnd(
  window: ReplyWindow | null,
  { kind, customerWroteAt }: WindowedConversation,
): number | null {
  if (window === null || kind === 'group') return null;
  return customerWroteAt === null ? 0 : customerWroteAt + window.hours * hourMs;
}

export function isWindowClosed(
  window: ReplyWindow | null,
  conversation: WindowedConversation,
  now: number,
): boolean {
  const end = windowEnd(window, conversation);
  return end !== null && end <= now;
}
