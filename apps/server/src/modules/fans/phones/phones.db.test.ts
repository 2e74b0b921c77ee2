import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { findMiscounts } from '../counters/queries.ts';
import { presentIdentity } from '../details/presenter.ts';
import { readIdentities } from '../details/queries.ts';
import { resolveFans } from '../fakes.ts';
import { undoMerge } from '../merges/service.ts';
import { readFanCounts } from '../queries.ts';
import { turnIntoBaseFans } from '../resets/store.ts';

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

type Place = { workspaceId: WorkspaceId; subAccountId: string; accounts: readonly [string, string] };
let place: Place;
beforeEach(async () => {
  place = await addPlace({ merging: true });
});

async function addPlace({ merging }: { merging: boolean }): Promise<Place> {
  const workspaceId = trustWorkspaceId(newId());
  const subAccountId = newId();
  await database.db.execute(sql`
    insert into workspaces (id, merge_fans_by_phone) values (${workspaceId}, ${merging})`);
  await database.db.execute(sql`
    insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
    values (${workspaceId}, ${subAccountId}, ${subAccountId}, '', '')`);
  return { workspaceId, subAccountId, accounts: [newId(), newId()] };
}

let clock = Date.UTC(2026, 4, 3, 12);
function encounterOf(platformUserId: string, phone: string | null, account: 0 | 1 = 0, where = place) {
  clock += 1_000;
  return {
    workspaceId: where.workspaceId,
    platform: 'telegram' as const,
    socialAccountId: where.accounts[account],
    subAccountId: where.subAccountId,
    platformUserId,
    displayName: null,
    phone,
    platformMessageId: newId(),
    history: false,
    at: clock,
  };
}
async function meet(...given: Parameters<typeof encounterOf>) {
  const encounter = encounterOf(...given);
  const [outcome] = await transaction(database, (tx) => resolveFans(tx, [encounter]));
  if (!outcome) throw new Error('no outcome');
  return outcome;
}

const setMerging = (merging: boolean) =>
  database.db.execute(sql`
    update workspaces set merge_fans_by_phone = ${merging} where id = ${place.workspaceId}`);

async function openOrder(): Promise<string> {
  const id = newId();
  await database.db.execute(sql`
    insert into work_orders (workspace_id, id, name, platform, sub_account_id, time_zone, open_day, open_since, next_reset_at)
    values (${place.workspaceId}, ${id}, 'Spring', 'telegram', ${place.subAccountId}, 'UTC', '2026-05-03',
      '2026-05-03T00:00:00Z', '2026-05-04T00:00:00Z')`);
  return id;
}

async function totals(where = place) {
  const counts = await readFanCounts(database, where.workspaceId, where.accounts);
  return where.accounts.map((id) => counts.get(id)?.total);
}

async function merges() {
  const { rows } = await database.db.execute<{ id: string; reason: string; by: string | null }>(sql`
    select id, reason, merged_by as by from fan_merges
    where workspace_id = ${place.workspaceId} and undone_at is null`);
  return rows;
}

async function undo(mergeId: string) {
  clock += 1_000;
  const request = { workspaceId: place.workspaceId, mergeId, undoneBy: null, at: clock };
  return transaction(database, (tx) => undoMerge(tx, request));
}

async function countPeople() {
  const { rows } = await database.db.execute<{ people: number }>(sql`
    select count(distinct fan_id)::int as people from fan_identities where workspace_id = ${place.workspaceId}`);
  return rows[0]?.people;
}

const number = '+34 600 000 000';

/** Adds keys to a dedupe library for Telegram. */
async function list(...keys: string[]) {
  const libraryId = newId();
  await database.db.execute(sql`
    insert into dedupe_libraries (workspace_id, id, name, platform, range)
    values (${place.workspaceId}, ${libraryId}, '', 'telegram', 'all')`);
  for (const key of keys)
    await database.db.execute(sql`
      insert into dedupe_entries (workspace_id, platform, key, library_id)
      values (${place.workspaceId}, 'telegram', ${key}, ${libraryId})`);
}

describe('a number that is known', () => {
  beforeEach(async () => {
    await database.db.execute(sql`
      update sub_accounts set dedupe_scope = 'sub-account' where workspace_id = ${place.workspaceId}`);
  });
  const elsewhere = async () => {
    const subAccountId = newId();
    await database.db.execute(sql`
      insert into sub_accounts (workspace_id, id, account_name, password_hash, remark, dedupe_scope)
      values (${place.workspaceId}, ${subAccountId}, ${subAccountId}, '', '', 'sub-account')`);
    return { ...place, subAccountId };
  };

  it('makes its person a repeat if a library lists it, though the message doesn’t contain it', async () => {
    await meet('u1', number);
    await list('34600000000');
    expect(await meet('u1', null, 1, await elsewhere())).toMatchObject({ verdict: 'repeat', fresh: true });
    const { rows } = await database.db.execute(sql`
      select rule, library_id is not null as listed from fan_verdicts
      where workspace_id = ${place.workspaceId} order by decided_at`);
    expect(rows).toMatchObject([
      { rule: 'first', listed: false },
      { rule: 'listed', listed: true },
    ]);
    expect(await findMiscounts(database)).toEqual([]);
  });

  it('counts for a person as long as the number is that person’s', async () => {
    await meet('u1', number);
    await meet('u2', number);
    const [merge] = await merges();
    await list('34600000000');
    const where = await elsewhere();
    expect(await meet('u2', null, 1, where)).toMatchObject({ verdict: 'repeat' });
    // After the undoing, the number stays with the person who had it first.
    await undo(merge?.id ?? '');
    expect(await totals()).toMatchObject([{ new: 1 }, { new: 1, repeat: 0 }]);
    expect(await meet('u1', null, 1, await elsewhere())).toMatchObject({ verdict: 'repeat' });
    expect(await findMiscounts(database)).toEqual([]);
  });
});

describe('mergeFansByPhone', () => {
  it('merges two people with one number into one, who is new once', async () => {
    await meet('u1', number);
    expect(await meet('u2', '34600000000', 1)).toMatchObject({ verdict: 'repeat', fresh: true });
    expect(await merges()).toMatchObject([{ reason: 'phone', by: null }]);
    expect(await findMiscounts(database)).toEqual([]);
  });

  it('corrects what was counted when the number comes later', async () => {
    await meet('u1', number);
    await meet('u2', null, 1);
    await meet('u2', number, 1);
    expect(await totals()).toMatchObject([{ new: 1 }, { new: 0, repeat: 1 }]);
    expect(await meet('u2', number, 0)).toMatchObject({ fresh: false });
    expect(await findMiscounts(database)).toEqual([]);
  });

  it('doesn’t merge people whose merge the owner has undone', async () => {
    await meet('u1', number);
    await meet('u2', number, 1);
    const [merge] = await merges();
    expect(await undo(merge?.id ?? '')).toMatchObject({ ok: true });
    expect(await totals()).toMatchObject([{ new: 1 }, { new: 1, repeat: 0 }]);
    await meet('u2', number, 0);
    expect(await merges()).toEqual([]);
    // A third person with the number is merged into the one who had it first.
    expect(await meet('u3', number, 1)).toMatchObject({ verdict: 'repeat' });
    expect(await findMiscounts(database)).toEqual([]);
  });

  it('merges only if the owner enables it, and within one workspace', async () => {
    const apart = await addPlace({ merging: false });
    await meet('u1', number);
    await meet('u1', number, 0, apart);
    expect(await meet('u2', number, 1, apart)).toMatchObject({ verdict: 'new' });
    expect(await totals(apart)).toMatchObject([{ new: 1 }, { new: 1 }]);
  });

  it('shows a number in the list, but not over what an agent has noted', async () => {
    await meet('u1', null);
    await meet('u1', null, 1);
    await database.db.execute(sql`
      update account_fans set phone = 'mother’s: 12' where workspace_id = ${place.workspaceId}
        and social_account_id = ${place.accounts[1]}`);
    const { fanId } = await meet('u1', number);
    const { rows } = await database.db.execute<{ phone: string }>(sql`
      select phone from account_fans where workspace_id = ${place.workspaceId} order by phone`);
    expect(rows.map(({ phone }) => phone)).toEqual([number, 'mother’s: 12']);
    const identities = await readIdentities(database, place.workspaceId, fanId);
    expect(identities.map(presentIdentity)).toMatchObject([
      { platform: null, account: '34600000000', link: null, ownFanId: fanId },
      { platform: 'telegram', account: 'u1' },
    ]);
  });

  it('shows the number of a person who is not the first to have it', async () => {
    await setMerging(false);
    await meet('u1', number);
    await meet('u2', null, 1);
    await meet('u2', number, 1);
    const { rows } = await database.db.execute<{ phone: string }>(sql`
      select phone from account_fans where workspace_id = ${place.workspaceId}`);
    expect(rows.map(({ phone }) => phone)).toEqual([number, number]);
  });

  it('locks rows of the list after the work orders, as resets do', async () => {
    const orderId = await openOrder();
    await meet('u1', null);
    let attempts = 0;
    let met: Promise<unknown> = Promise.resolve();
    await transaction(database, async (reset) => {
      await reset.db.execute(sql`select from work_orders where id = ${orderId} for update`);
      met = transaction(database, (tx) => {
        attempts += 1;
        return resolveFans(tx, [encounterOf('u1', number), encounterOf('u2', null)]);
      });
      await until('the wait for the work order', async () => {
        const { rows } = await database.db.execute(sql`select from pg_locks where not granted`);
        return rows.length > 0 || null;
      });
      await turnIntoBaseFans(reset, { ...place, workOrderId: orderId, day: '2026-05-03' }, clock);
    });
    await met;
    expect(attempts).toBe(1);
  });

  it('merges people with one number whose first messages arrive concurrently', async () => {
    await Promise.all(['u1', 'u2', 'u3', 'u4'].map((who, n) => meet(who, number, n % 2 === 0 ? 0 : 1)));
    // A person who lost the race for the number is merged by the next message with it.
    await Promise.all(['u1', 'u2', 'u3', 'u4'].map((who) => meet(who, number)));
    expect(await countPeople()).toBe(1);
    const counts = await totals();
    expect((counts[0]?.new ?? 0) + (counts[1]?.new ?? 0)).toBe(1);
    expect(await findMiscounts(database)).toEqual([]);
  });

  it('survives batches with numbers of the same people in opposite orders', async () => {
    for (let round = 0; round < 5; round += 1) {
      place = await addPlace({ merging: true });
      const people = Array.from({ length: 6 }, (_, n) => ({ who: `u${n}`, phone: `+3460000000${n % 2}` }));
      for (const { who } of people) await meet(who, null);
      const batch = people.map(({ who, phone }, n) => encounterOf(who, phone, n % 2 === 0 ? 1 : 0));
      const batches = [batch, batch.toReversed(), batch, batch.toReversed()];
      const attempts = batches.map(() => 0);
      await Promise.all(
        batches.map((it, n) =>
          transaction(database, (tx) => {
            attempts[n] = (attempts[n] ?? 0) + 1;
            return resolveFans(tx, it);
          }),
        ),
      );
      expect(attempts).toEqual([1, 1, 1, 1]);
      expect(await countPeople()).toBe(2);
    }
    expect(await findMiscounts(database)).toEqual([]);
  });

  it('survives two batches, each with the number of a person whom the other meets first', async () => {
    const attempts: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      place = await addPlace({ merging: true });
      for (const who of ['u0', 'u1']) await meet(who, null);
      const batches = [
        [encounterOf('u1', '+34600000001'), encounterOf('u0', null, 1)],
        [encounterOf('u0', '+34600000002'), encounterOf('u1', null, 1)],
      ];
      await Promise.all(
        batches.map((batch) =>
          transaction(database, (tx) => {
            attempts.push(round);
            return resolveFans(tx, batch);
          }),
        ),
      );
    }
    expect(attempts).toHaveLength(10);
    expect(await findMiscounts(database)).toEqual([]);
  });
});
