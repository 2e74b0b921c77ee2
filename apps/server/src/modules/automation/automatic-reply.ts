/**
 * Decides whether a customer who begins a session is answered at once. The rule alone; the facts come from the
 * conversation.
 */

export type Facts = {
  /** The automatic reply of the sub-account; null: none. */
  text: string | null;
  /** The time of the message. All times are milliseconds since the epoch. */
  at: number;
  /** The time of the customer's last message before that; null: none within the messages that are read. */
  customerWroteAt: number | null;
  /** The time of the last message that an agent wrote to the customer. */
  answeredAt: number | null;
  /** The time of the last automatic reply. */
  autoRepliedAt: number | null;
};

/** A customer's message after so long a silence begins a session. */
export const sessionGapMs = 24 * 3_600_000;
/** A person who has written counts as present for so long. */
export const attendedMs = 30 * 60_000;

/**
 * Returns the reply, once a session: a platform whose clock is set by others could otherwise begin one with each
 * message.
 */
export function automaticReply({
  text,
  at,
  customerWroteAt,
  answeredAt,
  autoRepliedAt,
}: Facts): string | null {
  const within = (then: number | null, ms: number) => then !== null && at - then < ms;
  if (within(customerWroteAt, sessionGapMs) || within(autoRepliedAt, sessionGapMs)) return null;
  return within(answeredAt, attendedMs) ? null : text;
}
