import type { RequestOf } from '@parley/contract';
import type { Conversation, triageConversation } from '@parley/contract/conversations';

export type TriageChange =
  | { kind: 'pin' | 'unpin' | 'close' | 'reopen' | 'archive' | 'wake' }
  | { kind: 'snooze'; until: number };
/** `hand-over` asks for the receiver. */
export type TriageAct = TriageChange | { kind: 'hand-over' };
type Body = RequestOf<typeof triageConversation>['body'];

/** Returns the request of an action, and the request that undoes it. */
export function requestOf(before: Conversation, act: TriageChange): { change: Body; undo: Body } {
  const { pinnedAt, snoozedUntil, closedAt, archivedAt } = before;
  const archive = archivedAt === null ? {} : { archived: true };
  const pin = pinnedAt === null ? {} : { pinned: true, pinnedAt };
  switch (act.kind) {
    case 'pin':
      return { change: { pinned: true }, undo: { pinned: false } };
    case 'unpin':
      return { change: { pinned: false }, undo: pin };
    case 'close':
      // The server unpins closed conversations.
      return { change: { closed: true }, undo: { closed: false, ...pin } };
    case 'reopen':
      // A snooze from before the closing would continue to hide it.
      return {
        change: { closed: false, snoozedUntil: null },
        undo: { closed: true, snoozedUntil, ...archive },
      };
    case 'archive':
      return {
        change: { archived: true },
        undo: closedAt === null ? { closed: false, ...pin } : { archived: false },
      };
    case 'snooze':
      return { change: { snoozedUntil: act.until }, undo: { snoozedUntil } };
    case 'wake':
      return { change: { snoozedUntil: null }, undo: { snoozedUntil } };
  }
}
