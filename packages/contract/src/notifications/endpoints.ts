import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import type { InterfaceLanguage } from '../envelope.ts';
import { emailAddress } from '../identity/endpoints.ts';
import { codePoints, id, nameText, page, pageQuery, time } from '../values.ts';

/** Prominence in the console: `urgent` is for what interrupts people's work today. */
export const notificationLevel = z.enum(['info', 'warning', 'urgent']);
export type NotificationLevel = z.output<typeof notificationLevel>;

/** Maximum length of a notification's body, in code points. */
const bodyLimit = 10_000;

const notificationItem = z.object({
  id,
  title: z.string(),
  /** The beginning of the body, on one line. */
  summary: z.string(),
  level: notificationLevel,
  publishedAt: time,
  /** The time from which it is no longer listed; null: it stays. */
  expiresAt: time.nullable(),
  readAt: time.nullable(),
});
export type NotificationItem = z.output<typeof notificationItem>;

const notificationDetail = notificationItem.extend({
  /** Plain text with line breaks; the client makes its links clickable. */
  body: z.string(),
});

const unread = z.int();

export const notificationPage = endpoint({
  method: 'GET',
  path: '/api/system/inform/page',
  audience: ['console'],
  summary: 'The operator’s notifications in the caller’s language, newest first, without expired ones.',
  query: z.strictObject({ ...pageQuery, unreadOnly: z.enum(['true', 'false']).optional() }),
  answer: page(notificationItem).extend({ unread }),
});

export const getNotification = endpoint({
  method: 'GET',
  path: '/api/system/inform/get',
  audience: ['console'],
  summary: 'One notification with its body. It then counts as read, except in demo mode.',
  query: z.strictObject({ id }),
  answer: notificationDetail,
  errors: ['resource.not-found'],
});

export const markNotificationsRead = endpoint({
  method: 'POST',
  path: '/api/system/inform/read',
  audience: ['console'],
  summary: 'Marks some or all notifications as read. Unknown ids have no effect.',
  body: z
    .strictObject({ ids: z.array(id).min(1).max(200).optional(), all: z.literal(true).optional() })
    .refine((marks) => (marks.ids === undefined) !== (marks.all === undefined), { path: ['ids'] }),
  answer: z.object({ unread }),
  audit: { none: 'A reading position.' },
});

// The operator's endpoints.

/** A multi-line text: line breaks and tabs are allowed, other control characters are not. */
const bodyText = z
  .string()
  .trim()
  .min(1)
  .refine((text) => codePoints(text) <= bodyLimit, {
    params: { rule: 'too-long', max: bodyLimit },
  })
  .refine((text) => !/[\p{Cs}\u202A-\u202E\u2066-\u2069]|(?![\n\r\t])\p{Cc}/u.test(text), {
    params: { rule: 'unprintable' },
  });

const inEachLanguage = <Text extends z.ZodType>(text: Text) => {
  const languages: Record<InterfaceLanguage, Text> = { 'zh-CN': text, 'en-US': text };
  return z.strictObject(languages);
};

const notificationTexts = {
  title: inEachLanguage(nameText(100)),
  body: inEachLanguage(bodyText),
  level: notificationLevel,
  expiresAt: time.min(0).max(8_640_000_000_000_000).nullable(),
};

/**
 * Idempotent by `requestId`: repeating the same content publishes nothing more; different content is refused. Without
 * `ownerEmail` all owners receive it.
 */
export const notificationForm = z.strictObject({
  requestId: id,
  ...notificationTexts,
  ownerEmail: emailAddress.nullable().optional(),
});

const notificationChange = z.strictObject({ version: z.int32().min(1), ...notificationTexts });

const publishedNotification = z.object({
  id,
  version: z.int32(),
  title: inEachLanguage(z.string()),
  body: inEachLanguage(z.string()),
  level: notificationLevel,
  publishedAt: time,
  expiresAt: time.nullable(),
  /** The only recipient; null: all owners. */
  ownerEmail: z.string().nullable(),
  /** The number of owners who have read it. */
  readers: z.int(),
});
export type PublishedNotification = z.output<typeof publishedNotification>;

export const operatorNotificationPage = endpoint({
  method: 'GET',
  path: '/api/operator/inform/page',
  audience: ['operator'],
  summary: 'All notifications, including expired ones, newest first.',
  query: z.strictObject(pageQuery),
  answer: page(publishedNotification),
});

export const publishNotification = endpoint({
  method: 'POST',
  path: '/api/operator/inform',
  audience: ['operator'],
  summary:
    'Publishes a notification to all owners, or to the owner with this address (404 if there is none).',
  body: notificationForm,
  answer: publishedNotification,
  errors: ['identity.owner-unknown', 'notification.request-id-taken'],
  audit: 'notification.published',
});

export const changeNotification = endpoint({
  method: 'PUT',
  path: '/api/operator/inform/:id',
  audience: ['operator'],
  summary:
    'Changes a published notification. It stays read for those who have read it; an end in the past hides it.',
  params: z.strictObject({ id }),
  body: notificationChange,
  answer: publishedNotification,
  errors: ['resource.not-found', 'resource.stale'],
  audit: 'notification.changed',
});

export const deleteNotification = endpoint({
  method: 'DELETE',
  path: '/api/operator/inform/:id',
  audience: ['operator'],
  summary: 'Deletes a notification, with its read receipts.',
  params: z.strictObject({ id }),
  answer: z.null(),
  errors: ['resource.not-found'],
  audit: 'notification.deleted',
});
