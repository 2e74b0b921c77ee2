import { randomUUID } from 'node:crypto';
import type * as charactersApi from '@parley/contract/characters';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { type AllocationQuery, expectTheRestFromAnyPlace, recordsRig, whole } from './testing/records-rig.ts';

const rig = recordsRig();

describe('the allocation record', () => {
  it('keeps what both sides had, for additions and for what is taken back', async () => {
    await rig.spend(400);
    await rig.allocate(500, 'For the weekend');
    await rig.takeBack(100);
    expect((await rig.allocations()).list).toMatchObject([
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
        subAccountId: rig.agent.subAccountId,
        accountName: rig.agent.accountName,
      },
      { direction: 'add', amount: 10_000, before: 0, after: 10_000, ownerRemaining: 990_000, remark: '' },
    ]);
  });

  it('says which were moved by nobody’s hand', async () => {
    const { subAccountId } = rig.agent;
    const { characters } = rig.app.app.services;
    await transaction(rig.app.app.database, (tx) =>
      characters.setAutoAllocation(tx, rig.owner.workspaceId, subAccountId, { below: 10_000, amount: 500 }),
    );
    await rig.spend(1);
    await rig.takeBack(100);
    expect((await rig.allocations()).list).toMatchObject([
      { direction: 'remove', amount: 100, automatic: false, remark: 'Too many' },
      { direction: 'add', amount: 500, automatic: true, remark: '' },
      { direction: 'add', amount: 10_000, automatic: false },
    ]);
  });

  it('links up without a gap when many allocate at once', async () => {
    const second = await rig.app.createSubAccount(rig.owner, { characters: 1 });
    const targets = [rig.agent.subAccountId, second.subAccountId];
    await Promise.all(Array.from({ length: 40 }, (_, n) => rig.allocate(n + 1, undefined, targets[n % 2])));
    const list = (await rig.allocations({ pageSize: 200 })).list.reverse();
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

  it('books a repeated request once, also when the owner has too few by then', async () => {
    const body = { requestId: randomUUID(), subAccountId: rig.agent.subAccountId, amount: 600_000 };
    for (let time = 0; time < 2; time += 1)
      await rig.app.call(subAccountsApi.allocateCharacters, { body }, rig.owner.token);
    expect((await rig.allocations()).list.map(({ amount }) => amount)).toEqual([600_000, 10_000]);
    await expect(rig.allocate(600_000)).rejects.toMatchObject({ error: 'characters.short' });
  });

  it('sums the ledger where a process of the version before kept no balances', async () => {
    await rig.spend(400);
    await rig.settle();
    await rig.allocate(500);
    await rig.takeBack(100);
    const kept = (await rig.allocations()).list;
    await rig.app.app.database.db.execute(
      sql`update character_entries set sub_account_before = null, owner_after = null
          where workspace_id = ${rig.owner.workspaceId}`,
    );
    expect((await rig.allocations()).list).toEqual(kept);
  });

  it('the allocation record can be narrowed by sub-account, direction and days, and paged', async () => {
    const second = await rig.app.createSubAccount(rig.owner, { characters: 3 });
    await rig.takeBack(2);
    await rig.app.app.database.db.execute(
      sql`update character_entries set created_at = '2026-01-05T15:59:59.999999Z'
          where workspace_id = ${rig.owner.workspaceId} and amount = 10000`,
    );
    const amounts = async (query: AllocationQuery) =>
      (await rig.allocations(query)).list.map(({ amount }) => amount);
    expect(await amounts({})).toEqual([2, 3, 10_000]);
    expect(await amounts({ direction: 'add' })).toEqual([3, 10_000]);
    expect(await amounts({ direction: 'remove' })).toEqual([2]);
    expect(await amounts({ subAccountId: rig.agent.subAccountId })).toEqual([2, 10_000]);
    expect(await amounts({ subAccountId: second.subAccountId, direction: 'remove' })).toEqual([]);
    expect(await amounts({ to: '2026-01-05' })).toEqual([10_000]);
    expect(await amounts({ from: '2026-01-06' })).toEqual([2, 3]);
    expect(await amounts({ from: '2026-01-05', to: '2026-01-05' })).toEqual([10_000]);
    const all = (await rig.allocations()).list;
    for (const size of [1, 2]) expect(await whole((query) => rig.allocations(query), size)).toEqual(all);
    expect((await rig.allocations({ cursor: 'x_y' })).list).toEqual(all);
  });

  it('goes on from any place with any filters', async () => {
    const second = await rig.app.createSubAccount(rig.owner, { characters: 3 });
    for (let day = 0; day < 3; day += 1) {
      for (const to of [rig.agent, second]) await rig.allocate(1, 'A day', to.subAccountId);
      await rig.takeBack(1);
      await rig.app.app.database.db.execute(sql`
        update character_entries set created_at = created_at - interval '1 day'
        where workspace_id = ${rig.owner.workspaceId}`);
    }
    const dayOf = ({ time }: charactersApi.CharacterAllocationRecord) =>
      new Date(time + 8 * 3_600_000).toISOString().slice(0, 10);
    const middle = (await rig.allocations()).list.map(dayOf)[5];
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
      (query) => rig.allocations(query),
      ways,
      {},
    );
  });
});
