import { isHistory, type TimelineItem } from '@parley/chat-core';

/**
 * A message with what is shown above it. A day is part of its first message's row: as a separate row it would be
 * replaced whenever earlier messages of that day are loaded, which would move the reader's place.
 */
export type MessageRowContent = {
  key: string;
  item: Exclude<TimelineItem, { kind: 'day' }>;
  /** A time on the day that begins here; null if none does. */
  day: number | null;
  /** The first message that was unread when the conversation was opened. */
  isFirstUnread: boolean;
  /** The first message after the history from before the account was added. */
  endsHistory: boolean;
};

/** Returns the rows of a timeline. */
export function messageRows(
  items: readonly TimelineItem[],
  firstUnreadId: string | null,
): MessageRowContent[] {
  const rows: MessageRowContent[] = [];
  let day: number | null = null;
  let isInHistory = false;
  for (const item of items) {
    if (item.kind === 'day') {
      day = item.at;
      continue;
    }
    const isOld = item.kind === 'message' && isHistory(item.message.seq);
    const isFirstUnread = item.key === firstUnreadId;
    rows.push({ key: item.key, item, day, isFirstUnread, endsHistory: isInHistory && !isOld });
    isInHistory = isOld;
    day = null;
  }
  return rows;
}

/** Returns when a row's message was written. */
export const timeOf = ({ item }: MessageRowContent): number =>
  item.kind === 'message' ? item.message.sentAt : item.entry.at;

/** The distance from the end, in rows, at which the next page is loaded: about two screens. */
const nearEnd = 12;

/** Returns the ends of the loaded messages that the reader is near, where more pages have to be loaded. */
export function endsNear(
  { first, last }: { first: number; last: number },
  count: number,
): { older: boolean; newer: boolean } {
  return { older: first < nearEnd, newer: last >= count - nearEnd };
}
