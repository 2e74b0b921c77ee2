import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Tx, transaction } from '../../../base/db/database.ts';
import { countComparedRows } from '../../../base/db/testing/count-compared-rows.ts';
import { newId } from '../../../base/ids.ts';
import { findMiscounts, mergeFans } from '../../fans/index.ts';
import { readDayAccounts, readDays } from '../history/queries.ts';
import { readAccounts } from '../queries.ts';
import { closeWorkOrder, reopenWorkOrder, updateWorkOrder } from '../service.ts';
import { workOrdersHarness } from '../testing/work-orders-harness.ts';
import { closeDueDays } from './loop.ts';
import { closeDueDay, closeOverdueDays } from './service.ts';

const harness = workOrdersHarness();
const hour = 3_600_000;
/** 12:00 in Shanghai. */
const noon = Date.UTC(2026, 4, 3, 4);
const midnight = noon + 12 * hour;

const closeDue = (now: number) =>
  closeDueDays({
    database: harness.database,
    log: harness.log,
    clock: { now: () => now, sleep: async () => undefined },
  });
const days = async (id: string) =>
  (await readDays(harness.database, harness.workspaceId, id, { pageSize: 200 })).list;
const typesOfFans = async () => {
  const { rows } = await harness.database.db.execute<{ type: string }>(sql`
    select type from account_fans where workspace_id = ${harness.workspaceId} order by grown_at`);
  return rows.map(({ type }) => type);
};

it('closes overdue days before they are read, as the present day is already the next', async () => {
  const id = await harness.open(noon);
  await harness.meet('u1', noon + 1);
  const { database, workspaceId } = harness;
  const closedAt = async (now: number) => {
    await closeOverdueDays(database, { workspaceId, id }, now);
    return (await days(id)).map(({ day, newFans }) => [day, newFans]);
  };
  expect(await closedAt(midnight - 1)).toEqual([]);
  expect(await closedAt(midnight + 24 * hour)).toEqual([
    ['2026-05-04', 0],
    ['2026-05-03', 1],
  ]);
});

describe('a reset', () => {
  it('stores the day, turns its fans into base fans, and restarts from zero', async () => {
    const id = await harness.open(noon);
    await harness.meet('u1', noon + 1);
    await harness.meet('u2', noon + 2, { account: harness.accounts.two });
    await harness.meet('u1', noon + 3, { account: harness.accounts.two });
    await harness.meet('u3', noon + 4, { history: true });
    expect(await harness.one(id, noon + 5)).toMatchObject({
      day: '2026-05-03',
      startsAt: noon,
      endsAt: midnight,
      newFans: 2,
      repeatFans: 1,
      baseFans: 1,
      dayNew: 2,
      dayRepeat: 1,
    });
    expect(await typesOfFans()).toEqual(['new', 'new', 'repeat', 'base']);
    await closeDue(midnight);
    expect(await days(id)).toMatchObject([
      {
        day: '2026-05-03',
        startsAt: new Date(noon),
        endsAt: new Date(midnight),
        newFans: 2,
        repeatFans: 1,
        baseFans: 1,
        accounts: 2,
        signature: null,
        dailyGoal: 10,
        timeZone: 'Asia/Shanghai',
      },
    ]);
    expect(await harness.one(id, midnight)).toMatchObject({
      day: '2026-05-04',
      startsAt: midnight,
      endsAt: midnight + 24 * hour,
      newFans: 2,
      repeatFans: 1,
      baseFans: 4,
      dayNew: 0,
      dayRepeat: 0,
    });
    expect(await typesOfFans()).toEqual(['base', 'base', 'base', 'base']);
    const accounts = await readDayAccounts(harness.database, harness.workspaceId, id, '2026-05-03');
    expect(accounts).toMatchObject([
      { name: 'one', newFans: 1, repeatFans: 0, baseFans: 1 },
      { name: 'two', newFans: 1, repeatFans: 1, baseFans: 0 },
    ]);
    expect(await findMiscounts(harness.database)).toEqual([]);
  });

  it('shows the present day before it has run', async () => {
    const id = await harness.open(noon);
    await harness.meet('u1', noon + 1);
    await harness.meet('u2', midnight + 1);
    const before = await harness.one(id, midnight + 2);
    expect(before).toMatchObject({
      day: '2026-05-04',
      startsAt: midnight,
      newFans: 2,
      baseFans: 1,
      dayNew: 1,
    });
    await closeDue(midnight + 3);
    expect(await harness.one(id, midnight + 4)).toEqual(before);
  });

  it('closes all missed days in sequence, including those without a fan', async () => {
    const id = await harness.open(noon);
    await harness.meet('u1', noon + 1);
    await closeDue(midnight + 3 * 24 * hour);
    expect((await days(id)).map(({ day, newFans }) => [day, newFans])).toEqual([
      ['2026-05-06', 0],
      ['2026-05-05', 0],
      ['2026-05-04', 0],
      ['2026-05-03', 1],
    ]);
    const all = (await days(id)).reverse();
    for (const [at, { startsAt }] of all.entries()) if (at > 0) expect(startsAt).toEqual(all[at - 1]?.endsAt);
  });

  it('runs once, even if several processes find the day', async () => {
    const id = await harness.open(noon);
    const key = { workspaceId: harness.workspaceId, id };
    const tries = await Promise.all(
      Array.from({ length: 10 }, () => closeDueDay(harness.database, key, midnight)),
    );
    expect(tries.filter(Boolean)).toHaveLength(1);
    expect(await days(id)).toHaveLength(1);
  });

  it('takes precedence over first encounters that begin while it waits for others', async () => {
    const id = await harness.open(noon);
    const { database } = harness;
    const came: string[] = [];
    const waiting = async () => {
      const { rowCount } = await database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount ?? 0;
    };
    const all = await transaction(database, async (tx) => {
      await harness.meetIn(tx, 'u1', midnight - 1);
      const reset = closeDueDay(database, { workspaceId: harness.workspaceId, id }, midnight);
      const noted = reset.then(() => came.push('reset'));
      await until('the reset to wait', async () => (await waiting()) === 1);
      const later = harness.meet('u2', midnight + 1).then(() => came.push('first encounter'));
      await until('the first encounter to wait', async () => came.length > 0 || (await waiting()) === 2);
      return { ended: Promise.all([noted, later]) };
    });
    await all.ended;
    expect(came).toEqual(['reset', 'first encounter']);
    expect(await days(id)).toMatchObject([{ day: '2026-05-03', newFans: 1 }]);
  });

  it('never changes a closed day: the database refuses it, and a merge is booked on the running day', async () => {
    const id = await harness.open(noon);
    await harness.meet('u1', noon + 1);
    await harness.meet('u2', noon + 2, { account: harness.accounts.two });
    await closeDue(midnight);
    const closed = await days(id);
    await expect(
      harness.database.db.execute(sql`update work_order_days set new_fans = 3 where work_order_id = ${id}`),
    ).rejects.toMatchObject({ cause: { message: 'rows of work_order_days are never changed' } });
    const { rows } = await harness.database.db.execute<{ fan_id: string }>(sql`
      select fan_id from account_fans where workspace_id = ${harness.workspaceId} order by grown_at`);
    await transaction(harness.database, (tx) =>
      mergeFans(tx, {
        workspaceId: harness.workspaceId,
        keptFanId: rows[0]?.fan_id ?? '',
        mergedFanId: rows[1]?.fan_id ?? '',
        reason: 'manual',
        mergedBy: null,
        at: midnight + hour,
      }),
    );
    expect(await days(id)).toEqual(closed);
    expect(await harness.one(id, midnight + hour)).toMatchObject({ newFans: 1, repeatFans: 1, dayNew: -1 });
  });
});

describe('a message at the boundary', () => {
  it('belongs to exactly one day, despite first encounters and resets on many connections', async () => {
    const id = await harness.open(noon);
    const key = { workspaceId: harness.workspaceId, id };
    const people = 60;
    const work = Array.from({ length: people }, (_, n) => async () => {
      const reset = midnight + Math.floor(n / 20) * 24 * hour;
      const account = n % 2 === 0 ? harness.accounts.one : harness.accounts.two;
      if (n % 5 === 0) await closeDueDay(harness.database, key, reset);
      await harness.meet(`u${n}`, reset + (n % 3) - 1, { account });
    });
    // As many concurrent ones as there are connections.
    const worker = async () => {
      for (let next = work.shift(); next !== undefined; next = work.shift()) await next();
    };
    await Promise.all(Array.from({ length: 12 }, worker));
    await closeDue(midnight + 5 * 24 * hour);
    const closed = await days(id);
    expect(closed.map(({ day }) => day).reverse()).toEqual([
      '2026-05-03',
      '2026-05-04',
      '2026-05-05',
      '2026-05-06',
      '2026-05-07',
      '2026-05-08',
    ]);
    const { rows } = await harness.database.db.execute<{ day: string; fans: number }>(sql`
      select order_day::text as day, count(*) as fans from fan_verdicts
      where workspace_id = ${harness.workspaceId} and work_order_id = ${id} group by 1 order by 1`);
    expect(
      closed
        .filter(({ newFans }) => newFans > 0)
        .map(({ day, newFans: fans }) => ({ day, fans }))
        .reverse(),
    ).toEqual(rows);
    expect(rows.reduce((sum, { fans }) => sum + fans, 0)).toBe(people);
    expect(await harness.one(id, midnight + 5 * 24 * hour)).toMatchObject({
      newFans: people,
      baseFans: people,
    });
    expect(new Set(await typesOfFans())).toEqual(new Set(['base']));
    expect(await findMiscounts(harness.database)).toEqual([]);
  });
});

describe('another reset time or time zone', () => {
  const change = (id: string, version: number, now: number, to: { resetTime: string; timeZone: string }) =>
    harness.work((tx) =>
      updateWorkOrder(tx, harness.act(now), {
        workOrderId: id,
        version,
        name: 'Spring',
        totalGoal: 7,
        dailyGoal: null,
        accountTotalGoal: null,
        accountDailyGoal: null,
        remarks: '',
        ...to,
      }),
    );

  it('moves the end of the running day, which keeps its start', async () => {
    const id = await harness.open(noon);
    await change(id, 1, noon + 1, { resetTime: '06:30', timeZone: 'Asia/Shanghai' });
    const end = midnight + 6.5 * hour;
    expect(await harness.one(id, noon + 2)).toMatchObject({ day: '2026-05-03', startsAt: noon, endsAt: end });
    await closeDue(end);
    expect(await harness.one(id, end)).toMatchObject({
      day: '2026-05-04',
      startsAt: end,
      endsAt: end + 24 * hour,
    });
  });

  it('keeps the end of the running day if the new one has passed, and shortens the next', async () => {
    const id = await harness.open(noon, { resetTime: '22:00' });
    // The day of 2 May, which started at 22:00 the evening before.
    expect(await harness.one(id, noon)).toMatchObject({ day: '2026-05-02', endsAt: noon + 10 * hour });
    await change(id, 1, noon + 1, { resetTime: '00:00', timeZone: 'Asia/Shanghai' });
    expect(await harness.one(id, noon + 2)).toMatchObject({ day: '2026-05-02', endsAt: noon + 10 * hour });
    await closeDue(noon + 10 * hour);
    expect(await harness.one(id, noon + 10 * hour)).toMatchObject({
      day: '2026-05-03',
      startsAt: noon + 10 * hour,
      endsAt: midnight,
    });
  });

  it('closes days that are over with the settings that they had', async () => {
    const id = await harness.open(noon);
    await change(id, 1, midnight + hour, { resetTime: '00:00', timeZone: 'Europe/Madrid' });
    expect(await days(id)).toMatchObject([
      { day: '2026-05-03', endsAt: new Date(midnight), totalGoal: 100, timeZone: 'Asia/Shanghai' },
    ]);
    // 4 May ends at midnight in Madrid.
    expect(await harness.one(id, midnight + hour)).toMatchObject({
      day: '2026-05-04',
      startsAt: midnight,
      endsAt: Date.UTC(2026, 4, 4, 22),
    });
  });

  it('refuses a stale version', async () => {
    const id = await harness.open(noon);
    await expect(
      change(id, 2, noon, { resetTime: '00:00', timeZone: 'Europe/Madrid' }),
    ).rejects.toMatchObject({ error: 'resource.stale' });
  });
});

describe('a closed work order', () => {
  const close = (id: string, now: number) => harness.work((tx) => closeWorkOrder(tx, harness.act(now), id));
  const reopen = (id: string, now: number) => harness.work((tx) => reopenWorkOrder(tx, harness.act(now), id));

  it('stops counting, keeps its figures, and has its last day closed at its end', async () => {
    const id = await harness.open(noon);
    await harness.meet('u1', noon + 1);
    await close(id, noon + 2);
    await harness.meet('u2', noon + 3);
    expect(await harness.one(id, noon + 4)).toMatchObject({
      status: 'closed',
      day: '2026-05-03',
      newFans: 1,
    });
    await closeDue(midnight + 48 * hour);
    expect(await days(id)).toMatchObject([{ day: '2026-05-03', newFans: 1 }]);
    expect(await harness.one(id, midnight + 48 * hour)).toMatchObject({ day: null, newFans: 1, baseFans: 1 });
  });

  it('continues its day when it is reopened on it', async () => {
    const id = await harness.open(noon);
    await harness.meet('u1', noon + 1);
    await close(id, noon + 2);
    await reopen(id, noon + 3);
    await harness.meet('u2', noon + 4);
    expect(await harness.one(id, noon + 5)).toMatchObject({ status: 'open', startsAt: noon, dayNew: 2 });
  });

  it('starts a new day when it is reopened later, and lacks the days between', async () => {
    const id = await harness.open(noon);
    await harness.meet('u1', noon + 1);
    await close(id, noon + 2);
    const later = noon + 3 * 24 * hour;
    await reopen(id, later);
    await harness.meet('u2', later + 1);
    expect(await harness.one(id, later + 2)).toMatchObject({
      day: '2026-05-06',
      startsAt: later,
      newFans: 2,
      baseFans: 1,
      dayNew: 1,
    });
    await closeDue(midnight + 3 * 24 * hour);
    expect((await days(id)).map(({ day }) => day)).toEqual(['2026-05-06', '2026-05-03']);
  });

  it('refuses to open a second work order of a sub-account and platform', async () => {
    const id = await harness.open(noon);
    await expect(harness.open(noon + 1)).rejects.toMatchObject({ error: 'work-order.already-open' });
    await close(id, noon + 2);
    await harness.open(noon + 3);
    await expect(reopen(id, noon + 4)).rejects.toMatchObject({ error: 'work-order.already-open' });
  });
});

describe('the social accounts of a work order', () => {
  it('include what was counted on accounts that have left', async () => {
    const id = await harness.open(noon);
    await harness.meet('u1', noon + 1);
    await harness.meet('u2', noon + 1, { account: harness.accounts.two });
    await closeDue(midnight);
    await harness.meet('u3', midnight + 1);
    await harness.addAccount('xmpp one', 'xmpp');
    await harness.database.db.execute(sql`
      update social_accounts set state = 'online', last_online_at = now() where id = ${harness.accounts.one}`);
    const other = newId();
    await harness.database.db.execute(sql`
      insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
      values (${harness.workspaceId}, ${other}, ${other}, '', '')`);
    await harness.database.db.execute(sql`
      update social_accounts set sub_account_id = ${other} where id = ${harness.accounts.two}`);
    const figures = { repeatFans: 0, dayRepeat: 0, dayBase: 0 };
    expect(await readAccounts(harness.database, harness.workspaceId, [id], midnight + 2)).toMatchObject([
      { name: 'one', status: 'online', newFans: 2, dayNew: 1, ...figures },
      { name: 'two', status: null, newFans: 1, dayNew: 0, ...figures },
    ]);
    expect(await harness.one(id, midnight + 2)).toMatchObject({ online: 1, sessions: 1 });
  });

  it('include all of many without pairwise comparisons', async () => {
    const id = await harness.open(noon);
    await harness.database.db.execute(sql`
      insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials)
      select ${harness.workspaceId}, gen_random_uuid(), 'telegram', n, n, '', ${harness.subAccountId}, ''
      from generate_series(1, 400) n`);
    const read = (tx: Tx) => readAccounts(tx, harness.workspaceId, [id], noon + 1);
    expect(await transaction(harness.database, (tx) => countComparedRows(tx, read))).toBeLessThan(400);
    expect((await transaction(harness.database, read)).length).toBeGreaterThanOrEqual(400);
  });
});
