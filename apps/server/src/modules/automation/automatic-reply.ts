/** When a customer who begins a session is answered at once. The rule alone; the facts come from the conversation. */

export type Facts = {
  /** What the sub-account says on its own; null: nothing. */
  text: string | null;
  /** When the message came. All times are milliseconds since the epoch. */
  at: number;
  /** When the customer wrote last before that; null: never, as far as the conversation is looked back on. */
  heardAt: number | null;
  /** When a person wrote to the customer last. */
  answeredAt: number | null;
  /** When the house did. */
  answeredByItselfAt: number | null;
};

/** After so long without a word of the customer's the next one begins a session. */
export const sessionGapMs = 24 * 3_600_000;
/** For so long a person who has written is taken to be there. */
export const attendedMs = 30 * 60_000;

/** Once a session: who sets the times that platforms tell could otherwise begin one with each message. */
export function automaticReply({ text, at, heardAt, answeredAt, answeredByItselfAt }: Facts): string | null {
  const within = (then: number | null, ms: number) => then !== null && at - then < ms;
  if (within(heardAt, sessionGapMs) || within(answeredByItselfAt, sessionGapMs)) return null;
  return within(answeredAt, attendedMs) ? null : text;
}
