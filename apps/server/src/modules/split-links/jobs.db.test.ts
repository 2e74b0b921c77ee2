import * as api from '@parley/contract/split-links';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Tx, transaction } from '../../base/db/database.ts';
import { newId, trustWorkspaceId } from '../../base/ids.ts';
import { makeVisitPartitions, splitVisits } from '../../schema/split-links.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { removeSome } from './store.ts';

let app: TestApp;
let link: { workspaceId: string; id: string };
beforeAll(async () => {
  app = await startTestApp();
  const { workspaceId, token } = await app.registerOwner({ characters: 0 });
  const form = { platform: 'telegram', eligibility: 'full', mode: 'sequential', bindsAddress: true } as const;
  const rest = { name: 'Spring', defaultUrl: null, pageText: '', remark: '', expiresAt: null };
  const body = { ...form, ...rest, targets: [{ url: 'https://t.me/ana' }] };
  const { id } = await app.call(api.createSplitLink, { body }, token);
  link = { workspaceId, id };
});
afterAll(() => app.close());

it.each([
  [
    'split_bindings',
    'split-links.keep-visits',
    () => sql`insert into split_bindings (workspace_id, split_link_id, address_hash, target_id, expires_at)
      select ${link.workspaceId}, ${link.id}, decode(md5(n::text), 'hex'), gen_random_uuid(), now() - interval '1 day'
      from generate_series(1, 110000) n`,
  ],
  [
    'split_visit_tokens',
    'split-links.forget-tokens',
    () => sql`insert into split_visit_tokens (workspace_id, token, split_link_id, target_id, visit_id, visit_at, url, expires_at)
      select ${link.workspaceId}, n::text, ${link.id}, gen_random_uuid(), gen_random_uuid(), now(), '', now() - interval '1 day'
      from generate_series(1, 110000) n`,
  ],
])('deletes all of %s that are past their time, however many', async (table, job, insert) => {
  const { db } = app.app.database;
  await db.execute(insert());
  await db.execute(sql`select graphile_worker.add_job(${job}, '{}')`);
  const left = async () => (await db.execute(sql`select 1 from ${sql.identifier(table)} limit 1`)).rowCount;
  await expect.poll(left, { timeout: 20_000 }).toBe(0);
});

it('keeps the cap counters of days that may not be over in every time zone', async () => {
  const { db } = app.app.database;
  const targetId = newId();
  await db.execute(sql`
    insert into split_target_days (workspace_id, target_id, day, taken)
    select ${link.workspaceId}, ${targetId}, (now() - n * interval '1 day')::date, n from generate_series(-1, 30) n`);
  await db.execute(sql`select graphile_worker.add_job('split-links.keep-visits', '{}')`);
  const left = async () => {
    const { rows } = await db.execute<{ taken: number }>(sql`
      select taken from split_target_days where target_id = ${targetId} order by day desc`);
    return rows.map(({ taken }) => taken);
  };
  await expect.poll(left, { timeout: 20_000 }).toEqual([-1, 0, 1, 2, 3]);
});

it('deletes a deleted link’s visits of all months, and reads no more rows than it deletes', async () => {
  const { database } = app.app;
  const key = { workspaceId: trustWorkspaceId(link.workspaceId), id: link.id };
  await makeVisitPartitions(database, 2);
  await database.db.execute(sql`
    insert into split_visits (workspace_id, split_link_id, id, at, outcome, address, user_agent)
    select ${key.workspaceId}, ${key.id}, gen_random_uuid(), now() + n % 2 * interval '32 days', 'default', '192.0.2.1', ''
    from generate_series(1, 4_000) n`);
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
