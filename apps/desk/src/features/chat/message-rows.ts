import { isHistory, type TimelineItem } from '@parley/chat-core';

/**
 * A message with what stands above it. A day is a part of its first message's row: on its own it would be replaced
 * whenever earlier messages of the day come, and the reader's place would move with it.
 */
export type MessageRowContent = {
  key: string;
  item: Exclude<TimelineItem, { kind: 'day' }>;
  /** A time of the day that begins here. */
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

/** The rows that load the next page when they come near: about two screens. */
const nearEnd = 12;

/** Returns at which ends of the loaded messages the reader is, so that the pages beyond have to be loaded. */
export function endsNear(
  { first, last }: { first: number; last: number },
  count: number,
): { older: boolean; newer: boolean } {
  return { older: first < nearEnd, newer: last >= count - nearEnd };
}
