import type { Conversation, ConversationView } from '@parley/contract/conversations';

/** Pinned conversations are in group 0 of the open list. `at` is the time that orders the group. */
export type ListPlace = { group: number; at: number };

/** Returns a conversation's place in a view; null when it isn't in the view. */
export function placeIn(conversation: Conversation, view: ConversationView | 'all'): ListPlace | null {
  const { pinnedAt, snoozedUntil, wokenAt, closedAt, archivedAt, waitingSince, lastMessageAt } = conversation;
  const isOpen = closedAt === null && snoozedUntil === null;
  switch (view) {
    case 'all':
      return { group: 1, at: lastMessageAt ?? 0 };
    case 'open':
      if (!isOpen) return null;
      return pinnedAt === null
        ? { group: 1, at: Math.max(lastMessageAt ?? 0, wokenAt ?? 0) }
        : { group: 0, at: pinnedAt };
    case 'waiting':
      return isOpen && waitingSince !== null ? { group: 1, at: waitingSince } : null;
    case 'snoozed':
      return closedAt === null && snoozedUntil !== null ? { group: 1, at: snoozedUntil } : null;
    case 'closed':
      return closedAt === null || archivedAt !== null ? null : { group: 1, at: closedAt };
    case 'archived':
      return archivedAt === null ? null : { group: 1, at: archivedAt };
  }
}

/** Returns whether a conversation precedes another in the view; true when both have the same time. */
export function precedes(one: Conversation, other: Conversation, view: ConversationView | 'all'): boolean {
  const [a, b] = [placeIn(one, view), placeIn(other, view)];
  if (a === null || b === null) return false;
  if (a.group !== b.group) return a.group < b.group;
  const latestFirst = a.group === 1 && view !== 'waiting' && view !== 'snoozed';
  return latestFirst ? a.at >= b.at : a.at <= b.at;
}
