/** Messages that can't be stored, on every path by which messages arrive: quarantined, retried and discarded. */
import { randomUUID } from 'node:crypto';
import type { InboundText } from '@parley/connectors';
import { until } from '@parley/testing';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import { systemOrigin } from '../../../base/http/origin.ts';
import { auditEntries } from '../../../schema/audit.ts';
import { quarantinedMessages } from '../../../schema/channels.ts';
import { messages } from '../../../schema/conversations.ts';
import { findAccount } from '../store.ts';
import {
  type ChannelsHarness,
  type ChannelsProcess,
  startChannelsHarness,
} from '../testing/channels-harness.ts';
import { type ChannelsWorkspace, openWorkspace } from '../testing/channels-workspace.ts';
import type { FakeBot } from '../testing/fake-platform.ts';
import { deliverWebhook } from '../webhook-routes.ts';
import { createSerialQueue } from './serial-queue.ts';
import { discard, retry } from './service.ts';
import { countEvicted, readPage } from './store.ts';

let harness: ChannelsHarness;
let server: ChannelsProcess;
let shop: ChannelsWorkspace;
let bot: FakeBot;
let id: string;
beforeAll(async () => {
  harness = await startChannelsHarness();
  const { clock } = harness;
  // Backoff is short; the 30 seconds that a message gets pass only when a test advances the clock.
  const sleep = (ms: number, signal?: AbortSignal) => systemClock.sleep(Math.min(ms, 50), signal);
  server = await harness.start({ clock: { ...clock, sleep }, soleProcess: true });
  // Fails with an error that may pass, and never does.
  await run(sql`
    create function fail_poison() returns trigger language plpgsql as $$
    begin raise exception 'no such luck' using errcode = 'XX000'; end $$`);
  await run(sql`
    create trigger poison before insert on ${messages} for each row
    when (new.original like 'poison%') execute function fail_poison()`);
  // Fails with an error that lasts.
  await run(
    sql`alter table ${messages} add constraint no_venom check (original not like ${sql.raw("'venom%'")}) not valid`,
  );
});
beforeEach(async () => {
  shop = await openWorkspace(server);
  bot = harness.platform.addBot(randomUUID());
  id = await shop.addBot(await shop.addAgent(), bot);
  await shop.stateIs(id, 'online');
});
afterAll(() => harness.close());

const run = (statement: ReturnType<typeof sql>) => harness.database.db.execute(statement);
const page = (socialAccountId = id) =>
  readPage(harness.database, shop.workspaceId, { pageNo: 1, pageSize: 20, socialAccountId });
const quarantine = async () =>
  (await page()).list.map(({ reason, truncated, attempts }) => ({ reason, truncated, attempts }));
const quarantined = () => until('the quarantine', async () => (await page()).total > 0);
const ids = async () => (await page()).list.map((item) => item.id);
const arrives = (text: string) => until(`«${text}»`, async () => (await shop.texts(id)).includes(text));
const serially = createSerialQueue();
const retryAll = async (of?: string[]) =>
  retry(
    {
      ...server.deps,
      runSerially: serially,
      findAccount: (workspaceId, account) => findAccount(harness.database, workspaceId, account),
    },
    shop.workspaceId,
    of ?? (await ids()),
    systemOrigin,
  );
const discardAll = async (of?: string[]) =>
  discard(server.deps, shop.workspaceId, of ?? (await ids()), systemOrigin);

/** Allows texts that the constraint refuses while `work` runs. */
async function withoutConstraint<T>(work: () => Promise<T>): Promise<T> {
  await run(sql`alter table ${messages} drop constraint no_venom`);
  try {
    return await work();
  } finally {
    await run(
      sql`alter table ${messages} add constraint no_venom check (original not like ${sql.raw("'venom%'")}) not valid`,
    );
  }
}

it('quarantines a message that can’t be stored with its reason, and stores the rest of its batch', async () => {
  for (const text of ['one', 'venom', 'two']) bot.write(text);
  await arrives('two');
  // It is quarantined after the rest of its batch is stored.
  await quarantined();
  expect(await quarantine()).toEqual([{ reason: 'conflict', truncated: false, attempts: 1 }]);
  const [item] = (await page()).list;
  expect(item).toMatchObject({ socialAccountId: id, payload: expect.stringContaining('venom') });
  expect(await shop.row(id)).toMatchObject({ state: 'online', stateReason: null });
  expect(await retryAll()).toEqual({ stored: 0, left: 1 });
  expect(await quarantine()).toMatchObject([{ attempts: 2 }]);
  expect(await withoutConstraint(() => retryAll())).toEqual({ stored: 1, left: 0 });
  expect(await quarantine()).toEqual([]);
  expect(await shop.texts(id)).toEqual(['one', 'two', 'venom']);
});

it('gives a message that may be stored later five attempts over 30 seconds, and tells that it is stuck', async () => {
  for (const text of ['one', 'poison', 'two']) bot.write(text);
  await arrives('two');
  await shop.stateIs(id, 'online', 'message-not-stored');
  bot.write('after');
  await arrives('after');
  expect(await quarantine()).toEqual([]);
  harness.clock.advance(30_000);
  await quarantined();
  expect(await quarantine()).toEqual([{ reason: 'not-storable', truncated: false, attempts: 1 }]);
  await shop.stateIs(id, 'online');
  expect(await shop.texts(id)).toEqual(['one', 'two', 'after']);
  expect(await retryAll()).toEqual({ stored: 0, left: 1 });
  await run(sql`alter table ${messages} disable trigger poison`);
  expect(await retryAll().finally(() => run(sql`alter table ${messages} enable trigger poison`))).toEqual({
    stored: 1,
    left: 0,
  });
  expect(await shop.texts(id)).toEqual(['one', 'two', 'after', 'poison']);
});

it('quarantines a webhook’s message after five deliveries, and answers 200 from then on', async () => {
  const deliver = async (message: InboundText) => {
    const body = Buffer.from(JSON.stringify([message]));
    const request = { method: 'POST', headers: { 'x-secret': bot.secret }, query: '', body } as const;
    return (await deliverWebhook(server.deps, id, request)).status;
  };
  const poison = bot.message('poison');
  const answers: number[] = [];
  for (let n = 0; n < 4; n += 1) {
    answers.push(await deliver(poison));
    harness.clock.advance(10_000);
  }
  expect(answers).toEqual([503, 503, 503, 503]);
  expect(await quarantine()).toEqual([]);
  expect([await deliver(poison), await deliver(bot.message('after'))]).toEqual([200, 200]);
  expect(await quarantine()).toMatchObject([{ reason: 'not-storable' }]);
  expect(await shop.texts(id)).toEqual(['after']);
});

it('keeps the longest storable text whole, and only the beginning of a longer one', async () => {
  // JSON encodes each of these characters as two.
  const longest = 'venom'.padEnd(1024 * 1024, '"');
  bot.write(longest);
  bot.write('x'.repeat(1024 * 1024 + 1));
  await until('both', async () => (await page()).total === 2);
  expect((await quarantine()).sort((a, b) => a.reason.localeCompare(b.reason))).toMatchObject([
    { reason: 'conflict', truncated: false },
    { reason: 'too-long', truncated: true },
  ]);
  expect(await retryAll()).toEqual({ stored: 0, left: 2 });
  expect(await withoutConstraint(() => retryAll())).toEqual({ stored: 1, left: 1 });
  expect((await shop.texts(id)).map((text) => text === longest)).toEqual([true]);
});

it('counts a discard only if no retry of the same message, for which it waits, has stored it', async () => {
  const { pool } = harness.database;
  for (const isStored of [true, false]) {
    const text = `venom ${isStored}`;
    bot.write(text);
    await quarantined();
    const of = await ids();
    const work = async () => {
      const blocker = await pool.connect();
      await blocker.query('begin; lock table messages in exclusive mode');
      const waiting = (statement: string) =>
        until(`${statement} to wait`, async () => {
          const { rowCount } = await pool.query(
            `select 1 from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
            [`%${statement}%`],
          );
          return rowCount === 1;
        });
      const retried = retryAll(of);
      await waiting('json_to_recordset');
      const discarded = discardAll(of);
      await waiting('quarantine');
      await blocker.query('rollback');
      blocker.release();
      return [await retried, await discarded];
    };
    const ends = isStored ? await withoutConstraint(work) : await work();
    expect(ends).toEqual(isStored ? [{ stored: 1, left: 0 }, 0] : [{ stored: 0, left: 1 }, 1]);
    expect(await quarantine()).toEqual([]);
    expect((await shop.texts(id)).includes(text)).toBe(isStored);
  }
  const entries = await harness.database.db
    .select({ details: auditEntries.details })
    .from(auditEntries)
    .where(and(eq(auditEntries.objectId, id), eq(auditEntries.action, 'quarantine.discarded')));
  expect(entries).toEqual([{ details: { count: 1 } }]);
});

it('quarantines an unreadable delivery, and discards it when the owner wants', async () => {
  const [line] = bot.lines;
  await line?.host.setAside({ id: 'd1', payload: '{' });
  expect(await quarantine()).toMatchObject([{ reason: 'unreadable' }]);
  expect(await retryAll()).toEqual({ stored: 0, left: 1 });
  expect(await discardAll()).toBe(1);
  expect(await quarantine()).toEqual([]);
});

it('evicts the oldest messages of a full quarantine, and counts them', async () => {
  const { workspaceId } = shop;
  await harness.database.db.insert(quarantinedMessages).values(
    Array.from({ length: 1_000 }, (_, n) => ({
      workspaceId,
      id: randomUUID(),
      socialAccountId: id,
      deliveryId: `old ${n}`,
      form: 'delivery',
      payload: '{}',
      reason: 'unreadable',
      receivedAt: new Date(Date.now() - (n + 1) * 1_000),
    })),
  );
  const [line] = bot.lines;
  await line?.host.setAside({ id: 'd1', payload: '{' });
  expect((await page()).total).toBe(1_000);
  for (const of of [undefined, id]) expect(await countEvicted(harness.database, workspaceId, of)).toBe(1);
});

it('neither retries nor discards messages of another workspace', async () => {
  const [line] = bot.lines;
  await line?.host.setAside({ id: 'd1', payload: '{' });
  const [own, theirs] = [shop, await ids()];
  shop = await openWorkspace(server);
  await expect(retryAll(theirs)).rejects.toThrow('resource.not-found');
  await expect(discardAll(theirs)).rejects.toThrow('resource.not-found');
  shop = own;
  expect(await quarantine()).toHaveLength(1);
});
