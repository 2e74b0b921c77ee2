import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ZodType } from 'zod';
import { systemClock } from '../../base/clock.ts';
import { type Database, type Tx, transaction } from '../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { createLog } from '../../base/log.ts';
import type { Handler, Job, Queue } from '../../base/queue/queue.ts';
import { splitVisitTokens } from '../../schema/split-links/conversions.ts';
import {
  makeVisitPartitions,
  splitBindings,
  splitTargetDays,
  splitVisits,
} from '../../schema/split-links.ts';
import { handleJobs } from './jobs.ts';
import { removeSome } from './store.ts';
import { type SplitLinksHarness, startSplitLinksHarness } from './testing/split-links-harness.ts';

let harness: SplitLinksHarness;
let database: Database;
let link: { workspaceId: WorkspaceId; id: string };
/** The handlers of the module’s jobs, by name. */
const handlers = new Map<string, Handler<ZodType>>();
beforeAll(async () => {
  harness = await startSplitLinksHarness();
  ({ database } = harness);
  const world = await harness.workspace();
  link = { workspaceId: world.workspaceId, id: (await world.create()).id };
  const queue = { handle: (job: Job, handler: Handler<ZodType>) => handlers.set(job.name, handler) };
  const deps = { database, clock: systemClock, log: createLog('silent') };
  const unused = { network: {}, dnsServers: null, redirects: {} };
  // Only `handle` is called, and no job of domains is run.
  handleJobs(
    queue as unknown as Queue,
    { ...deps, ...unused } as unknown as Parameters<typeof handleJobs>[1],
  );
});
afterAll(() => harness.close());

/** Runs a job, and again as often as it adds itself to the queue. */
async function run(name: string): Promise<void> {
  const isAdded = async () => {
    const { rows } = await database.db.execute<{ id: string | null }>(
      sql`select id from graphile_worker.remove_job(${`${name} goes on`})`,
    );
    return (rows[0]?.id ?? null) !== null;
  };
  do await handlers.get(name)?.({}, { number: 1, last: false, signal: new AbortController().signal });
  while (await isAdded());
}

it.each([
  [
    'bindings',
    splitBindings,
    'split-links.keep-visits',
    () => sql`insert into ${splitBindings} (workspace_id, split_link_id, address_hash, target_id, expires_at)
      select ${link.workspaceId}, ${link.id}, decode(md5(n::text), 'hex'), gen_random_uuid(), now() - interval '1 day'
      from generate_series(1, 110000) n`,
  ],
  [
    'visit tokens',
    splitVisitTokens,
    'split-links.forget-tokens',
    () => sql`insert into ${splitVisitTokens} (workspace_id, token, split_link_id, target_id, visit_id, visit_at, url, expires_at)
      select ${link.workspaceId}, n::text, ${link.id}, gen_random_uuid(), gen_random_uuid(), now(), '', now() - interval '1 day'
      from generate_series(1, 110000) n`,
  ],
])('deletes all %s that are past their time, however many', async (_what, table, job, insert) => {
  await database.db.execute(insert());
  await run(job);
  expect(await database.db.$count(table)).toBe(0);
});

it('keeps the cap counters of days that may not be over in every time zone', async () => {
  const targetId = newId();
  await database.db.execute(sql`
    insert into ${splitTargetDays} (workspace_id, target_id, day, taken)
    select ${link.workspaceId}, ${targetId}, (now() - n * interval '1 day')::date, n from generate_series(-1, 30) n`);
  await run('split-links.keep-visits');
  const { taken, day } = splitTargetDays;
  const left = await database.db
    .select({ taken })
    .from(splitTargetDays)
    .where(eq(splitTargetDays.targetId, targetId))
    .orderBy(desc(day));
  expect(left.map((row) => row.taken)).toEqual([-1, 0, 1, 2, 3]);
});

it('deletes a deleted link’s visits of all months, and reads no more rows than it deletes', async () => {
  const key = link;
  await makeVisitPartitions(database, 2);
  await database.db.execute(sql`
    insert into ${splitVisits} (workspace_id, split_link_id, id, at, outcome, address, user_agent)
    select ${key.workspaceId}, ${key.id}, gen_random_uuid(), now() + n % 2 * interval '32 days', 'default', '192.0.2.1', ''
    from generate_series(1, 4000) n`);
  const readSoFar = async ({ db }: Tx) => {
    const { rows } = await db.execute<{ read: number }>(sql`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_xact_user_tables
      where relname like 'split_visits_%'`);
    return rows[0]?.read ?? 0;
  };
  const remove = () =>
    transaction(database, async (tx) => {
      const before = await readSoFar(tx);
      const isMore = await removeSome(tx, key, 500);
      return { isMore, read: (await readSoFar(tx)) - before };
    });
  const { isMore, read } = await remove();
  expect(isMore).toBe(true);
  expect(read).toBeLessThan(1_500);
  const left = () => database.db.$count(splitVisits, eq(splitVisits.splitLinkId, key.id));
  expect(await left()).toBe(3_500);
  while ((await remove()).isMore);
  expect(await left()).toBe(0);
});
