/** Refuses messages that the platform doesn't accept at this time. */
import type { PlatformId } from '@parley/contract/catalogues';
import {
  type SendRules,
  type WindowRefusal,
  windowRefusal,
  windowStage,
} from '@parley/contract/conversations';
import type { Clock } from '../../base/clock.ts';
import { AppError } from '../../base/http/app-error.ts';
import type { ConversationRow } from '../../schema/conversations.ts';

/** Returns the rules that a platform's connector declares. */
export type SendRulesOf = (platform: PlatformId) => SendRules;

type WindowDeps = { sendRulesOf: SendRulesOf; clock: Pick<Clock, 'now'> };
type Wanted = { template: boolean; acceptsPrice: boolean };

/** Returns why the platform doesn't accept a message now, or null if it does. */
export function refusalOf(
  { sendRulesOf, clock }: WindowDeps,
  conversation: ConversationRow,
  message: Wanted,
): WindowRefusal | null {
  const { platform, kind, customerWroteAt } = conversation;
  const rules = sendRulesOf(platform);
  const written = { kind, customerWroteAt: customerWroteAt?.getTime() ?? null };
  return windowRefusal(rules, windowStage(rules.window, written, clock.now()), message);
}

/** Throws the `message.` error of the refusal. */
export function assertTaken(deps: WindowDeps, conversation: ConversationRow, message: Wanted): void {
  const refusal = refusalOf(deps, conversation, message);
  if (refusal !== null) throw new AppError(`message.${refusal}`);
}
