import { randomUUID } from 'node:crypto';
import * as notificationsApi from '@parley/contract/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { testClock } from '../../testing/test-clock.ts';
import type { TestOwner } from '../../testing/test-people.ts';
import { connectSocket } from '../../testing/test-socket.ts';
import { forgetExpired } from './service.ts';

type Form = Parameters<typeof notificationsApi.notificationForm.parse>[0] & Record<string, unknown>;

/** The fields that a repeated request changes. */
type Changed = Record<string, unknown> & { ownerEmail?: () => string };

const clock = testClock();
let app: TestApp;
let operator: string;
let owner: TestOwner;
let other: TestOwner;
beforeAll(async () => {
  app = await startTestApp({ clock });
  operator = await app.operatorToken();
  [owner, other] = await Promise.all([
    app.registerOwner({ characters: 0 }),
    app.registerOwner({ characters: 0 }),
  ]);
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const { id } of await published()) await takeBack(id);
});

const form = (over: Record<string, unknown> = {}): Form => ({
  requestId: randomUUID(),
  title: { 'zh-CN': '系统维护', 'en-US': 'Maintenance' },
  body: { 'zh-CN': '今晚\n两点', 'en-US': 'Tonight\nat two' },
  level: 'info',
  expiresAt: null,
  ...over,
});
const send = (body: unknown, headers: Record<string, string> = {}) =>
  app.send(notificationsApi.publishNotification, { body }, operator, headers);
async function publish(over: Record<string, unknown> = {}): Promise<notificationsApi.PublishedNotification> {
  return app.call(
    notificationsApi.publishNotification,
    { body: notificationsApi.notificationForm.parse(form(over)) },
    operator,
  );
}
const published = async () =>
  (await app.call(notificationsApi.operatorNotificationPage, { query: { pageSize: 200 } }, operator)).list;
const takeBack = (id: string) => app.call(notificationsApi.deleteNotification, { params: { id } }, operator);
const page = (query: Record<string, unknown> = {}, token = owner.token) =>
  app.call(notificationsApi.notificationPage, { query }, token);
const open = (id: string, token = owner.token) =>
  app.call(notificationsApi.getNotification, { query: { id } }, token);
const read = (body: { ids?: string[]; all?: true }, token = owner.token) =>
  app.call(notificationsApi.markNotificationsRead, { body }, token);
const missing = { status: 404, error: 'resource.not-found' };

describe('a notification for everybody', () => {
  it('a notification for everybody is in every owner’s list, newest first, each in their own language', async () => {
    const first = await publish();
    const second = await publish({ level: 'urgent', title: { 'zh-CN': '新', 'en-US': 'New' } });
    for (const { token } of [owner, other]) {
      const { list, total, unread } = await page({}, token);
      expect({ ids: list.map(({ id }) => id), total, unread }).toEqual({
        ids: [second.id, first.id],
        total: 2,
        unread: 2,
      });
    }
    expect((await page()).list[1]).toEqual({
      id: first.id,
      title: 'Maintenance',
      summary: 'Tonight at two',
      level: 'info',
      publishedAt: first.publishedAt,
      expiresAt: null,
      readAt: null,
    });
    const chinese = await app.send(notificationsApi.notificationPage, {}, owner.token, {
      systemLanguageCode: 'zh-CN',
    });
    expect(chinese.body.data).toMatchObject({ list: [{ title: '新' }, { summary: '今晚 两点' }] });
  });

  it('pages without losing count', async () => {
    for (let n = 0; n < 5; n += 1) await publish();
    const pages = await Promise.all([1, 2, 3].map((pageNo) => page({ pageNo, pageSize: 2 })));
    expect(pages.map(({ list, total, unread }) => [list.length, total, unread])).toEqual([
      [2, 5, 5],
      [2, 5, 5],
      [1, 5, 5],
    ]);
    expect(new Set(pages.flatMap(({ list }) => list.map(({ id }) => id))).size).toBe(5);
  });

  it('a notification for everybody is shown to owners who register later', async () => {
    const { id } = await publish();
    const late = await app.registerOwner({ characters: 0 });
    expect((await page({}, late.token)).list.map((one) => one.id)).toEqual([id]);
  });
});

describe('a notification for one owner', () => {
  it('a notification for one owner is hidden from others: not listed, not counted, not opened, not marked', async () => {
    const { id, ownerEmail } = await publish({ ownerEmail: owner.email.toUpperCase() });
    expect(ownerEmail).toBe(owner.email);
    expect(await page({}, other.token)).toMatchObject({ list: [], total: 0, unread: 0 });
    await expect(open(id, other.token)).rejects.toMatchObject(missing);
    await expect(open(randomUUID(), other.token)).rejects.toMatchObject(missing);
    await read({ ids: [id] }, other.token);
    await read({ all: true }, other.token);
    expect(await published()).toMatchObject([{ id, readers: 0 }]);
    expect((await page()).unread).toBe(1);
  });

  it('a notification for one owner is refused for an address that no owner has', async () => {
    const unknown = { status: 404, error: 'identity.owner-unknown' };
    for (const ownerEmail of ['nobody@example.com', 'operator@example.com'])
      await expect(publish({ ownerEmail })).rejects.toMatchObject(unknown);
    expect(await published()).toEqual([]);
  });
});

describe('reading', () => {
  it('gets recorded on opening, once, with the first time', async () => {
    const { id } = await publish();
    const opened = await open(id);
    expect(opened).toMatchObject({
      id,
      body: 'Tonight\nat two',
      readAt: expect.any(Number),
    });
    clock.advance(5_000);
    expect((await open(id)).readAt).toBe(opened.readAt);
    expect(await page()).toMatchObject({ list: [{ readAt: opened.readAt }], unread: 0 });
    expect(await page({}, other.token)).toMatchObject({ list: [{ readAt: null }], unread: 1 });
    expect(await published()).toMatchObject([{ readers: 1 }]);
  });

  it('counts concurrent reads from many tabs as one', async () => {
    const { id } = await publish();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? open(id) : read({ ids: [id] }))),
    );
    expect(answers).toHaveLength(10);
    expect(await published()).toMatchObject([{ readers: 1 }]);
    expect((await page()).unread).toBe(0);
  });

  it('marks only the given ids as read, and nothing for an unknown id', async () => {
    const [one, two, three] = [await publish(), await publish(), await publish()];
    expect(await read({ ids: [one.id, randomUUID(), three.id, one.id] })).toEqual({ unread: 1 });
    const { list, total, unread } = await page({ unreadOnly: 'true' });
    expect({ ids: list.map(({ id }) => id), total, unread }).toEqual({ ids: [two.id], total: 1, unread: 1 });
    expect(await page({ unreadOnly: 'false' })).toMatchObject({ total: 3, unread: 1 });
  });

  it('marks all as read, while later ones are unread again', async () => {
    await publish();
    await publish();
    expect(await read({ all: true })).toEqual({ unread: 0 });
    await publish();
    expect(await page()).toMatchObject({ total: 3, unread: 1 });
  });

  it.each([
    ['nothing named', {}],
    ['both ways at once', { ids: [randomUUID()], all: true }],
    ['no ids', { ids: [] }],
    ['too many ids', { ids: Array.from({ length: 201 }, () => randomUUID()) }],
    ['something that is no id', { ids: ['x'] }],
    ['all, but not', { all: false }],
  ])('refuses to mark as read with %s', async (_, body) => {
    const answer = await app.send(notificationsApi.markNotificationsRead, { body }, owner.token);
    expect(answer).toMatchObject({ status: 400, body: { data: { error: 'request.invalid' } } });
  });

  it('returns or misses a notification that is being withdrawn, and never fails', async () => {
    for (let n = 0; n < 10; n += 1) {
      const { id } = await publish();
      const [answer] = await Promise.all([
        app.send(notificationsApi.getNotification, { query: { id } }, owner.token),
        takeBack(id),
      ]);
      expect([200, 404]).toContain(answer.status);
    }
  });
});

describe('an end', () => {
  it('removes it from lists, counts and access, for owners only', async () => {
    const { id } = await publish({ expiresAt: clock.now() + 60_000 });
    expect(await page()).toMatchObject({ list: [{ id, expiresAt: expect.any(Number) }], unread: 1 });
    clock.advance(60_001);
    expect(await page()).toMatchObject({ list: [], total: 0, unread: 0 });
    await expect(open(id)).rejects.toMatchObject(missing);
    expect(await read({ all: true })).toEqual({ unread: 0 });
    expect(await published()).toMatchObject([{ id, readers: 0 }]);
  });

  it('refuses an end in the past, naming the field', async () => {
    const answer = await send(form({ expiresAt: clock.now() - 1 }));
    expect(answer).toMatchObject({
      status: 400,
      body: { data: { error: 'request.invalid', fields: { expiresAt: 'This must be later than now' } } },
    });
    expect(await published()).toEqual([]);
  });

  it('deletes a notification with its reads thirty days after its end, and keeps one without an end', async () => {
    const day = 24 * 3_600_000;
    const kept = await publish();
    const ending = await publish({ expiresAt: clock.now() + 60_000 });
    await open(ending.id);
    const { services } = app.app;
    const later = (ms: number) => ({ ...services, clock: { ...clock, now: () => clock.now() + ms } });
    await forgetExpired(later(29 * day));
    expect(await published()).toHaveLength(2);
    await forgetExpired(later(31 * day));
    expect((await published()).map(({ id }) => id)).toEqual([kept.id]);
    const { rows } = await services.database.pool.query('select 1 from notification_reads');
    expect(rows).toEqual([]);
  });
});

describe('the operator', () => {
  it('publishes once, however often the same request is sent', async () => {
    const body = form();
    const answers = await Promise.all([send(body), send(body), send(body)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await published()).toHaveLength(1);
  });

  it.each([
    ['another title', { title: { 'zh-CN': '系统维护', 'en-US': 'Other' } }],
    ['another body', { body: { 'zh-CN': '今晚', 'en-US': 'Tonight\nat two' } }],
    ['another level', { level: 'urgent' }],
    ['another end', { expiresAt: Date.UTC(2100, 0) }],
    ['one owner instead of everybody', { ownerEmail: () => owner.email }],
  ])(
    'refuses the operator %s under a request id that was used',
    async (_, { ownerEmail, ...other }: Changed) => {
      const body = form();
      expect(await send(body)).toMatchObject({ status: 200 });
      expect(
        await send({ ...body, ...other, ...(ownerEmail && { ownerEmail: ownerEmail() }) }),
      ).toMatchObject({
        status: 409,
        body: { data: { error: 'notification.request-id-taken' } },
      });
      const [notification] = await published();
      expect(notification).toMatchObject({ title: body.title, body: body.body, level: 'info', version: 1 });
    },
  );

  it('gets the answer again after the notification was changed, and 404 after it was withdrawn', async () => {
    const body = form();
    const { id, version, ...first } = await publish(body);
    const next = {
      version,
      title: first.title,
      body: first.body,
      level: 'warning',
      expiresAt: null,
    } as const;
    await app.call(notificationsApi.changeNotification, { params: { id }, body: next }, operator);
    expect(await send(body)).toMatchObject({ status: 200, body: { data: { level: 'warning', version: 2 } } });
    await takeBack(id);
    expect(await send(body)).toMatchObject({ status: 404, body: { data: { error: 'resource.not-found' } } });
    expect(await published()).toEqual([]);
  });

  it('changes it, and its reads are kept', async () => {
    const { id, version, title, body } = await publish();
    await open(id);
    const next = { version, title, body, level: 'warning', expiresAt: clock.now() + 60_000 } as const;
    const changed = await app.call(
      notificationsApi.changeNotification,
      { params: { id }, body: next },
      operator,
    );
    expect(changed).toMatchObject({ level: 'warning', version: version + 1, readers: 1 });
    expect((await page()).list).toMatchObject([{ level: 'warning', readAt: expect.any(Number) }]);
    const stale = app.call(notificationsApi.changeNotification, { params: { id }, body: next }, operator);
    await expect(stale).rejects.toMatchObject({ status: 409, error: 'resource.stale' });
    const absent = app.call(
      notificationsApi.changeNotification,
      { params: { id: randomUUID() }, body: next },
      operator,
    );
    await expect(absent).rejects.toMatchObject(missing);
  });

  it('ends it at once by setting an end in the past', async () => {
    const { id, version, title, body } = await publish();
    const next = { version, title, body, level: 'info', expiresAt: clock.now() - 1 } as const;
    await app.call(notificationsApi.changeNotification, { params: { id }, body: next }, operator);
    expect(await page()).toMatchObject({ list: [], unread: 0 });
  });

  it('withdraws it once', async () => {
    const { id } = await publish();
    await open(id);
    await takeBack(id);
    expect(await page()).toMatchObject({ list: [], unread: 0 });
    await expect(takeBack(id)).rejects.toMatchObject(missing);
  });

  it.each([
    ['one language only', { title: { 'en-US': 'x' } }, 'title.zh-CN'],
    ['an empty body', { body: { 'zh-CN': ' \n ', 'en-US': 'x' } }, 'body.zh-CN'],
    ['a long title', { title: { 'zh-CN': '长'.repeat(101), 'en-US': 'x' } }, 'title.zh-CN'],
    ['a long body', { body: { 'zh-CN': 'x', 'en-US': 'x'.repeat(10_001) } }, 'body.en-US'],
    ['characters that turn the text around', { body: { 'zh-CN': 'x', 'en-US': 'a\u202eb' } }, 'body.en-US'],
    ['a bell', { body: { 'zh-CN': 'x', 'en-US': 'a\u0007b' } }, 'body.en-US'],
    ['an unknown level', { level: 'loud' }, 'level'],
    ['an end that is no time', { expiresAt: 'tomorrow' }, 'expiresAt'],
    ['an end beyond all calendars', { expiresAt: Number.MAX_SAFE_INTEGER }, 'expiresAt'],
    ['an address that is none', { ownerEmail: 'x' }, 'ownerEmail'],
  ])('refuses the operator a notification with %s', async (_, over, field) => {
    const answer = await send(form(over));
    expect(answer).toMatchObject({ status: 400, body: { data: { error: 'request.invalid' } } });
    expect(Object.keys(Object(answer.body.data).fields)).toEqual([field]);
  });
});

describe('open consoles', () => {
  it('notifies only its readers’ open consoles when one is published, changed or withdrawn', async () => {
    const [mine, theirs] = await Promise.all([
      connectSocket(app.url, owner.token),
      connectSocket(app.url, other.token),
    ]);
    const { id } = await publish({ ownerEmail: owner.email });
    await takeBack(id);
    await publish();
    const ask = ['notified', { unread: null }];
    await vi.waitFor(() => expect(mine.heard).toEqual([ask, ask, ask]));
    await vi.waitFor(() => expect(theirs.heard).toEqual([ask]));
    for (const { socket } of [mine, theirs]) socket.disconnect();
  });

  it('receives the number of unread ones once another tab has read one, and not again', async () => {
    await publish();
    const { id } = await publish();
    const tab = await connectSocket(app.url, owner.token);
    await open(id);
    await open(id);
    await read({ all: true });
    const told = [1, 0].map((unread) => ['notified', { unread }]);
    await vi.waitFor(() => expect(tab.heard).toEqual(told));
    tab.socket.disconnect();
  });
});
