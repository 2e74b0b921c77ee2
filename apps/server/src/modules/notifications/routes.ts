import * as notificationsApi from '@parley/contract/notifications';
import type { Mount } from '../../base/http/mount.ts';
import { presentItem, presentPublished } from './presenter.ts';
import { readAllPublished, readPage } from './queries.ts';
import {
  changeNotification,
  markRead,
  type NotificationsDeps,
  openNotification,
  previewNotification,
  publishNotification,
  withdrawNotification,
} from './service.ts';

export function registerRoutes(mount: Mount, deps: NotificationsDeps & { demoMode: boolean }): void {
  const { database, clock, demoMode } = deps;

  mount(notificationsApi.notificationPage, async ({ caller, query, language }) => {
    const filter = { ...query, unreadOnly: query.unreadOnly === 'true' };
    const page = await readPage(database, caller, new Date(clock.now()), language, filter);
    return { ...page, list: page.list.map(presentItem) };
  });

  mount(notificationsApi.getNotification, async ({ caller, query, language }) => {
    const opened = await (demoMode ? previewNotification : openNotification)(
      deps,
      caller,
      query.id,
      language,
    );
    return { ...presentItem(opened), body: opened.body };
  });

  mount(notificationsApi.markNotificationsRead, async ({ caller, body }) => ({
    unread: await markRead(deps, caller, body.ids),
  }));

  mount(notificationsApi.operatorNotificationPage, async ({ query }) => {
    const { list, total } = await readAllPublished(database, query);
    return { list: list.map(presentPublished), total };
  });

  mount(notificationsApi.publishNotification, async ({ body, language, tenantId, origin }) =>
    presentPublished(await publishNotification(deps, { ...body, tenantId }, language, origin)),
  );

  mount(notificationsApi.changeNotification, async ({ params, body, origin }) =>
    presentPublished(await changeNotification(deps, params.id, body, origin)),
  );

  mount(notificationsApi.deleteNotification, async ({ params, origin }) => {
    await withdrawNotification(deps, params.id, origin);
    return null;
  });
}
