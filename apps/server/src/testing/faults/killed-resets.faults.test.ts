/**
 * Kills the server and its database while days of work orders are closed, including those of the downtime, and visitors write
 * at the boundary: each day is closed once, in order, and each first message counts on one of them.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as visitorApi from '@parley/contract/visitor';
import { until } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { proveFigures } from '../../commands.ts';
import { createTestClient, RefusedCall, type TestClient } from '../test-client.ts';
import { createTestPeople, type TestOwner, type TestPeople } from '../test-people.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';

const orders = 20;
/** Days that each order but the first has missed, before the one that ends at the boundary. */
const missedDays = 3;
/** Time from opening the work orders until their days end. */
const boundaryMs = 3_000;
const allDays = 1 + (orders - 1) * (missedDays + 1);
const limitMs = 60_000;
/** A reset happens within a second of its boundary. */
const slowMs = 2_000;

let server: ServerProcess;
let client: TestClient;
let people: TestPeople;
let owner: TestOwner;
let subAccountId: string;
let site: string;
beforeAll(async () => {
  server = await createServerProcess({});
  await server.start();
  client = createTestClient(server.url);
  people = createTestPeople(client);
  owner = await people.registerOwner();
  ({ subAccountId } = await people.createSubAccount(owner));
  site = await people.addWebchat(owner, subAccountId);
}, 180_000);
afterAll(() => server.close());

/** Opens work orders of other sub-accounts, with missed days; the last day ends at the boundary. */
const openOthers = (boundary: Date) =>
  server.withDatabase(({ pool }) =>
    pool.query(
      `with others as (
         insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
         select $1, gen_random_uuid(), gen_random_uuid()::text, '', '' from generate_series(2, $2::int) returning id
       )
       ${insertOrders('$3', '$4::int')} from others`,
      [owner.workspaceId, orders, boundary.toISOString(), missedDays],
    ),
  );

/** Opens the work order of the site, whose day ends at the boundary. */
const openOfSite = (boundary: Date) =>
  server.withDatabase(({ pool }) =>
    pool.query(`${insertOrders('$3', '0')} from (values ($2::uuid)) as site (id)`, [
      owner.workspaceId,
      subAccountId,
      boundary.toISOString(),
    ]),
  );

const insertOrders = (boundary: string, missed: string) => `
  insert into work_orders (workspace_id, id, name, platform, sub_account_id, time_zone, reset_time, open_day, open_since,
    next_reset_at)
  select $1, gen_random_uuid(), 'Spring', 'webchat', id, 'UTC', (${boundary}::timestamptz at time zone 'UTC')::time,
    (${boundary}::timestamptz at time zone 'UTC')::date - ${missed} - 1,
    ${boundary}::timestamptz - make_interval(days => ${missed} + 1), ${boundary}::timestamptz - make_interval(days => ${missed})`;

/**
 * Slows down first messages so that some read their day before the boundary and are stored after the reset. Without the locks
 * of both they would count on a closed day.
 */
const slowFirstMessages = () =>
  server.withDatabase(({ pool }) =>
    pool.query(`
      create function store_slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(${slowMs / 1_000}); return null; end $$;
      create trigger store_slowly after insert on fan_verdicts for each statement execute function store_slowly()`),
  );

/** Retries until a definite response, because the outcome of every request must be known. */
async function insist<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (error instanceof RefusedCall && error.status < 500) throw error;
      await pause(50);
    }
  }
}

/**
 * Sends first messages of new visitors, one after another. Returns a function that stops them and returns the number of
 * accepted ones.
 */
function visitorsWrite(): () => Promise<number> {
  let isOver = false;
  let taken = 0;
  const lines = [1, 2, 3].map(async () => {
    while (!isOver) {
      const { token } = await insist(() => people.startVisitor(site));
      const body = { id: randomUUID(), text: 'Hola' };
      await insist(() => client.call(visitorApi.visitorSend, { body }, token));
      taken += 1;
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(lines);
    return taken;
  };
}

const readRows = <Row extends object>(statement: string) =>
  server.withDatabase(async ({ pool }) => (await pool.query<Row>(statement)).rows);
const closedDays = async () => (await readRows('select from work_order_days')).length;

/** Waits until `more` further days are closed, or all: the server is then usually in the middle of closing others. */
async function closeSome(more: number): Promise<void> {
  const enough = Math.min(allDays, (await closedDays()) + more);
  await until('days to be closed', async () => (await closedDays()) >= enough, limitMs, 5);
}

async function killDatabase(): Promise<void> {
  const [postmaster] = await server.databaseProcesses();
  if (postmaster !== undefined) process.kill(postmaster, 'SIGKILL');
  await until('the database', () => server.databaseAnswers(), limitMs);
}

it('closes each day once, in order, and counts each first message on one, however often it is killed', async () => {
  await slowFirstMessages();
  await openOthers(new Date(Date.now() + boundaryMs));
  const stopWriting = visitorsWrite();
  await closeSome(10);
  await server.kill();
  await server.start();
  await closeSome(10);
  await killDatabase();
  const boundary = new Date(Date.now() + boundaryMs);
  await openOfSite(boundary);
  await pause(boundary.getTime() - Date.now());
  await closeSome(1);
  // The first messages in flight are stored by then.
  await pause(slowMs);
  await server.kill();
  await server.start();
  const taken = await stopWriting();
  await until('every day to be closed', async () => (await closedDays()) >= allDays, limitMs);

  expect(
    await readRows(`
      select work_order_id, day from (
        select *, lead(day) over o as next, lead(starts_at) over o as begins, lead(closed_at) over o as closed_next
        from work_order_days window o as (partition by work_order_id order by day)) d
      where next <> day + 1 or begins <> ends_at or closed_next < closed_at`),
    'days that do not follow each other',
  ).toEqual([]);
  expect(
    await readRows(`
      select o.id from work_orders o
      join lateral (select max(day) as day, max(ends_at) as at, count(*) as n from work_order_days where work_order_id = o.id) d
        on true
      where o.open_day <> d.day + 1 or o.open_since <> d.at
        or d.n <> case when o.sub_account_id = '${subAccountId}' then 1 else ${missedDays + 1} end`),
    'orders whose open day does not follow',
  ).toEqual([]);
  expect(
    await readRows(`
      select d.day from work_order_days d
      where d.new_fans + d.repeat_fans + d.base_fans <> (
        select count(*) from fan_verdicts v where v.work_order_id = d.work_order_id and v.order_day = d.day)`),
    'days whose figures are not those of the log',
  ).toEqual([]);
  expect(await readRows('select count(*)::int as n from fan_verdicts')).toEqual([{ n: taken }]);
  expect(await server.withDatabase(proveFigures)).toMatchObject({ miscounts: [] });
}, 180_000);
