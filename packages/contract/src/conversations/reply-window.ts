/** The time after a customer's message within which a platform lets the business write, and what it takes afterwards. */
import { z } from 'zod';

export const replyWindow = z.object({
  /** Free for so many hours after the customer's last message. */
  hours: z.number().nonnegative(),
  /** Then charged for by the platform, until so many hours after that message. */
  paidUntilHours: z.number().positive().optional(),
  /** `templates`: later on it takes message templates alone; left out: nothing. */
  afterwards: z.literal('templates').optional(),
});
export type ReplyWindow = z.output<typeof replyWindow>;

/** The message templates of a platform. */
export const templateSupport = z.object({
  /** They are taken while other messages are taken too, not only after that. */
  anyTime: z.boolean(),
  /** The platform charges for each. */
  priced: z.boolean(),
});
export type TemplateSupport = z.output<typeof templateSupport>;

/** The rules of a platform about when it takes which messages. Null: no window, no templates. */
export type SendRules = { window: ReplyWindow | null; templates: TemplateSupport | null };

const hourMs = 3_600_000;

type WindowedConversation = { kind: 'private' | 'group'; customerWroteAt: number | null };

/** `until`: ms since the epoch; null: for good, or until the customer writes. */
export type WindowStage =
  | { kind: 'free' | 'paid'; until: number | null }
  | { kind: 'templates' | 'closed'; until: null };

/** Returns what a conversation's window is at a time. Groups have none. A customer who has never written leaves none open. */
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
 * Why a platform doesn't take a message. too-late: it takes none now. template-only: it takes templates alone. priced: it
 * charges, and its author hasn't agreed to that. template-early: templates are for later.
 */
export type WindowRefusal = 'too-late' | 'template-only' | 'priced' | 'template-early';

/** @param message `acceptsPrice`: its author knows that the platform charges for it */
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

/** True: the platform charges for the message. */
export function isCharged(
  { templates }: Pick<SendRules, 'templates'>,
  { kind }: Pick<WindowStage, 'kind'>,
  { template }: { template: boolean },
): boolean {
  return template ? (templates?.priced ?? false) : kind === 'paid';
}
