import type { NotificationItem, PublishedNotification } from '@parley/contract/notifications';
import type { Item, Published } from './queries.ts';

/** Longest summary, in code points. */
const summaryLength = 120;

export function presentItem(row: Item): NotificationItem {
  return {
    id: row.id,
    title: row.title,
    summary: summaryOf(row.beginning),
    level: row.level,
    publishedAt: row.publishedAt.getTime(),
    expiresAt: row.expiresAt?.getTime() ?? null,
    readAt: row.readAt?.getTime() ?? null,
  };
}

/** Returns a summary in one line; an ellipsis marks a truncated text. */
export function summaryOf(text: string): string {
  const points = [...text.replace(/\s+/g, ' ').trim()];
  if (points.length <= summaryLength) return points.join('');
  return `${points
    .slice(0, summaryLength - 1)
    .join('')
    .trimEnd()}…`;
}

export function presentPublished({ notification, ownerEmail, readers }: Published): PublishedNotification {
  const { id, version, title, body, level, publishedAt, expiresAt } = notification;
  return {
    id,
    version,
    title,
    body,
    level,
    publishedAt: publishedAt.getTime(),
    expiresAt: expiresAt?.getTime() ?? null,
    ownerEmail,
    readers,
  };
}
