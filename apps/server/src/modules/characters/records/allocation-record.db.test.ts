import { randomUUID } from 'node:crypto';
import type * as charactersApi from '@parley/contract/characters';
import { describe, expect, it } from 'vitest';
import {
  type AllocationQuery,
  expectTheRestFromAnyPlace,
  readAllPages,
  recordsHarness,
} from './testing/records-harness.ts';

const harness = recordsHarness();

describe('the allocation record', () => {
  it('records both balances, for additions and for characters taken back', async () => {
    await harness.spend(400);
    await harness.allocate(500, 'For the weekend');
    await harness.takeBack(100);
    expect((await harness.allocations()).list).toMatchObject([
      {
        direction: 'remove',
        amount: 100,
        before: 10_100,
        after: 10_000,
        ownerRemaining: 989_600,
        remark: 'Too many',
      },
      {
        direction: 'add',
        amount: 500,
        before: 9_600,
        after: 10_100,
        ownerRemaining: 989_500,
        remark: 'For the weekend',
        subAccountId: harness.agent.subAccountId,
        accountName: harness.agent.accountName,
      },
      { direction: 'add', amount: 10_000, before: 0, after: 10_000, ownerRemaining: 990_000, remark: '' },
    ]);
  });

  it('marks automatic moves', async () => {
    const { subAccountId } = harness.agent;
    await harness.inTransaction((tx) =>
      harness.characters.setAutoAllocation(tx, harness.workspaceId, subAccountId, {
        below: 10_000,
        amount: 500,
      }),
    );
    await harness.spend(1);
    await harness.takeBack(100);
    expect((await harness.allocations()).list).toMatchObject([
      { direction: 'remove', amount: 100, automatic: false, remark: 'Too many' },
      { direction: 'add', amount: 500, automatic: true, remark: '' },
      { direction: 'add', amount: 10_000, automatic: false },
    ]);
  });

  it('has no gaps when many allocate concurrently', async () => {
    const second = await harness.addAgent(1);
    const targets = [harness.agent.subAccountId, second.subAccountId];
    // Ten at a time, so that none waits for a connection of the pool.
    const lanes = Array.from({ length: 10 }, async (_, lane) => {
      for (let n = lane; n < 40; n += 10) await harness.allocate(n + 1, undefined, targets[n % 2]);
    });
    await Promise.all(lanes);
    const list = (await harness.allocations({ pageSize: 200 })).list.reverse();
    expect(list).toHaveLength(42);
    let ownerHad = 1_000_000;
    const had = new Map(targets.map((id) => [id, 0]));
    for (const row of list) {
      expect(row.before).toBe(had.get(row.subAccountId));
      expect(row.after).toBe(row.before + row.amount);
      ownerHad -= row.amount;
      expect(row.ownerRemaining).toBe(ownerHad);
      had.set(row.subAccountId, row.after);
    }
  });

  it('books a repeated request once, even if the owner has too few characters by then', async () => {
    const key = randomUUID();
    for (let time = 0; time < 2; time += 1) await harness.allocate(600_000, undefined, undefined, key);
    expect((await harness.allocations()).list.map(({ amount }) => amount)).toEqual([600_000, 10_000]);
    await expect(harness.allocate(600_000)).rejects.toMatchObject({ error: 'characters.short' });
  });

  it('sums the ledger where the previous version stored no balances', async () => {
    await harness.spend(400);
    await harness.settle();
    await harness.allocate(500);
    await harness.takeBack(100);
    const kept = (await harness.allocations()).list;
    await harness.setEntries(null, { subAccountBefore: null, ownerAfter: null });
    expect((await harness.allocations()).list).toEqual(kept);
  });

  it('filters by sub-account, direction and days, and pages', async () => {
    const second = await harness.addAgent(3);
    await harness.takeBack(2);
    await harness.setEntries({ amount: 10_000 }, { createdAt: new Date('2026-01-05T15:59:59.999Z') });
    const amounts = async (query: AllocationQuery) =>
      (await harness.allocations(query)).list.map(({ amount }) => amount);
    expect(await amounts({})).toEqual([2, 3, 10_000]);
    expect(await amounts({ direction: 'add' })).toEqual([3, 10_000]);
    expect(await amounts({ direction: 'remove' })).toEqual([2]);
    expect(await amounts({ subAccountId: harness.agent.subAccountId })).toEqual([2, 10_000]);
    expect(await amounts({ subAccountId: second.subAccountId, direction: 'remove' })).toEqual([]);
    expect(await amounts({ to: '2026-01-05' })).toEqual([10_000]);
    expect(await amounts({ from: '2026-01-06' })).toEqual([2, 3]);
    expect(await amounts({ from: '2026-01-05', to: '2026-01-05' })).toEqual([10_000]);
    const all = (await harness.allocations()).list;
    for (const size of [1, 2])
      expect(await readAllPages((query) => harness.allocations(query), size)).toEqual(all);
    expect((await harness.allocations({ cursor: 'x_y' })).list).toEqual(all);
  });

  it('continues from any place with any filters', async () => {
    const second = await harness.addAgent(3);
    for (let day = 0; day < 3; day += 1) {
      for (const to of [harness.agent, second]) await harness.allocate(1, 'A day', to.subAccountId);
      await harness.takeBack(1);
      await harness.age(1, null);
    }
    const dayOf = ({ time }: charactersApi.CharacterAllocationRecord) =>
      new Date(time + 8 * 3_600_000).toISOString().slice(0, 10);
    const middle = (await harness.allocations()).list.map(dayOf)[5];
    const days: AllocationQuery[] = [{}, { from: middle }, { to: middle }, { from: middle, to: middle }];
    const filtered = days
      .flatMap((it) => [it, { ...it, subAccountId: second.subAccountId }])
      .flatMap((it) => [it, { ...it, direction: 'add' as const }]);
    const ways = filtered.map((filters) => {
      const { from = '', to = '9', subAccountId, direction } = filters;
      const lets = (it: charactersApi.CharacterAllocationRecord) =>
        from <= dayOf(it) &&
        dayOf(it) <= to &&
        (subAccountId ?? it.subAccountId) === it.subAccountId &&
        (direction ?? it.direction) === it.direction;
      return { filters, lets };
    });
    await expectTheRestFromAnyPlace<charactersApi.CharacterAllocationRecord, AllocationQuery>(
      (query) => harness.allocations(query),
      ways,
      {},
    );
  });
});
