/** Notifications, as read by owners and published by the operator. */
import * as notificationsApi from '@parley/contract/notifications';
import { FixtureRefusal, getItem, pageOf, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';

/** With the time when this world's only owner has read it. */
type Kept = notificationsApi.PublishedNotification & { readAt: number | null };

export type NotificationWorld = { notifications: Kept[] };

export function someNotification(given: Partial<Kept> = {}): Kept {
  return {
    id: sampleId(11, 1),
    version: 1,
    title: { 'zh-CN': '周日凌晨维护', 'en-US': 'Maintenance on Sunday night' },
    body: {
      'zh-CN':
        '周日 02:00 至 03:00 将进行维护，期间无法使用翻译。\n\n详情请见 https://status.example.com/maintenance 。',
      'en-US':
        'Translations rest on Sunday from 02:00 to 03:00.\n\nMore at https://status.example.com/maintenance.',
    },
    level: 'info',
    publishedAt: sampleTime,
    expiresAt: null,
    ownerEmail: null,
    readers: 12,
    readAt: null,
    ...given,
  };
}

const hour = 3_600_000;

/** Three notifications: urgent, plain, and a warning that was read. */
export function busyNotifications(now = Date.now()): Kept[] {
  return [
    someNotification({
      id: sampleId(11, 2),
      level: 'urgent',
      publishedAt: now - 2 * hour,
      title: { 'zh-CN': '欧洲线路中断', 'en-US': 'The European line is down' },
      expiresAt: now + 51 * hour + 5 * 60_000,
    }),
    someNotification({ publishedAt: now - 26 * hour }),
    someNotification({
      id: sampleId(11, 3),
      level: 'warning',
      publishedAt: now - 50 * hour,
      readAt: now - hour,
      title: { 'zh-CN': '套餐价格将于下月调整', 'en-US': 'Package prices change next month' },
      expiresAt: now + 12 * 60_000,
    }),
  ];
}

/** Returns a notification as an owner sees it in English. */
function shownNotification({ id, title, body, level, publishedAt, expiresAt, readAt }: Kept) {
  const text = body['en-US'];
  return {
    id,
    level,
    publishedAt,
    expiresAt,
    readAt,
    title: title['en-US'],
    summary: text.replaceAll('\n', ' ').slice(0, 80),
    body: text,
  };
}

const unreadOf = (world: NotificationWorld) =>
  world.notifications.filter(({ readAt }) => readAt === null).length;

export function notificationRoutes(world: NotificationWorld): Route[] {
  return [...readingRoutes(world), ...publishingRoutes(world)];
}

function readingRoutes(world: NotificationWorld): Route[] {
  return [
    route(notificationsApi.notificationPage, ({ query }) => ({
      ...pageOf(
        world.notifications
          .filter(({ readAt }) => query.unreadOnly !== 'true' || readAt === null)
          .map(shownNotification),
        query,
      ),
      unread: unreadOf(world),
    })),
    route(notificationsApi.getNotification, ({ query }) => {
      const one = getItem(world.notifications, ({ id }) => id === query.id);
      one.readAt ??= sampleTime;
      return shownNotification(one);
    }),
    route(notificationsApi.markNotificationsRead, ({ body }) => {
      for (const one of world.notifications) {
        if (body.all === true || body.ids?.includes(one.id)) one.readAt ??= sampleTime;
      }
      return { unread: unreadOf(world) };
    }),
  ];
}

function publishingRoutes(world: NotificationWorld): Route[] {
  return [
    route(notificationsApi.operatorNotificationPage, ({ query }) => pageOf(world.notifications, query)),
    route(notificationsApi.publishNotification, ({ body: { requestId, ownerEmail = null, ...texts } }) => {
      const made = { ...texts, ownerEmail, version: 1, publishedAt: sampleTime, readers: 0, readAt: null };
      world.notifications.unshift({ ...made, id: requestId });
      return { ...made, id: requestId };
    }),
    route(notificationsApi.changeNotification, ({ params, body }) => {
      const one = getItem(world.notifications, ({ id }) => id === params.id);
      if (one.version !== body.version) throw new FixtureRefusal('resource.stale');
      return Object.assign(one, body, { version: one.version + 1 });
    }),
    route(notificationsApi.deleteNotification, ({ params }) => {
      const one = getItem(world.notifications, ({ id }) => id === params.id);
      world.notifications.splice(world.notifications.indexOf(one), 1);
      return null;
    }),
  ];
}
