/** Closes and reopens several work orders at once. */
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { setStatusOfAll } from './service.ts';
import { workOrdersHarness } from './testing/work-orders-harness.ts';

const harness = workOrdersHarness();
const noon = Date.UTC(2026, 4, 1, 4);

const set = (ids: readonly string[], status: 'open' | 'closed') =>
  harness.work((tx) => setStatusOfAll(tx, harness.act(noon), { ids, status }));
const statusOf = async (id: string) => (await harness.one(id, noon)).status;
const openBoth = async () => [
  await harness.open(noon),
  await harness.open(noon, { platform: 'webchat', name: 'Autumn' }),
];

async function recorded(action: string): Promise<string[]> {
  const { rows } = await harness.database.db.execute<{ name: string }>(sql`
    select object_name as name from audit_entries
    where workspace_id = ${harness.workspaceId} and action = ${action} order by object_name`);
  return rows.map(({ name }) => name);
}

it('closes and reopens work orders, records each, and counts those that changed', async () => {
  const ids = await openBoth();
  expect(await set(ids.slice(0, 1), 'closed')).toBe(1);
  expect(await set([...ids, ...ids], 'closed')).toBe(1);
  expect(await Promise.all(ids.map(statusOf))).toEqual(['closed', 'closed']);
  expect(await recorded('work-order.closed')).toEqual(['Autumn', 'Spring']);
  expect(await set(ids, 'open')).toBe(2);
  expect(await Promise.all(ids.map(statusOf))).toEqual(['open', 'open']);
  expect(await recorded('work-order.reopened')).toEqual(['Autumn', 'Spring']);
});

it('changes none when the workspace lacks one, or one can’t be reopened', async () => {
  const ids = await openBoth();
  await expect(set([...ids, newId()], 'closed')).rejects.toMatchObject({ error: 'work-order.not-found' });
  expect(await Promise.all(ids.map(statusOf))).toEqual(['open', 'open']);
  await set(ids, 'closed');
  const second = await harness.open(noon, { name: 'Second' });
  await expect(set(ids, 'open')).rejects.toMatchObject({ error: 'work-order.already-open' });
  expect(await Promise.all([...ids, second].map(statusOf))).toEqual(['closed', 'closed', 'open']);
  expect(await recorded('work-order.reopened')).toEqual([]);
});

it('closes and reopens the same work orders concurrently without a deadlock', async () => {
  const ids = await openBoth();
  const runs = Array.from({ length: 8 }, (_, n) =>
    set(n % 2 === 0 ? ids : ids.toReversed(), n % 3 === 0 ? 'open' : 'closed'),
  );
  await Promise.all(runs);
  const [one, other] = await Promise.all(ids.map(statusOf));
  expect(one).toBe(other);
});
