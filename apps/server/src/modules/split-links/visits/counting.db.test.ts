import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../../base/db/database.ts';
import { countComparedRows } from '../../../base/db/testing/count-compared-rows.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import { createLog } from '../../../base/log.ts';
import {
  makeVisitorPartitions,
  makeVisitPartitions,
  splitVisitBatches,
} from '../../../schema/split-links.ts';
import { type SplitLinksHarness, startSplitLinksHarness } from '../testing/split-links-harness.ts';
import { visitCounter } from './counting.ts';
import { countBatches, insertBatch, lockBatches, type RecordedVisit, rowOf } from './store.ts';

let harness: SplitLinksHarness;
let database: Database;
let workspaceId: WorkspaceId;
let linkId: string;
beforeAll(async () => {
  harness = await startSplitLinksHarness();
  ({ database } = harness);
});
afterAll(() => harness.close());
beforeEach(async () => {
  await database.db.delete(splitVisitBatches);
  const world = await harness.workspace();
  ({ workspaceId } = world);
  linkId = (await world.create()).id;
});

const visit = (changes: Partial<RecordedVisit> = {}): RecordedVisit => ({
  workspaceId,
  linkId,
  id: newId(),
  at: new Date(),
  outcome: 'default',
  targetId: null,
  url: 'https://shop.example/',
  token: null,
  address: '192.0.2.1',
  userAgent: 'Browser',
  country: null,
  city: null,
  device: 'desktop',
  system: 'Linux',
  browser: 'Chrome',
  visitorHash: Buffer.alloc(16, 1),
  ...changes,
});
/** PostgreSQL rejects this text. */
const uncountable = () => visit({ city: 'Nul\0city' });
const visits = (count: number) => Array.from({ length: count }, () => visit());
const store = (...batches: RecordedVisit[][]) =>
  transaction(database, async (tx) => {
    for (const batch of batches) await insertBatch(tx, { id: newId(), rows: batch.map(rowOf) });
  });

const log = createLog('silent');

async function readState() {
  const { rows } = await database.db.execute<{ visits: number; aside: number[]; waiting: number }>(sql`
    select (select visits from split_links where id = ${linkId}) as visits,
      (select coalesce(json_agg(size order by id), '[]') from split_visit_batches where set_aside) as aside,
      (select count(*) from split_visit_batches where not set_aside) as waiting`);
  return rows[0];
}

describe('visits that can not be counted', () => {
  it('sets the one visit aside, and counts the others of its batch in the same call', async () => {
    const batch = visits(2_000);
    batch[1_234] = uncountable();
    await store(visits(10), batch, visits(10));
    const count = visitCounter(database, log);
    await count();
    expect(await readState()).toEqual({ visits: 2_019, aside: [1], waiting: 0 });
  });

  it('counts later visits many batches at a time', async () => {
    const count = visitCounter(database, log);
    await store([uncountable()], visits(1));
    await count();
    await store(...Array.from({ length: 40 }, () => visits(2)));
    expect(await count()).toBe('all');
    expect(await readState()).toEqual({ visits: 81, aside: [1], waiting: 0 });
  });

  it('takes no longer if a whole batch is refused', async () => {
    const all = Array.from({ length: 2_000 }, uncountable);
    await store(all, visits(3));
    await visitCounter(database, log)();
    const { visits: counted, aside = [], waiting } = (await readState()) ?? {};
    expect([counted, waiting, aside.reduce((sum, size) => sum + size, 0)]).toEqual([3, 0, 2_000]);
    expect(aside.length).toBeLessThan(70);
  });
});

it('tries fewer visits after a statement timeout', async () => {
  const slow = connectDatabase(harness.url, log, 1);
  onTestFinished(() => slow.close());
  slow.pool.on('connect', (client) => void client.query(`set statement_timeout = '300ms'`));
  await database.db.execute(sql`
    create function slow_visit() returns trigger language plpgsql as $$ begin
      perform pg_sleep(0.002); return new; end $$`);
  await database.db.execute(sql`
    create trigger slow before insert on split_visits for each row execute function slow_visit()`);
  await store(...Array.from({ length: 20 }, () => visits(20)));
  const count = visitCounter(slow, log);
  const outcomes: string[] = [];
  // A quarter of the first batch fits into the limit.
  while (outcomes.at(-1) !== 'all' && outcomes.length < 60)
    outcomes.push(await count().catch(() => 'refused'));
  expect(outcomes.at(-1)).toBe('all');
  expect((await readState())?.visits).toBe(400);
});

it.each([
  ['of one visitor', () => visit()],
  ['of a visitor each', () => visit({ visitorHash: Buffer.from(newId().replaceAll('-', ''), 'hex') })],
])('compares no two of many visits %s', async (_, one) => {
  await database.db.execute(sql`analyze`);
  await store(Array.from({ length: 400 }, one));
  const compared = await transaction(database, async (tx) => {
    const { ids } = await lockBatches(tx, 1_000);
    return countComparedRows(tx, (explaining) => countBatches(explaining, ids));
  });
  expect((await readState())?.visits).toBe(400);
  expect(compared).toBeLessThan(400);
});

describe('the day and hour of a visit', () => {
  const readHours = async () => {
    const { rows } = await database.db.execute<{ day: string; hour: string; visits: number }>(sql`
      select day::text, name as hour, visits from split_link_counts
      where split_link_id = ${linkId} and kind = 'hour' order by 1, 2`);
    return rows;
  };
  const setZone = (timeZone: string, since: Date | null) =>
    database.db.execute(sql`
      update workspaces set time_zone = ${timeZone}, zone_since = ${since} where id = ${workspaceId}`);

  it('counts a visit in the zone that applies at its time', async () => {
    const at = new Date();
    const until = new Date(at.getTime() + 5_000);
    await setZone('Pacific/Kiritimati', null);
    await database.db.execute(sql`
      insert into workspace_past_zones (workspace_id, until, time_zone) values (${workspaceId}, ${until}, 'Pacific/Kiritimati')`);
    await setZone('Pacific/Pago_Pago', until);
    await store([visit({ at })]);
    await visitCounter(database, log)();
    // Fourteen hours ahead of UTC.
    const wall = new Date(at.getTime() + 14 * 3_600_000).toISOString();
    expect(await readHours()).toEqual([{ day: wall.slice(0, 10), hour: wall.slice(11, 13), visits: 1 }]);
  });

  it('counts visits by the wall clock on a day of 25 hours, or 23', async () => {
    await database.db.execute(sql`delete from workspace_past_zones where workspace_id = ${workspaceId}`);
    await setZone('Europe/Berlin', null);
    for (const month of ['2026-03-01', '2026-10-01']) {
      await makeVisitPartitions(database, 1, month);
      await makeVisitorPartitions(database, 1, month);
    }
    const moments = [
      '2026-10-24T22:00:00Z',
      '2026-10-25T00:59:00Z',
      '2026-10-25T01:00:00Z',
      '2026-10-25T22:59:59.999Z',
    ];
    const ofMarch = [
      '2026-03-29T00:59:59Z',
      '2026-03-29T01:00:00Z',
      '2026-03-29T21:59:59Z',
      '2026-03-29T22:00:00Z',
    ];
    await store([...ofMarch, ...moments].map((at) => visit({ at: new Date(at) })));
    await visitCounter(database, log)();
    expect((await readHours()).map(({ day, hour, visits: count }) => `${day} ${hour} ${count}`)).toEqual([
      '2026-03-29 01 1',
      '2026-03-29 03 1',
      '2026-03-29 23 1',
      '2026-03-30 00 1',
      '2026-10-25 00 1',
      '2026-10-25 02 2',
      '2026-10-25 23 1',
    ]);
  });
});
