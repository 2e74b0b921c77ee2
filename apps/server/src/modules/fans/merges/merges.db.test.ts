import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { findMiscounts } from '../counters/queries.ts';
import { resolveFans } from '../fakes.ts';
import { readFanCounts } from '../queries.ts';
import type { Encounter } from '../service.ts';
import { followIdChange, mergeFans, undoMerge } from './service.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, pino({ level: 'silent' }), 12);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

let workspaceId: WorkspaceId;
let subAccountId: string;
const accounts = { one: '', two: '' };
beforeEach(async () => {
  workspaceId = trustWorkspaceId(newId());
  subAccountId = newId();
  for (const name of ['one', 'two'] as const) accounts[name] = newId();
  await database.db.execute(sql`insert into workspaces (id) values (${workspaceId})`);
  await database.db.execute(sql`
    insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
    values (${workspaceId}, ${subAccountId}, ${subAccountId}, '', '')`);
});

let clock = Date.UTC(2026, 4, 3, 12);
/** Advances by a second at each call. */
function tick(): number {
  clock += 1_000;
  return clock;
}
const encounter = (platformUserId: string, account: keyof typeof accounts): Encounter => ({
  workspaceId,
  platform: 'telegram',
  socialAccountId: accounts[account],
  subAccountId,
  platformUserId,
  displayName: null,
  platformMessageId: newId(),
  history: false,
  at: tick(),
});
async function meet(platformUserId: string, account: keyof typeof accounts) {
  const [outcome] = await transaction(database, (tx) =>
    resolveFans(tx, [encounter(platformUserId, account)]),
  );
  if (!outcome) throw new Error('no outcome');
  return outcome;
}
const merge = (keptFanId: string, mergedFanId: string) =>
  transaction(database, (tx) =>
    mergeFans(tx, {
      workspaceId,
      keptFanId,
      mergedFanId,
      reason: 'manual',
      mergedBy: null,
      at: tick(),
    }),
  );
async function merged(keptFanId: string, mergedFanId: string): Promise<string> {
  const outcome = await merge(keptFanId, mergedFanId);
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.mergeId;
}
const undo = (mergeId: string) =>
  transaction(database, (tx) => undoMerge(tx, { workspaceId, mergeId, undoneBy: null, at: tick() }));
async function totals(account: keyof typeof accounts) {
  const counts = await readFanCounts(database, workspaceId, [accounts[account]]);
  return counts.get(accounts[account])?.total;
}

describe('merging fans', () => {
  it('counts two new fans of two accounts as a new one and a repeat, and reverts that', async () => {
    const [ana, eva] = [await meet('u1', 'one'), await meet('u2', 'two')];
    const mergeId = await merged(ana.fanId, eva.fanId);
    expect(await totals('one')).toEqual({ base: 0, new: 1, repeat: 0 });
    expect(await totals('two')).toEqual({ base: 0, new: 0, repeat: 1 });
    expect(await findMiscounts(database)).toEqual([]);
    expect(await undo(mergeId)).toMatchObject({ ok: true });
    expect(await totals('two')).toEqual({ base: 0, new: 1, repeat: 0 });
    expect(await undo(mergeId)).toEqual({ ok: false, reason: 'undone' });
    expect(await findMiscounts(database)).toEqual([]);
  });

  it('counts by the last correction, though its transaction began before the other', async () => {
    const [ana, eva] = [await meet('u1', 'one'), await meet('u2', 'two')];
    const before = tick();
    const mergeId = await merged(ana.fanId, eva.fanId);
    await transaction(database, (tx) => undoMerge(tx, { workspaceId, mergeId, undoneBy: null, at: before }));
    expect(await totals('two')).toEqual({ base: 0, new: 1, repeat: 0 });
    expect(await findMiscounts(database)).toEqual([]);
  });

  it('shows the kept fan’s details in the row of the earlier one, and returns both by undoing', async () => {
    const [ana, eva] = [await meet('u1', 'one'), await meet('u2', 'one')];
    const describe = (fan: { fanId: string }, name: string) =>
      database.db.execute(sql`
        update account_fans set display_name = ${name}, alias = ${`${name} of Lima`}, notes = ${`Met ${name}`},
          tag_ids = array[${fan.fanId}::uuid] where workspace_id = ${workspaceId} and own_fan_id = ${fan.fanId}`);
    await describe(ana, 'Ana');
    await describe(eva, 'Eva');
    const shown = async () => {
      const { rows } = await database.db.execute(sql`
        select display_name as name, alias, notes, platform_user_id as account, tag_ids[1] as tag from account_fans
        where workspace_id = ${workspaceId} and type <> 'merged' order by grown_at`);
      return rows;
    };
    const details = (fan: { fanId: string }, name: string, account: string) => ({
      name,
      alias: `${name} of Lima`,
      notes: `Met ${name}`,
      account,
      tag: fan.fanId,
    });
    const mergeId = await merged(eva.fanId, ana.fanId);
    expect(await shown()).toEqual([details(eva, 'Eva', 'u1')]);
    await database.db.execute(sql`
      update account_fans set notes = 'Met Eva again' where workspace_id = ${workspaceId} and type <> 'merged'`);
    expect(await undo(mergeId)).toMatchObject({ ok: true });
    expect(await shown()).toEqual([
      details(ana, 'Ana', 'u1'),
      { ...details(eva, 'Eva', 'u2'), notes: 'Met Eva again' },
    ]);
  });

  it('counts a person once on one account, and lets the other identity write without a verdict', async () => {
    const [ana, eva] = [await meet('u1', 'one'), await meet('u2', 'one')];
    const mergeId = await merged(ana.fanId, eva.fanId);
    expect(await totals('one')).toEqual({ base: 0, new: 1, repeat: 0 });
    expect(await meet('u2', 'one')).toMatchObject({ fresh: false, verdict: 'new' });
    expect(await meet('u2', 'two')).toMatchObject({ fresh: true, verdict: 'repeat' });
    expect(await meet('u1', 'two')).toMatchObject({ fresh: false, verdict: 'repeat' });
    await undo(mergeId);
    expect(await totals('one')).toEqual({ base: 0, new: 2, repeat: 0 });
    // The verdict at the second account was given to the second identity, which had been seen at the first account.
    expect(await totals('two')).toEqual({ base: 0, new: 0, repeat: 1 });
    expect(await meet('u1', 'two')).toMatchObject({ fresh: true, verdict: 'repeat' });
    expect(await findMiscounts(database)).toEqual([]);
  });

  it('assigns a first encounter to the right fan after a concurrent undoing', async () => {
    const [ana, eva, ida] = [await meet('u1', 'one'), await meet('u2', 'one'), await meet('u3', 'one')];
    await merged(eva.fanId, ida.fanId);
    const mergeId = await merged(ana.fanId, eva.fanId);
    const { promise: committing, resolve: commit } = Promise.withResolvers<void>();
    const { promise: undone, resolve: isUndone } = Promise.withResolvers<void>();
    const undoing = transaction(database, async (tx) => {
      await undoMerge(tx, { workspaceId, mergeId, undoneBy: null, at: tick() });
      isUndone();
      await committing;
    });
    await undone;
    // The writer is still found as a part of the merged person.
    const counted = meet('u3', 'two');
    const waiting = sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%for key share of f%'`;
    await until('the encounter to wait', async () => (await database.db.execute(waiting)).rows.length > 0);
    commit();
    await undoing;
    const outcome = await counted;
    expect(outcome).toEqual({ fanId: ida.fanId, verdict: 'repeat', fresh: true });
    const { rows } = await database.db.execute(sql`
      select fan_id as "fanId" from account_fans where social_account_id = ${accounts.two}`);
    expect(rows).toEqual([{ fanId: eva.fanId }]);
    expect(await meet('u3', 'two')).toMatchObject({ fresh: false });
    expect(await meet('u1', 'two')).toMatchObject({ fresh: true });
  });

  it('makes a person new at an account who was a repeat there only by the merge', async () => {
    const ana = await meet('u1', 'one');
    const eva = await meet('u2', 'one');
    const mergeId = await merged(ana.fanId, eva.fanId);
    await database.db.execute(sql`
      delete from account_fans where workspace_id = ${workspaceId} and own_fan_id = ${eva.fanId}`);
    await database.db.execute(
      sql`delete from fan_verdicts where workspace_id = ${workspaceId} and fan_id = ${eva.fanId}`,
    );
    await database.db.execute(sql`delete from fan_corrections where workspace_id = ${workspaceId}`);
    expect(await meet('u2', 'two')).toMatchObject({ fresh: true, verdict: 'repeat' });
    await undo(mergeId);
    expect(await totals('two')).toEqual({ base: 0, new: 1, repeat: 0 });
  });

  it('undoes any merge of a chain', async () => {
    const fans = [await meet('u1', 'one'), await meet('u2', 'one'), await meet('u3', 'one')];
    const [a = '', b = '', c = ''] = fans.map(({ fanId }) => fanId);
    const inner = await merged(b, c);
    const outer = await merged(a, b);
    expect(await totals('one')).toEqual({ base: 0, new: 1, repeat: 0 });
    expect(await merge(c, a)).toEqual({ ok: false, reason: 'same-person' });
    await undo(inner);
    expect(await totals('one')).toEqual({ base: 0, new: 2, repeat: 0 });
    await undo(outer);
    expect(await totals('one')).toEqual({ base: 0, new: 3, repeat: 0 });
    expect(await findMiscounts(database)).toEqual([]);
  });

  it('follows a platform that replaces an id, before the new one writes and after', async () => {
    const change = (oldId: string, newId: string) =>
      transaction(database, (tx) =>
        followIdChange(tx, {
          workspaceId,
          platform: 'telegram',
          socialAccountId: accounts.one,
          oldId,
          newId,
          at: tick(),
        }),
      );
    await meet('u1', 'one');
    await change('u1', 'u2');
    expect(await meet('u2', 'one')).toMatchObject({ fresh: false });
    await meet('u3', 'one');
    await change('u2', 'u3');
    await change('u2', 'u3');
    await change('nobody', 'u9');
    expect(await totals('one')).toEqual({ base: 0, new: 1, repeat: 0 });
    expect(await meet('u3', 'two')).toMatchObject({ verdict: 'repeat' });
    expect(await findMiscounts(database)).toEqual([]);
  });

  it('keeps a fan new although another server with a slow clock met it later', async () => {
    const narrow = newId();
    await database.db.execute(sql`
      insert into sub_accounts (workspace_id, id, account_name, password_hash, remark, dedupe_scope)
      values (${workspaceId}, ${narrow}, ${narrow}, '', '', 'sub-account')`);
    const ana = await meet('u1', 'one');
    const behind = { ...encounter('u1', 'two'), subAccountId: narrow, at: clock - 60_000 };
    await transaction(database, (tx) => resolveFans(tx, [behind]));
    const both = async () => [(await totals('one'))?.new, (await totals('two'))?.new];
    expect(await both()).toEqual([1, 1]);
    const mergeId = await merged(ana.fanId, (await meet('u2', 'one')).fanId);
    expect(await undo(mergeId)).toMatchObject({ ok: true });
    expect(await both()).toEqual([2, 1]);
    expect(await findMiscounts(database)).toEqual([]);
  });

  it('refuses unknown fans, and those of another workspace', async () => {
    const { fanId } = await meet('u1', 'one');
    expect(await merge(fanId, newId())).toEqual({ ok: false, reason: 'not-found' });
    const mine = workspaceId;
    workspaceId = trustWorkspaceId(newId());
    expect(await merge(fanId, fanId)).toEqual({ ok: false, reason: 'not-found' });
    workspaceId = mine;
  });

  it('survives concurrent merges, undoings and first encounters', async () => {
    const fans = await Promise.all(Array.from({ length: 6 }, (_, n) => meet(`u${n}`, 'one')));
    for (let round = 0; round < 5; round += 1) {
      const outcomes = await Promise.all([
        ...fans.slice(1).map(({ fanId }) => merge(fans[0]?.fanId ?? '', fanId)),
        ...fans.map((_, n) => meet(`u${n}`, 'two')),
      ]);
      expect(await findMiscounts(database)).toEqual([]);
      await Promise.all(outcomes.flatMap((it) => ('mergeId' in it ? [undo(it.mergeId)] : [])));
      expect(await findMiscounts(database)).toEqual([]);
    }
    expect(await totals('one')).toEqual({ base: 0, new: 6, repeat: 0 });
  });
});
