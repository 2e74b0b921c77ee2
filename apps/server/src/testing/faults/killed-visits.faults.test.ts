/** Kills the server while visitors of a split link arrive: only the last moment is lost, and nothing counts twice. */
import { setTimeout as pause } from 'node:timers/promises';
import * as api from '@parley/contract/split-links';
import { until } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestClient } from '../test-client.ts';
import { createTestPeople } from '../test-people.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';

const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
/** As documented: a kill loses the visits of this time. */
const lostMs = 200;
/** Timers and disk of a loaded machine are late. */
const toleranceMs = 1_000;
const kills = 3;

let server: ServerProcess;
let link: api.SplitLink;
beforeAll(async () => {
  server = await createServerProcess({});
  await server.start();
  const client = createTestClient(server.url);
  const owner = await createTestPeople(client).registerOwner();
  const targets = ['ana', 'ben', 'cat'].map((name) => ({ url: `https://t.me/${name}` }));
  const form = { name: 'Spring', platform: 'telegram', eligibility: 'full', mode: 'sequential' } as const;
  const rest = { bindsAddress: false, tracksFans: true, defaultUrl: null, pageText: '', remark: '' };
  const body = { ...form, ...rest, expiresAt: null, targets };
  link = await client.call(api.createSplitLink, { body }, owner.token);
}, 180_000);
afterAll(() => server.close());

/** Between a response and the visitor's next visit: a flood would prove nothing more. */
const restMs = 30;

/** Visits until the server is gone. Returns the times of the responses. */
async function visitUntilGone(): Promise<number[]> {
  const answered: number[] = [];
  const visitors = Array.from({ length: 8 }, async () => {
    for (;;) {
      const at = await fetch(`${server.url}/s/${link.code}`, {
        redirect: 'manual',
        headers: { 'user-agent': browser },
      }).then(
        ({ status }) => (status === 302 ? Date.now() : null),
        () => null,
      );
      if (at === null) return;
      answered.push(at);
      await pause(restMs);
    }
  });
  await Promise.all(visitors);
  return answered;
}

type Counts = { rows: number; link: number; targets: number; days: number; hours: number; waiting: number };

const readCounts = (): Promise<Counts> =>
  server.withDatabase(async ({ pool }) => {
    const { rows } = await pool.query<Counts>(`
      select (select count(*)::int from split_visits) as rows,
        (select visits::int from split_links) as link,
        (select sum(visits)::int from split_targets) as targets,
        (select coalesce(sum(visits), 0)::int from split_link_days) as days,
        (select coalesce(sum(visits), 0)::int from split_link_counts where kind = 'hour') as hours,
        (select count(*)::int from split_visit_batches) as waiting`);
    const [counts] = rows;
    if (counts === undefined) throw new Error('one row was asked for');
    return counts;
  });

it('loses no visit that was answered before the last moment, and counts each once', async () => {
  const answered: number[] = [];
  let surely = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const visits = visitUntilGone();
    // Before, during and after the counting.
    await pause(2_300 + kill * 170);
    const killedAt = Date.now();
    await server.kill();
    const times = await visits;
    answered.push(...times);
    surely += times.filter((at) => at < killedAt - lostMs - toleranceMs).length;
    await server.start();
  }
  const counts = await until('the visits to be counted', async () => {
    const read = await readCounts();
    return read.waiting === 0 ? read : undefined;
  });
  const { rows, link: ofLink, targets, days, hours } = counts;
  expect([ofLink, targets, days, hours]).toEqual([rows, rows, rows, rows]);
  expect(surely).toBeGreaterThan(100);
  expect(rows).toBeGreaterThanOrEqual(surely);
  // Per visitor, one visit may have been recorded whose response the kill cut off.
  expect(rows).toBeLessThanOrEqual(answered.length + kills * 8);
}, 180_000);
