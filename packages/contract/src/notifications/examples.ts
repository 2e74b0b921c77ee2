import { type ExamplesOf, exampleId, exampleTime } from '../example.ts';
import { ownerEmail } from '../identity/examples.ts';
import type { NotificationItem, PublishedNotification } from './endpoints.ts';
import type * as endpoints from './index.ts';

export const notificationId = exampleId('notification');

const texts = {
  title: { 'zh-CN': '今晚维护', 'en-US': 'Maintenance tonight' },
  body: {
    'zh-CN': '今晚 23:00 至 23:30 暂停服务。',
    'en-US': 'Parley is not available tonight from 23:00 to 23:30.',
  },
  level: 'warning',
  expiresAt: null,
} satisfies Partial<PublishedNotification>;

const item: NotificationItem = {
  id: notificationId,
  title: texts.title['en-US'],
  summary: texts.body['en-US'],
  level: 'warning',
  publishedAt: exampleTime(-200),
  expiresAt: null,
  readAt: null,
};

const published: PublishedNotification = {
  id: notificationId,
  version: 1,
  ...texts,
  publishedAt: exampleTime(-200),
  ownerEmail: null,
  readers: 4,
};

export const examples: ExamplesOf<typeof endpoints> = {
  notificationPage: {
    query: { pageNo: 1, pageSize: 20, unreadOnly: 'true' },
    answer: { list: [item], total: 1, unread: 1 },
  },
  getNotification: {
    query: { id: notificationId },
    answer: { ...item, readAt: exampleTime(), body: texts.body['en-US'] },
  },
  markNotificationsRead: { body: { ids: [notificationId] }, answer: { unread: 0 } },
  operatorNotificationPage: {
    query: { pageNo: 1, pageSize: 20 },
    answer: { list: [published], total: 1 },
  },
  publishNotification: {
    body: { requestId: exampleId('publication'), ...texts, ownerEmail },
    answer: { ...published, ownerEmail, readers: 0 },
  },
  changeNotification: {
    params: { id: notificationId },
    body: { version: 1, ...texts },
    answer: { ...published, version: 2 },
  },
  deleteNotification: { params: { id: notificationId }, answer: null },
};
