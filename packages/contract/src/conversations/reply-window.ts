/**
 * The reply window: the time after a customer's message within which a platform lets the business write, and what it accepts
 * afterwards.
 */
import { z } from 'zod';

export const replyWindow = z.object({
  /** Free until this many hours after the customer's last message. */
  hours: z.number().nonnegative(),
  /** After that, charged by the platform until this many hours after the message. */
  paidUntilHours: z.number().positive().optional(),
  /** `templates`: afterwards it accepts only message templates; absent: nothing. */
  afterwards: z.literal('templates').optional(),
});
export type ReplyWindow = z.output<typeof replyWindow>;

/** The platform's support for message templates. */
export const templateSupport = z.object({
  /** True if templates may be sent at any time, not only once other messages are no longer accepted. */
  anyTime: z.boolean(),
  /** True if the platform charges for each template. */
  priced: z.boolean(),
});
export type TemplateSupport = z.output<typeof templateSupport>;

/** A platform's rules about which messages it accepts when. Null: no window, no templates. */
export type SendRules = { window: ReplyWindow | null; templates: TemplateSupport | null };

const hourMs = 3_600_000;

type WindowedConversation = { kind: 'private' | 'group'; customerWroteAt: number | null };

/** `until`: ms since the epoch; null: indefinitely, or until the customer writes. */
export type WindowStage =
  | { kind: 'free' | 'paid'; until: number | null }
  | { kind: 'templates' | 'closed'; until: null };

/**
 * Returns the stage of a conversation's window at a time. Groups have no window. A customer who has never written leaves it
 * closed.
 */
export function windowStage(
  window: ReplyWindow | null,
  { kind, customerWroteAt }: WindowedConversation,
  now: number,
): WindowStage {
  if (window === null || kind === 'group') return { kind: 'free', until: null };
  const since = customerWroteAt ?? Number.NEGATIVE_INFINITY;
  const freeUntil = since + window.hours * hourMs;
  if (now < freeUntil) return { kind: 'free', until: freeUntil };
  const paidUntil = since + (window.paidUntilHours ?? 0) * hourMs;
  if (now < paidUntil) return { kind: 'paid', until: paidUntil };
  return { kind: window.afterwards ?? 'closed', until: null };
}

/**
 * The reason why a platform doesn't accept a message. too-late: it accepts none now. template-only: it accepts only templates.
 * priced: it charges, and the author hasn't agreed to that. template-early: templates are accepted only later.
 */
export type WindowRefusal = 'too-late' | 'template-only' | 'priced' | 'template-early';

/** @param message `acceptsPrice`: the author knows that the platform charges for it */
export function windowRefusal(
  { templates }: Pick<SendRules, 'templates'>,
  { kind }: WindowStage,
  message: { template: boolean; acceptsPrice: boolean },
): WindowRefusal | null {
  if (kind === 'closed') return 'too-late';
  if (!message.template && kind === 'templates') return 'template-only';
  if (message.template && kind !== 'templates' && templates?.anyTime === false) return 'template-early';
  return isCharged({ templates }, { kind }, message) && !message.acceptsPrice ? 'priced' : null;
}

/** Returns whether the platform charges for the message. */
export function isCharged(
  { templates }: Pick<SendRules, 'templates'>,
  { kind }: Pick<WindowStage, 'kind'>,
  { template }: { template: boolean },
): boolean {
  return template ? (templates?.priced ?? false) : kind === 'paid';
}
