import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { AppError } from '../../base/http/app-error.ts';
import { systemOrigin } from '../../base/http/origin.ts';
import { newId, trustWorkspaceId } from '../../base/ids.ts';
import { createLog } from '../../base/log.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import { users } from '../../schema/identity.ts';
import { notificationReads, notifications } from '../../schema/notifications.ts';
import { workspaces } from '../../schema/workspaces.ts';
import { stillClock } from '../../testing/test-clock.ts';
import { type NotificationReader, type PageFilter, readAllPublished, readPage } from './queries.ts';
import {
  changeNotification,
  deleteExpiredNotifications,
  markRead,
  type NotificationsDeps,
  openNotification,
  type Publication,
  previewNotification,
  publishNotification,
  withdrawNotification,
} from './service.ts';

const clock = stillClock();
let place: TestDatabase;
let database: Database;
let deps: NotificationsDeps;
let owner: Owner;
let other: Owner;
/** The events that the consoles of a workspace, or of all, received. */
let heard: [consoles: string, event: unknown][];
beforeAll(async () => {
  place = await testDatabase();
  database = connectDatabase(place.url, createLog('silent'), 16);
  deps = { database, clock, realtime: consoles };
  [owner, other] = [await addOwner(), await addOwner()];
  const operator = { kind: 'operator', email: 'operator@example.com', passwordHash: 'hash' } as const;
  await database.db.insert(users).values({ id: newId(), ...operator });
});
beforeEach(async () => {
  await database.db.delete(notifications);
  heard = [];
});
afterAll(async () => {
  await database.close();
  await place.drop();
});

const emitsTo = (to: string): ReturnType<RealtimeServer['consoles']> => ({
  emit: (name, event) => {
    heard.push([to, { [name]: event }]);
  },
});
const consoles = { console: emitsTo, consoles: () => emitsTo('all') };

type Owner = NotificationReader & { email: string };
async function addOwner(): Promise<Owner> {
  const [workspaceId, userId] = [trustWorkspaceId(newId()), newId()];
  const email = `${userId}@example.com`;
  await database.db.insert(workspaces).values({ id: workspaceId });
  const row = { id: userId, kind: 'owner', workspaceId, email, passwordHash: 'hash' } as const;
  await database.db.insert(users).values(row);
  return { workspaceId, userId, email };
}

const form = (over: Partial<Publication> = {}): Publication => ({
  requestId: randomUUID(),
  title: { 'zh-CN': '系统维护', 'en-US': 'Maintenance' },
  body: { 'zh-CN': '今晚\n两点', 'en-US': 'Tonight\nat two' },
  level: 'info',
  expiresAt: null,
  tenantId: null,
  ...over,
});
const send = async (given: Publication) =>
  (await publishNotification(deps, given, 'en-US', systemOrigin)).notification;
/** Publishes a moment after the last one, so that the order is certain. */
function add(over: Partial<Publication> = {}) {
  clock.advance(1);
  return send(form(over));
}
const published = async () => (await readAllPublished(database, { pageNo: 1, pageSize: 200 })).list;
const withdraw = (id: string) => withdrawNotification(deps, id, systemOrigin);
const page = (
  filter: Partial<PageFilter> = {},
  reader: Owner = owner,
  language: 'en-US' | 'zh-CN' = 'en-US',
) =>
  readPage(database, reader, new Date(clock.now()), language, {
    pageNo: 1,
    pageSize: 20,
    unreadOnly: false,
    ...filter,
  });
const opening = (id: string, reader: Owner = owner) => openNotification(deps, reader, id, 'en-US');
const missing = { error: 'resource.not-found' };

describe('a notification for everybody', () => {
  it('appears in every owner’s list, newest first, each in their own language', async () => {
    const first = await add();
    const second = await add({ level: 'urgent', title: { 'zh-CN': '新', 'en-US': 'New' } });
    for (const reader of [owner, other]) {
      const { list, total, unread } = await page({}, reader);
      expect(list.map(({ id }) => id)).toEqual([second.id, first.id]);
      expect({ total, unread }).toEqual({ total: 2, unread: 2 });
    }
    const { id, publishedAt } = first;
    const shown = { id, title: 'Maintenance', beginning: 'Tonight\nat two', level: 'info', publishedAt };
    expect((await page()).list[1]).toEqual({ ...shown, expiresAt: null, readAt: null });
    const chinese = await page({}, owner, 'zh-CN');
    expect(chinese.list).toMatchObject([{ title: '新' }, { beginning: '今晚\n两点' }]);
  });

  it('appears page by page without losing count', async () => {
    for (let n = 0; n < 5; n += 1) await add();
    const pages = await Promise.all([1, 2, 3].map((pageNo) => page({ pageNo, pageSize: 2 })));
    expect(pages.map(({ list, total, unread }) => [list.length, total, unread])).toEqual([
      [2, 5, 5],
      [2, 5, 5],
      [1, 5, 5],
    ]);
    expect(new Set(pages.flatMap(({ list }) => list.map(({ id }) => id))).size).toBe(5);
  });

  it('appears for owners who register later', async () => {
    const { id } = await add();
    expect((await page({}, await addOwner())).list.map((one) => one.id)).toEqual([id]);
  });
});

describe('a notification for one owner', () => {
  it('hides from others: not listed, not counted, not opened, not marked', async () => {
    const { id } = await add({ ownerEmail: owner.email });
    expect(await page({}, other)).toEqual({ list: [], total: 0, unread: 0 });
    await expect(opening(id, other)).rejects.toMatchObject(missing);
    await expect(opening(randomUUID(), other)).rejects.toMatchObject(missing);
    await markRead(deps, other, [id]);
    await markRead(deps, other);
    expect(await published()).toMatchObject([{ notification: { id }, ownerEmail: owner.email, readers: 0 }]);
    expect((await page()).unread).toBe(1);
  });

  it.each(['nobody@example.com', 'operator@example.com'])('requires an owner: %s', async (ownerEmail) => {
    await expect(add({ ownerEmail })).rejects.toMatchObject({ error: 'identity.owner-unknown' });
    expect(await published()).toEqual([]);
  });
});

describe('reading', () => {
  it('gets recorded on opening, once, with the first time', async () => {
    const { id } = await add();
    const readAt = new Date(clock.now());
    expect(await opening(id)).toMatchObject({ id, body: 'Tonight\nat two', readAt });
    clock.advance(5_000);
    expect((await opening(id)).readAt).toEqual(readAt);
    expect(await page()).toMatchObject({ list: [{ readAt }], unread: 0 });
    expect(await page({}, other)).toMatchObject({ list: [{ readAt: null }], unread: 1 });
    expect(await published()).toMatchObject([{ readers: 1 }]);
  });

  it('records nothing when a notification is looked at in the demo', async () => {
    const { id } = await add();
    expect(await previewNotification(deps, owner, id, 'en-US')).toMatchObject({ id, readAt: null });
    expect((await page()).unread).toBe(1);
  });

  it('counts concurrent reads from many tabs as one', async () => {
    const { id } = await add();
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? opening(id) : markRead(deps, owner, [id]))),
    );
    expect(await published()).toMatchObject([{ readers: 1 }]);
    expect((await page()).unread).toBe(0);
  });

  it('marks only the given ids as read, and nothing for an unknown id', async () => {
    const [one, two, three] = [await add(), await add(), await add()];
    expect(await markRead(deps, owner, [one.id, randomUUID(), three.id, one.id])).toBe(1);
    const { list, total, unread } = await page({ unreadOnly: true });
    expect({ ids: list.map(({ id }) => id), total, unread }).toEqual({ ids: [two.id], total: 1, unread: 1 });
    expect(await page()).toMatchObject({ total: 3, unread: 1 });
  });

  it('marks all as read, while later ones are unread again', async () => {
    await add();
    await add();
    expect(await markRead(deps, owner)).toBe(0);
    await add();
    expect(await page()).toMatchObject({ total: 3, unread: 1 });
  });

  it('returns or misses a notification that is being withdrawn, and never fails', async () => {
    for (let n = 0; n < 10; n += 1) {
      const { id } = await add();
      const [read] = await Promise.allSettled([opening(id), withdraw(id)]);
      if (read.status === 'rejected') expect(read.reason).toMatchObject(missing);
    }
  });
});

describe('an end', () => {
  it('removes it from lists, counts and access, for owners only', async () => {
    const expiresAt = clock.now() + 60_000;
    const { id } = await add({ expiresAt });
    expect(await page()).toMatchObject({ list: [{ id, expiresAt: new Date(expiresAt) }], unread: 1 });
    clock.advance(60_001);
    expect(await page()).toEqual({ list: [], total: 0, unread: 0 });
    await expect(opening(id)).rejects.toMatchObject(missing);
    expect(await markRead(deps, owner)).toBe(0);
    expect(await published()).toMatchObject([{ notification: { id }, readers: 0 }]);
  });

  it('refuses an end in the past, naming the field', async () => {
    await expect(send(form({ expiresAt: clock.now() - 1 }))).rejects.toMatchObject({
      error: 'request.invalid',
      fields: { expiresAt: 'This must be later than now' },
    });
    expect(await published()).toEqual([]);
  });

  it('deletes a notification with its reads thirty days after its end, and keeps one without an end', async () => {
    const day = 24 * 3_600_000;
    const kept = await add();
    const ending = await add({ expiresAt: clock.now() + 60_000 });
    await opening(ending.id);
    const later = (ms: number) => ({ ...deps, clock: { ...clock, now: () => clock.now() + ms } });
    await deleteExpiredNotifications(later(29 * day));
    expect(await published()).toHaveLength(2);
    await deleteExpiredNotifications(later(31 * day));
    expect((await published()).map(({ notification }) => notification.id)).toEqual([kept.id]);
    expect(await database.db.$count(notificationReads)).toBe(0);
  });
});

describe('the operator', () => {
  const next = (over: { version: number; expiresAt?: number | null; level?: 'info' | 'warning' }) => {
    const { title, body } = form();
    return { title, body, level: 'info' as const, expiresAt: null, ...over };
  };
  const changing = (id: string, over: Parameters<typeof next>[0]) =>
    changeNotification(deps, id, next(over), systemOrigin);

  it('publishes once, however often the same request is sent', async () => {
    const given = form();
    await Promise.all([send(given), send(given), send(given)]);
    expect(await published()).toHaveLength(1);
  });

  it.each<[string, () => Partial<Publication>]>([
    ['another title', () => ({ title: { 'zh-CN': '系统维护', 'en-US': 'Other' } })],
    ['another body', () => ({ body: { 'zh-CN': '今晚', 'en-US': 'Tonight\nat two' } })],
    ['another level', () => ({ level: 'urgent' })],
    ['another end', () => ({ expiresAt: Date.UTC(2100, 0) })],
    ['one owner instead of everybody', () => ({ ownerEmail: owner.email })],
  ])('gets refused for %s under a request id that was used', async (_, over) => {
    const given = form();
    await send(given);
    const again = send({ ...given, ...over() });
    await expect(again).rejects.toMatchObject({ error: 'notification.request-id-taken' });
    const { title, body } = given;
    expect(await published()).toMatchObject([{ notification: { title, body, level: 'info', version: 1 } }]);
  });

  it('gets the answer again after the notification was changed, and none after it was withdrawn', async () => {
    const given = form();
    const { id, version } = await send(given);
    await changing(id, { version, level: 'warning' });
    expect(await send(given)).toMatchObject({ level: 'warning', version: 2 });
    await withdraw(id);
    await expect(send(given)).rejects.toMatchObject(missing);
    expect(await published()).toEqual([]);
  });

  it('changes it, and its reads are kept', async () => {
    const { id, version } = await add();
    await opening(id);
    const over = { version, level: 'warning', expiresAt: clock.now() + 60_000 } as const;
    const changed = await changing(id, over);
    expect(changed).toMatchObject({ notification: { level: 'warning', version: version + 1 }, readers: 1 });
    expect((await page()).list).toMatchObject([{ level: 'warning', readAt: expect.any(Date) }]);
    await expect(changing(id, over)).rejects.toMatchObject({ error: 'resource.stale' });
    await expect(changing(randomUUID(), over)).rejects.toMatchObject(missing);
  });

  it('ends it at once by setting an end in the past', async () => {
    const { id, version } = await add();
    await changing(id, { version, expiresAt: clock.now() - 1 });
    expect(await page()).toMatchObject({ list: [], unread: 0 });
  });

  it('withdraws it once', async () => {
    const { id } = await add();
    await opening(id);
    await withdraw(id);
    expect(await page()).toMatchObject({ list: [], unread: 0 });
    await expect(withdraw(id)).rejects.toBeInstanceOf(AppError);
  });
});

describe('open consoles', () => {
  it('asks only consoles of the owner to count again when one is published, changed or withdrawn', async () => {
    const { id, version } = await add({ ownerEmail: owner.email });
    await changeNotification(deps, id, { ...form(), version }, systemOrigin);
    await withdraw(id);
    const ask = { notified: { unread: null } };
    expect(heard).toEqual(Array(3).fill([owner.workspaceId, ask]));
    await add();
    expect(heard.at(-1)).toEqual(['all', ask]);
  });

  it('shows the number of unread ones once another tab has read one, and not again', async () => {
    await add();
    const { id } = await add();
    heard = [];
    await opening(id);
    await opening(id);
    await markRead(deps, owner);
    expect(heard).toEqual([1, 0].map((unread) => [owner.workspaceId, { notified: { unread } }]));
  });
});
