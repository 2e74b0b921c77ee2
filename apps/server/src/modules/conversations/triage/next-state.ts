import { maxSnoozedDays } from '@parley/contract/conversations';
import type { ConversationRow } from '../../../schema/conversations.ts';

export type TriageState = Pick<ConversationRow, 'pinnedAt' | 'snoozedUntil' | 'closedAt' | 'archivedAt'>;
/** Used to check whether the customer has written since the conversation was archived. */
type Written = Pick<ConversationRow, 'waitingSince' | 'lastMessageAt'>;
export type TriageRequest = {
  pinned?: boolean | undefined;
  /** Milliseconds since the epoch, as all times here. */
  pinnedAt?: number | undefined;
  snoozedUntil?: number | null | undefined;
  closed?: boolean | undefined;
  /** Archiving also closes. */
  archived?: boolean | undefined;
};

const dayMs = 86_400_000;

/** Returns the changes that a request makes to a conversation; empty if it was made before. */
export function changedState(
  { pinnedAt, snoozedUntil, closedAt, archivedAt, waitingSince, lastMessageAt }: TriageState & Written,
  request: TriageRequest,
  now: number,
): Partial<TriageState> | 'snooze-too-long' {
  const changed: Partial<TriageState> = {};
  const closed = request.closed ?? (request.archived || undefined);
  // A customer's message received while archived reopens the conversation on unarchiving, as nothing else would.
  const wroteInArchive =
    archivedAt !== null && waitingSince !== null && Number(lastMessageAt) > Number(archivedAt);
  const endsClosed = closed ?? (closedAt !== null && !(request.archived === false && wroteInArchive));
  const endsArchived = endsClosed && (request.archived ?? archivedAt !== null);
  if (request.pinned === false && pinnedAt !== null) changed.pinnedAt = null;
  // An agent's clock may be ahead.
  if (request.pinned && pinnedAt === null && !endsClosed)
    changed.pinnedAt = new Date(Math.min(Math.max(request.pinnedAt ?? now, 0), now));
  if (endsArchived !== (archivedAt !== null)) changed.archivedAt = endsArchived ? new Date(now) : null;
  if (!endsClosed && closedAt !== null) changed.closedAt = null;
  if (closed && closedAt === null) {
    changed.closedAt = new Date(now);
    // Pins are limited, and a pin on a closed conversation would be invisible.
    if (pinnedAt !== null) changed.pinnedAt = null;
  }
  if (request.snoozedUntil === undefined) return changed;
  const until = request.snoozedUntil ?? 0;
  if (until > now + maxSnoozedDays * dayMs) return 'snooze-too-long';
  const wanted = until <= now ? null : new Date(until);
  if (wanted?.getTime() !== snoozedUntil?.getTime()) changed.snoozedUntil = wanted;
  return changed;
}
