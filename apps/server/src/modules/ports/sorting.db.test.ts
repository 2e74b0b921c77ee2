import { type HeldPort, type HeldPortSort, heldPortSort } from '@parley/contract/ports';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { allBatches, allPages, sorted, sortsOf } from '../../testing/sorted.ts';
import { readHeldPortBatch, readHeldPorts } from './queries.ts';
import { takePorts } from './service.ts';
import { type PortsHarness, startPortsHarness } from './testing/ports-harness.ts';

const columns: Record<string, (row: HeldPort) => string | number> = {
  name: (row) => row.name.toLowerCase(),
  subAccount: (row) => row.subAccountRemark.toLowerCase(),
  takenAt: (row) => row.takenAt,
};
const sorts = sortsOf(columns, heldPortSort);

let harness: PortsHarness;
let workspaceId: WorkspaceId;
beforeAll(async () => {
  harness = await startPortsHarness();
  const { database } = harness;
  workspaceId = await harness.workspace(20);
  const holder = newId();
  for (const remark of ['night', 'Day', '']) {
    const id = await harness.subAccount(workspaceId);
    await database.db.execute(sql`update sub_accounts set remark = ${remark} where id = ${id}`);
    await takePorts(database, workspaceId, holder, await harness.accounts(workspaceId, id, holder, 4));
  }
  // Ties in every column.
  await database.db.execute(sql`
    with numbered as (select id, row_number() over (order by id) as n from social_accounts)
    update social_accounts a set name = (array['zoe', 'Shop', 'shop', 'a|b "c"'])[1 + n % 4]
    from numbered where numbered.id = a.id`);
  await database.db.execute(sql`
    with numbered as (select id, row_number() over (order by id) as n from port_leases)
    update port_leases l set taken_at = timestamptz '2026-01-01' + n / 2 * interval '1 second'
    from numbered where numbered.id = l.id`);
});
afterAll(() => harness.close());

const page = async (given: { pageNo: number; pageSize: number; sort: HeldPortSort }) =>
  (await readHeldPorts(harness.database, workspaceId, given)).list;
const all = (sort: HeldPortSort) => page({ pageNo: 1, pageSize: 200, sort });

describe.each(sorts)('ports by %s', (sort, keyOf) => {
  it.each([1, 5])('lists in order over pages of %i', async (pageSize) => {
    const listed = await all(sort);
    expect(listed).toHaveLength(12);
    const pages = await allPages((place) => page({ ...place, sort }), pageSize);
    expect(pages).toEqual(sorted(listed, sort, keyOf));
  });

  it('exports in the same order, from every cursor', async () => {
    const expected = sorted(await all(sort), sort, keyOf);
    for (const pageSize of [1, 5, 12]) {
      const read = (place: { cursor: string | undefined; pageSize: number }) =>
        readHeldPortBatch(harness.database, workspaceId, { ...place, sort });
      expect(await allBatches(read, pageSize)).toEqual(expected);
    }
  });
});

it('exports only the ports that match the filters, of this workspace', async () => {
  const sort = 'takenAt.desc';
  const batch = async (given: object, of = workspaceId) =>
    (await readHeldPortBatch(harness.database, of, { cursor: undefined, pageSize: 500, sort, ...given }))
      .list;
  expect(new Set((await batch({ search: 'ZO' })).map(({ name }) => name))).toEqual(new Set(['zoe']));
  expect(await batch({ platform: 'webchat' })).toEqual([]);
  const [first] = await batch({});
  const ofOne = await batch({ subAccountId: first?.subAccountId });
  expect(ofOne.map(({ subAccountRemark }) => subAccountRemark)).toEqual(
    Array(4).fill(first?.subAccountRemark),
  );
  expect(await batch({}, await harness.workspace(1))).toEqual([]);
});
