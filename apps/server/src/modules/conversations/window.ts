/** Refuses messages for which the platform's time to answer is over. */
import type { PlatformId } from '@parley/contract/catalogues';
import { isWindowClosed, type ReplyWindow } from '@parley/contract/conversations';
import type { Clock } from '../../base/clock.ts';
import { AppError } from '../../base/http/app-error.ts';
import type { ConversationRow } from '../../schema/conversations.ts';

/** Returns the window that a platform's connector declares; null: the business may write at any time. */
export type WindowOf = (platform: PlatformId) => ReplyWindow | null;

type WindowDeps = { windowOf: WindowOf; clock: Pick<Clock, 'now'> };

export function hasClosed({ windowOf, clock }: WindowDeps, conversation: ConversationRow): boolean {
  const { platform, kind, customerWroteAt } = conversation;
  const written = { kind, customerWroteAt: customerWroteAt?.getTime() ?? null };
  return isWindowClosed(windowOf(platform), written, clock.now());
}

/** Throws `message.too-late`. */
export function assertWindowOpen(deps: WindowDeps, conversation: ConversationRow): void {
  if (hasClosed(deps, conversation)) throw new AppError('message.too-late');
}
