/** Tag changes in the log of a person, by each way of changing them. */
import type { FanEvent } from '@parley/contract/fans';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import { connectDatabase, type Database, transaction } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { type RequestOrigin, systemOrigin } from '../../../base/http/origin.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { deleteAccountData } from '../deletion/store.ts';
import { resolveFans } from '../fakes.ts';
import { mergeFans, undoMerge } from '../merges/service.ts';
import { readTree } from '../merges/store.ts';
import { resetStatistics, undoReset } from '../statistics/service.ts';
import { applyTags, createTag, deleteTag, mergeTags, updateTag } from '../tags/service.ts';
import { runTagging } from '../tags/taggings/run-tagging.ts';
import { startTagging } from '../tags/taggings/service.ts';
import { readLog } from './queries.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, pino({ level: 'silent' }), 6);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

let workspaceId: WorkspaceId;
let origin: RequestOrigin;
let subAccountId: string;
let socialAccountId: string;
let met: number;
beforeEach(async () => {
  workspaceId = trustWorkspaceId(newId());
  origin = { ...systemOrigin, actor: { kind: 'owner', id: newId(), workspaceId } };
  subAccountId = newId();
  socialAccountId = newId();
  met = 0;
  await database.db.execute(sql`insert into workspaces (id) values (${workspaceId})`);
  await database.db.execute(sql`
    insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
    values (${workspaceId}, ${subAccountId}, ${subAccountId}, '', 'Ana')`);
  await database.db.execute(sql`
    insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials)
    values (${workspaceId}, ${socialAccountId}, 'telegram', 'Shop', ${socialAccountId}, '', ${subAccountId}, '')`);
});

/** Creates a new fan; returns its row of the list. */
async function meet(): Promise<{ rowId: string; fanId: string }> {
  met += 1;
  const encounter = {
    workspaceId,
    platform: 'telegram' as const,
    socialAccountId,
    subAccountId,
    platformUserId: String(met),
    displayName: null,
    platformMessageId: newId(),
    history: false,
    at: Date.UTC(2026, 4, 3) + met,
  };
  const [outcome] = await transaction(database, (tx) => resolveFans(tx, [encounter]));
  const { rows } = await database.db.execute<{ id: string }>(sql`
    select id from account_fans where workspace_id = ${workspaceId} and platform_user_id = ${String(met)}`);
  return { rowId: rows[0]?.id ?? '', fanId: outcome?.fanId ?? '' };
}
const newTag = (name: string) => createTag(database, workspaceId, { name, colour: 'gold' }, origin);
const apply = (rowIds: string[], add: string[], remove: string[] = []) =>
  applyTags(database, workspaceId, { rowIds, add, remove }, origin);
const merge = (tagId: string, intoTagId: string) =>
  mergeTags(database, workspaceId, { tagId, intoTagId }, origin);
const remove = (tagId: string) => deleteTag(database, workspaceId, tagId, origin);

async function readEvents(fanId: string): Promise<FanEvent[]> {
  const own = await transaction(database, (tx) => readTree(tx, workspaceId, fanId));
  return (await readLog(database, workspaceId, own, { pageNo: 1, pageSize: 50 })).list;
}
const names = (tags: readonly { name: string }[]) => tags.map(({ name }) => name).join(',');
/** The entries about tags in short form, latest first. */
const tagged = async (fanId: string) =>
  (await readEvents(fanId)).flatMap((event) =>
    event.kind === 'tags'
      ? `+${names(event.added)} -${names(event.removed)}`
      : event.kind === 'tag-deleted'
        ? `${event.tag.name} into ${event.into?.name ?? 'none'}`
        : [],
  );

describe('the log of a fan', () => {
  it('lists given and lost tags by their names at the time, with place and owner', async () => {
    const [{ rowId, fanId }, other] = [await meet(), await meet()];
    const vip = await newTag('VIP');
    const old = await newTag('Old');
    await apply([rowId, other.rowId], [vip.id, old.id]);
    await updateTag(
      database,
      workspaceId,
      { tagId: vip.id, version: 1, name: 'Loyal', colour: 'gold' },
      origin,
    );
    await apply([rowId], [old.id], [vip.id]);
    const place = { socialAccountName: 'Shop', subAccountName: 'Ana', platform: 'telegram', rowId };
    const [latest, first, verdict] = await readEvents(fanId);
    expect(latest).toMatchObject({
      kind: 'tags',
      ...place,
      added: [],
      removed: [{ tagId: vip.id, name: 'Loyal' }],
    });
    expect(first).toMatchObject({ kind: 'tags', ...place, by: 'owner', removed: [] });
    expect(verdict).toMatchObject({ kind: 'verdict' });
    expect(await tagged(fanId)).toEqual(['+ -Loyal', '+VIP,Old -']);
    expect(await tagged(other.fanId)).toEqual(['+VIP,Old -']);
  });

  it('omits fans that a change left unchanged', async () => {
    const [{ rowId, fanId }, other] = [await meet(), await meet()];
    const vip = await newTag('VIP');
    await apply([rowId], [vip.id]);
    await apply([rowId, other.rowId], [vip.id]);
    expect(await tagged(fanId)).toEqual(['+VIP -']);
  });

  it('names the owner who started a tagging, which its job ends', async () => {
    const { fanId } = await meet();
    const vip = await newTag('VIP');
    const request = { requestId: newId(), filters: {}, add: [vip.id], remove: [] };
    const { id } = await startTagging(database, workspaceId, request, origin);
    await runTagging(database, workspaceId, id, { last: false, signal: new AbortController().signal });
    expect((await readEvents(fanId))[0]).toMatchObject({ kind: 'tags', by: 'owner' });
    expect(await tagged(fanId)).toEqual(['+VIP -']);
  });

  it('shows the deletion of a tag in the logs of all who had it, from one stored row', async () => {
    const [holder, loser, stranger] = [await meet(), await meet(), await meet()];
    const vip = await newTag('VIP');
    await apply([holder.rowId, loser.rowId], [vip.id]);
    await apply([loser.rowId], [], [vip.id]);
    const count = async () =>
      (
        await database.db.execute<{ n: number }>(sql`
          select (select count(*) from fan_tag_changes where workspace_id = ${workspaceId})
            + (select count(*) from fan_tag_ends where workspace_id = ${workspaceId}) as n`)
      ).rows[0]?.n ?? 0;
    const before = await count();
    await remove(vip.id);
    expect((await count()) - before).toBe(1);
    expect(await tagged(holder.fanId)).toEqual(['VIP into none', '+VIP -']);
    expect(await tagged(loser.fanId)).toEqual(['+ -VIP', '+VIP -']);
    expect(await tagged(stranger.fanId)).toEqual([]);
    expect((await readEvents(holder.fanId))[0]).toMatchObject({ by: 'owner', into: null });
  });

  it('follows a tag through merges until the last is deleted or removed', async () => {
    const [kept, taken] = [await meet(), await meet()];
    const [a, b, c] = [await newTag('A'), await newTag('B'), await newTag('C')];
    await apply([kept.rowId, taken.rowId], [a.id]);
    await apply([kept.rowId], [b.id]);
    await apply([kept.rowId], [], [b.id]);
    await merge(a.id, b.id);
    await merge(b.id, c.id);
    await apply([taken.rowId], [], [c.id]);
    await remove(c.id);
    const merges = ['B into C', 'A into B'];
    expect(await tagged(kept.fanId)).toEqual(['C into none', ...merges, '+ -B', '+B -', '+A -']);
    expect(await tagged(taken.fanId)).toEqual(['+ -C', ...merges, '+A -']);
  });

  it('follows merges of fans and their undoing', async () => {
    const [kept, merged] = [await meet(), await meet()];
    const [vip, old] = [await newTag('VIP'), await newTag('Old')];
    await apply([kept.rowId], [vip.id]);
    await apply([merged.rowId], [old.id]);
    const pair = { keptFanId: kept.fanId, mergedFanId: merged.fanId };
    const request = { workspaceId, ...pair, reason: 'manual', mergedBy: null, at: Date.now() } as const;
    const outcome = await transaction(database, (tx) => mergeFans(tx, request));
    if (!outcome.ok) throw new Error(outcome.reason);
    expect(await tagged(kept.fanId)).toEqual(['+Old -', '+VIP -']);
    await remove(old.id);
    expect(await tagged(kept.fanId)).toEqual(['Old into none', '+Old -', '+VIP -']);
    const undoing = { workspaceId, mergeId: outcome.mergeId, undoneBy: null, at: Date.now() };
    await transaction(database, (tx) => undoMerge(tx, undoing));
    expect(await tagged(kept.fanId)).toEqual(['+VIP -']);
    expect(await tagged(merged.fanId)).toEqual(['Old into none', '+Old -']);
  });

  it('neither repeats nor omits a change from one page to the next', async () => {
    const { rowId, fanId } = await meet();
    const vip = await newTag('VIP');
    for (let n = 0; n < 3; n += 1) {
      await apply([rowId], [vip.id]);
      await apply([rowId], [], [vip.id]);
    }
    const all = await readEvents(fanId);
    const paged: FanEvent[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await readLog(database, workspaceId, [fanId], { cursor, pageNo: 1, pageSize: 2 });
      paged.push(...page.list);
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(all);
    expect(all).toHaveLength(7);
  });

  it('shows once the statistics reset that made a fan count as base, and omits an undone one', async () => {
    const { fanId } = await meet();
    const deps = { database, clock: systemClock };
    const resets = async () =>
      (await readEvents(fanId)).flatMap(({ kind, at }) => (kind === 'statistics-reset' ? [at] : []));
    expect(await resets()).toEqual([]);
    const first = await resetStatistics(deps, workspaceId, null, origin);
    expect(await resets()).toEqual([first.resetAt]);
    const second = await resetStatistics(deps, workspaceId, first.id, origin);
    expect(await resets()).toEqual([first.resetAt]);
    await undoReset(deps, workspaceId, second.id, origin);
    await undoReset(deps, workspaceId, first.id, origin);
    expect(await resets()).toEqual([]);
  });

  it('omits the statistics reset for a fan that a work order’s reset had made a base fan before', async () => {
    const { rowId, fanId } = await meet();
    await database.db.execute(sql`
      update account_fans set base_since = now() where workspace_id = ${workspaceId} and id = ${rowId}`);
    await resetStatistics({ database, clock: systemClock }, workspaceId, null, origin);
    expect((await readEvents(fanId)).map(({ kind }) => kind)).toEqual(['reset', 'verdict']);
  });

  it('names the owner who merged two fans and who undid it, and neither for an automatic merge', async () => {
    const [kept, merged] = [await meet(), await meet()];
    const pair = { workspaceId, keptFanId: kept.fanId, mergedFanId: merged.fanId };
    const by = origin.actor.id;
    const merge = async (request: Pick<Parameters<typeof mergeFans>[1], 'reason' | 'mergedBy'>) => {
      const outcome = await transaction(database, (tx) =>
        mergeFans(tx, { ...pair, ...request, at: Date.now() }),
      );
      if (!outcome.ok) throw new Error(outcome.reason);
      return outcome.mergeId;
    };
    const mergeId = await merge({ reason: 'manual', mergedBy: by });
    await transaction(database, (tx) =>
      undoMerge(tx, { workspaceId, mergeId, undoneBy: by, at: Date.now() }),
    );
    await merge({ reason: 'platform', mergedBy: null });
    const merges = (await readEvents(kept.fanId)).filter(({ kind }) => kind === 'merge' || kind === 'undo');
    expect(merges).toMatchObject([
      { kind: 'merge', reason: 'platform', by: null },
      { kind: 'undo', by: 'owner' },
      { kind: 'merge', reason: 'manual', by: 'owner' },
    ]);
  });

  it('names the library that lists a person, and its id until the library is deleted', async () => {
    const libraryId = newId();
    await database.db.execute(sql`
      insert into dedupe_libraries (workspace_id, id, name, platform, range)
      values (${workspaceId}, ${libraryId}, 'Old customers', 'telegram', 'all')`);
    await database.db.execute(sql`
      insert into dedupe_entries (workspace_id, platform, key, library_id)
      values (${workspaceId}, 'telegram', '1', ${libraryId})`);
    const { fanId } = await meet();
    const listed = { rule: 'listed', library: 'Old customers' };
    expect(await readEvents(fanId)).toMatchObject([{ ...listed, libraryId }]);
    await database.db.execute(sql`
      update dedupe_libraries set enabled = false, deleted_at = now() where workspace_id = ${workspaceId}`);
    expect(await readEvents(fanId)).toMatchObject([{ ...listed, libraryId: null }]);
  });

  it('loses its entries with the fan’s social account', async () => {
    const { rowId } = await meet();
    const vip = await newTag('VIP');
    await apply([rowId], [vip.id]);
    while (await transaction(database, (tx) => deleteAccountData(tx, workspaceId, socialAccountId)));
    const { rows } = await database.db.execute(sql`
      select 1 from fan_tag_changes where workspace_id = ${workspaceId}`);
    expect(rows).toEqual([]);
  });
});
