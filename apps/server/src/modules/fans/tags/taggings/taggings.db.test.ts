/** Tagging of all fans that match filters: each once, across processes and repeated runs of the job. */
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../../base/db/testing/test-database.ts';
import { type RequestOrigin, systemOrigin } from '../../../../base/http/origin.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../../base/ids.ts';
import { resolveFans } from '../../fakes.ts';
import { createTag, deleteTag } from '../service.ts';
import { batchFans, runTagging } from './run-tagging.ts';
import { cancelTagging, startTagging } from './service.ts';
import { findLatest } from './store.ts';

const fans = 2 * batchFans + 30;
let test: TestDatabase;
let database: Database;
const workspaceId = trustWorkspaceId(newId());
const other = trustWorkspaceId(newId());
const originIn = (workspace: WorkspaceId): RequestOrigin => ({
  ...systemOrigin,
  actor: { kind: 'owner', id: newId(), workspaceId: workspace },
});

beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, pino({ level: 'silent' }), 6);
  for (const workspace of [workspaceId, other]) {
    const subAccountId = newId();
    await database.db.execute(sql`insert into workspaces (id) values (${workspace})`);
    await database.db.execute(sql`
      insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
      values (${workspace}, ${subAccountId}, ${subAccountId}, '', '')`);
    const socialAccountId = newId();
    const encounters = Array.from({ length: workspace === other ? 3 : fans }, (_, n) => ({
      workspaceId: workspace,
      platform: n % 10 === 9 ? ('line' as const) : ('telegram' as const),
      socialAccountId,
      subAccountId,
      platformUserId: String(n),
      displayName: null,
      platformMessageId: newId(),
      history: false,
      // Many have the same time of growth.
      at: Date.UTC(2026, 4, 3) + (n >> 3),
    }));
    await transaction(database, (tx) => resolveFans(tx, encounters), { unlimited: true });
  }
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

let tagId: string;
beforeEach(async () => {
  await database.db.execute(sql`delete from fan_taggings`);
  await database.db.execute(sql`update account_fans set tag_ids = '{}'`);
  tagId = await newTag();
});
const newTag = async (workspace = workspaceId) =>
  (await createTag(database, workspace, { name: newId().slice(-20), colour: 'gold' }, originIn(workspace)))
    .id;

type Given = Partial<Parameters<typeof startTagging>[2]>;
const start = async (given: Given = {}) =>
  (
    await startTagging(
      database,
      workspaceId,
      { requestId: newId(), filters: {}, add: [tagId], remove: [], ...given },
      originIn(workspaceId),
    )
  ).id;
const run = (id: string, signal = new AbortController().signal, last = false) =>
  runTagging(database, workspaceId, id, { last, signal });
async function latest() {
  const found = await findLatest(database, workspaceId);
  if (found === null) throw new Error('there is no tagging');
  return found;
}
async function count(workspace = workspaceId) {
  const { rows } = await database.db.execute<{ tagged: number; uses: number }>(sql`
    select (select count(*) from account_fans where workspace_id = ${workspace} and tag_ids @> array[${tagId}::uuid])
      as tagged, (select uses from fan_tags where id = ${tagId}) as uses`);
  return rows[0];
}
const audited = async (action: string) =>
  (
    await database.db.execute<{ details: Record<string, unknown> }>(sql`
      select details from audit_entries where workspace_id = ${workspaceId} and action = ${action}
      order by id desc limit 1`)
  ).rows[0]?.details;

describe('a tagging', () => {
  it('tags all fans of the workspace once, and none of another', async () => {
    await run(await start());
    expect(await latest()).toMatchObject({ state: 'done', expected: fans, checked: fans, changed: fans });
    expect(await count()).toEqual({ tagged: fans, uses: fans });
    expect(await count(other)).toMatchObject({ tagged: 0 });
    const numbers = { fans, changed: fans, skipped: 0, state: 'done' };
    expect(await audited('fan.tagging-ended')).toMatchObject(numbers);
  });

  it('applies the list’s filters, and records them with the number of fans', async () => {
    const filters = { platforms: ['line' as const], from: '2026-05-01' };
    await run(await start({ filters }));
    const matching = Math.floor(fans / 10);
    expect(await latest()).toMatchObject({ state: 'done', expected: matching, changed: matching });
    expect(await count()).toEqual({ tagged: matching, uses: matching });
    const details = await audited('fan.tagging-started');
    expect(details).toMatchObject({ filters: 'platforms: line; from: 2026-05-01', fans: matching });
  });

  it('removes the tag by which the fans are found', async () => {
    await run(await start());
    await run(await start({ filters: { tagIds: [tagId] }, add: [], remove: [tagId] }));
    expect(await latest()).toMatchObject({ state: 'done', checked: fans, changed: fans });
    expect(await count()).toEqual({ tagged: 0, uses: 0 });
  });

  it('tags each fan once when two processes run it at the same time', async () => {
    const id = await start();
    await Promise.all([run(id), run(id)]);
    // Each stops once the other has advanced the position; the job remains until one has finished.
    await run(id);
    expect(await latest()).toMatchObject({ state: 'done', checked: fans, changed: fans });
    expect(await count()).toEqual({ tagged: fans, uses: fans });
  });

  it('stops with its process and continues with the next', async () => {
    const id = await start();
    const stop = new AbortController();
    const running = run(id, stop.signal);
    await expect.poll(async () => (await latest()).checked).toBeGreaterThanOrEqual(batchFans);
    stop.abort();
    await expect(running).rejects.toThrow();
    const stopped = await latest();
    expect(stopped).toMatchObject({ state: 'running' });
    expect(await count()).toEqual({ tagged: stopped.checked, uses: stopped.checked });
    await run(id);
    expect(await count()).toEqual({ tagged: fans, uses: fans });
  });

  it('remains cancelled', async () => {
    const id = await start();
    await cancelTagging(database, workspaceId, id, originIn(workspaceId));
    await run(id);
    expect(await latest()).toMatchObject({ state: 'cancelled', checked: 0 });
    expect(await audited('fan.tagging-cancelled')).toMatchObject({ changed: 0 });
    const another = cancelTagging(database, other, id, originIn(other));
    await expect(another).rejects.toMatchObject({ error: 'fan-tagging.not-found' });
  });

  it('skips fans who would have too many tags', async () => {
    const full = Array.from({ length: 20 }, () => newId());
    await database.db.execute(sql`
      update account_fans set tag_ids = ${sql.param(full)}::uuid[]
      where workspace_id = ${workspaceId} and platform = 'line'`);
    await run(await start());
    const skipped = Math.floor(fans / 10);
    expect(await latest()).toMatchObject({ checked: fans, changed: fans - skipped, skipped });
  });

  it('ends when its tags are deleted', async () => {
    const id = await start();
    await deleteTag(database, workspaceId, tagId, originIn(workspaceId));
    await run(id);
    expect(await latest()).toMatchObject({ state: 'failed', failure: 'tags-gone', changed: 0 });
  });
});

describe('starting a tagging', () => {
  it('starts nothing more when the request is repeated', async () => {
    const requestId = newId();
    const ids = await Promise.all([start({ requestId }), start({ requestId })]);
    await run(requestId);
    expect(await start({ requestId })).toBe(requestId);
    expect(ids).toEqual([requestId, requestId]);
    expect(await count()).toEqual({ tagged: fans, uses: fans });
  });

  it('refuses a tagging while another is running', async () => {
    await start();
    await expect(start()).rejects.toMatchObject({ error: 'fan-tagging.running' });
  });

  it('refuses a tagging with a tag of another workspace', async () => {
    const foreign = await newTag(other);
    await expect(start({ add: [foreign] })).rejects.toMatchObject({ error: 'fan-tag.not-found' });
    expect(await findLatest(database, workspaceId)).toBeNull();
  });
});
