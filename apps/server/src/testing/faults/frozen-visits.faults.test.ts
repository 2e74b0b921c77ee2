/**
 * Freezes, kills and stops servers that share the rotations of split links, while visitors reach all of them: none waits long,
 * no cap is exceeded, and each visit counts once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import * as api from '@parley/contract/split-links';
import { until } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { createLog } from '../../base/log.ts';
import { createTestClient } from '../test-client.ts';
import { createTestPeople } from '../test-people.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';

const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
const names = ['ana', 'ben', 'cat'];
const cap = 300;
const frozenMs = 4_500;
/** As documented: how long a frozen process keeps the visitors of a capped link waiting. */
const silenceMs = 2_000;
/** As documented: a kill loses the visits of this time. */
const lostMs = 200;
/** Timers and disk of a loaded machine are late. */
const toleranceMs = 1_500;
const visitorsEach = 4;

let testing: TestDatabase;
let database: Database;
let servers: readonly [ServerProcess, ServerProcess, ServerProcess];
let plain: api.SplitLink;
let capped: api.SplitLink;
beforeAll(async () => {
  const log = createLog('silent');
  testing = await testDatabase();
  database = connectDatabase(testing.url, log, 4);
  const variables = { DATABASE_URL: testing.url, APP_SECRET: 'one secret for all processes of this test' };
  servers = await Promise.all([
    createServerProcess(variables),
    createServerProcess(variables),
    createServerProcess(variables),
  ]);
  await servers[0].start();
  await servers[1].start();
  const client = createTestClient(servers[0].url);
  const owner = await createTestPeople(client).registerOwner();
  const form = {
    platform: 'telegram',
    eligibility: 'full',
    mode: 'sequential',
    bindsAddress: false,
  } as const;
  const rest = { tracksFans: false, pageText: '', remark: '', expiresAt: null };
  const create = (name: string, dailyCap: number | null) => {
    const targets = names.map((one) => ({ url: `https://t.me/${one}`, dailyCap }));
    const body = { ...form, ...rest, name, targets, defaultUrl: 'https://shop.example/later' };
    return client.call(api.createSplitLink, { body }, owner.token);
  };
  plain = await create('Plain', null);
  capped = await create('Capped', cap);
}, 180_000);
afterAll(async () => {
  for (const server of servers) server.thaw();
  await Promise.all(servers.map((server) => server.close()));
  await database.close();
  await testing.drop();
});

type Answer = { url: string | null; startedAt: number; ms: number };
/** `url`: null if the server is gone. */
async function visit({ url }: ServerProcess, { code }: api.SplitLink): Promise<Answer> {
  const startedAt = performance.now();
  const led = await fetch(`${url}/s/${code}`, {
    redirect: 'manual',
    headers: { 'user-agent': browser },
  }).then(
    ({ status, headers }) => headers.get('location') ?? `status ${status}`,
    () => null,
  );
  return { url: led, startedAt, ms: performance.now() - startedAt };
}

/** Sends visits of a link one after another until the server is gone or the returned function is called. */
function visitorsOf(server: ServerProcess, link: api.SplitLink): () => Promise<Answer[]> {
  const answers: Answer[] = [];
  let isOver = false;
  const visitors = Array.from({ length: visitorsEach }, async () => {
    while (!isOver) {
      const answer = await visit(server, link);
      if (answer.url === null) return;
      answers.push(answer);
      await pause(10);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(visitors);
    return answers;
  };
}

type Counts = { rows: number; link: number; destinations: number; days: number };
async function countsOf({ id }: api.SplitLink): Promise<Counts> {
  const { rows } = await database.pool.query<Counts>(
    `select (select count(*)::int from split_visits where split_link_id = $1) as rows,
      (select visits::int from split_links where id = $1) as link,
      (select sum(visits)::int from split_link_counts where split_link_id = $1 and kind = 'destination') as destinations,
      (select sum(visits)::int from split_link_days where split_link_id = $1) as days`,
    [id],
  );
  const [counts] = rows;
  if (counts === undefined) throw new Error('one row was asked for');
  return counts;
}
const numbersOf = (answers: readonly Answer[]) =>
  names.map((name) => answers.filter(({ url }) => url === `https://t.me/${name}`).length);

/** Freezes a server while it counts a cap. Returns the time of the freeze. */
async function freezeCounting(server: ServerProcess): Promise<number> {
  for (;;) {
    server.freeze();
    const frozenAt = performance.now();
    await pause(50);
    const { rowCount } = await database.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'
        and state_change < now() - interval '30 ms' and query like '%split_%'`,
    );
    if (rowCount !== 0) return frozenAt;
    server.thaw();
    await pause(5 + 20 * Math.random());
  }
}

const waitUntilCounted = () =>
  until('the visits to be counted', async () => {
    const { rowCount } = await database.pool.query('select 1 from split_visit_batches');
    return rowCount === 0 || undefined;
  });

it('keeps rotation and caps while processes freeze, come, die and stop', async () => {
  const [ana, ben, cat] = servers;
  const [ofAna, cappedOfAna] = [visitorsOf(ana, plain), visitorsOf(ana, capped)];
  const [ofBen, cappedOfBen] = [visitorsOf(ben, plain), visitorsOf(ben, capped)];
  await pause(500);
  const frozenAt = await freezeCounting(ana);
  await cat.start();
  const [ofCat, cappedOfCat] = [visitorsOf(cat, plain), visitorsOf(cat, capped)];
  await pause(Math.max(0, frozenAt + frozenMs - performance.now()));
  ana.thaw();
  const thawedAt = performance.now();
  await pause(500);
  const killedAt = performance.now();
  await ben.kill();
  const leftCat = Promise.all([ofCat(), cappedOfCat()]);
  await cat.stop();
  const [plainAll, cappedAll] = await Promise.all([
    Promise.all([ofAna(), ofBen(), leftCat.then(([all]) => all)]),
    Promise.all([cappedOfAna(), cappedOfBen(), leftCat.then(([, all]) => all)]),
  ]);
  const waitedFor = ([, ...others]: Answer[][]) =>
    Math.max(...others.flat().flatMap(({ startedAt, ms }) => (startedAt < thawedAt ? [ms] : [])));
  expect(waitedFor(plainAll)).toBeLessThan(silenceMs);
  expect(waitedFor(cappedAll)).toBeLessThan(silenceMs + toleranceMs);

  const numbers = numbersOf(plainAll.flat());
  expect(numbers.reduce((sum, one) => sum + one, 0)).toBe(plainAll.flat().length);
  // Visitors whose response the kill cut off may have taken turns.
  expect(Math.max(...numbers) - Math.min(...numbers)).toBeLessThanOrEqual(1 + visitorsEach);
  expect(Math.max(...numbersOf(cappedAll.flat()))).toBeLessThanOrEqual(cap);

  await waitUntilCounted();
  for (const [link, [, ofKilled = []], all] of [
    [plain, plainAll, plainAll.flat()],
    [capped, cappedAll, cappedAll.flat()],
  ] as const) {
    const { rows, ...counts } = await countsOf(link);
    expect(counts).toEqual({ link: rows, destinations: rows, days: rows });
    const lost = ofKilled.filter(({ startedAt, ms }) => startedAt + ms > killedAt - lostMs - toleranceMs);
    expect(rows).toBeGreaterThanOrEqual(all.length - lost.length);
    expect(rows).toBeLessThanOrEqual(all.length + visitorsEach);
  }
}, 120_000);

it('leads visitors by chance while the process that has the rotations alone is frozen, and in turn afterwards', async () => {
  const [ana, ben] = servers;
  await ana.stop();
  await ana.start();
  const leave = visitorsOf(ana, plain);
  await pause(300);
  await leave();
  ana.freeze();
  await ben.start();
  const visitors = visitorsOf(ben, plain);
  await pause(3_000);
  ana.thaw();
  const answers = await visitors();
  expect(numbersOf(answers).reduce((sum, one) => sum + one, 0)).toBe(answers.length);
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(500 + toleranceMs);
  await expect
    .poll(async () => {
      const turns: Answer[] = [];
      for (const server of [ana, ben, ana, ben, ana, ben]) turns.push(await visit(server, plain));
      return numbersOf(turns);
    })
    .toEqual([2, 2, 2]);
}, 120_000);
