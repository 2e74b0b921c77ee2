/** Tests notifications over HTTP, from the operator's form to the owner's open console. */
import { randomUUID } from 'node:crypto';
import * as notificationsApi from '@parley/contract/notifications';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { connectSocket } from '../../testing/test-socket.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('a notification reaches its owner’s open console, and is read and withdrawn there', async () => {
  const [owner, operator] = [await app.registerOwner({ characters: 0 }), await app.operatorToken()];
  const { socket, heard } = await connectSocket(app.url, owner.token);
  const body = notificationsApi.notificationForm.parse({
    requestId: randomUUID(),
    title: { 'zh-CN': '系统维护', 'en-US': 'Maintenance' },
    body: { 'zh-CN': '今晚\n两点', 'en-US': 'Tonight\nat two' },
    level: 'info',
    expiresAt: null,
    ownerEmail: owner.email.toUpperCase(),
  });
  const { id, ownerEmail } = await app.call(notificationsApi.publishNotification, { body }, operator);
  expect(ownerEmail).toBe(owner.email);
  await vi.waitFor(() => expect(heard).toEqual([['notified', { unread: null }]]));

  const page = (unreadOnly: 'true' | 'false') =>
    app.call(notificationsApi.notificationPage, { query: { unreadOnly } }, owner.token);
  const unread = await page('true');
  expect(unread).toMatchObject({ list: [{ id, summary: 'Tonight at two' }], total: 1, unread: 1 });
  const opened = await app.call(notificationsApi.getNotification, { query: { id } }, owner.token);
  expect(opened).toMatchObject({ id, body: 'Tonight\nat two', readAt: expect.any(Number) });
  await vi.waitFor(() => expect(heard.at(-1)).toEqual(['notified', { unread: 0 }]));
  expect(await page('true')).toMatchObject({ list: [], total: 0, unread: 0 });
  expect(await page('false')).toMatchObject({ list: [{ id }], total: 1, unread: 0 });
  const all = { body: { all: true } } as const;
  expect(await app.call(notificationsApi.markNotificationsRead, all, owner.token)).toEqual({ unread: 0 });

  await app.call(notificationsApi.deleteNotification, { params: { id } }, operator);
  const again = { params: { id } };
  expect(await app.send(notificationsApi.deleteNotification, again, operator)).toMatchObject({ status: 404 });
  socket.disconnect();
});
