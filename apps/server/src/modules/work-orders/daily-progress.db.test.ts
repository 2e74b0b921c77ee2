import { describe, expect, it } from 'vitest';
import { readBatch, readPage } from './queries.ts';
import { closeDueDays } from './resets/loop.ts';
import { closeWorkOrder } from './service.ts';
import { workOrdersHarness } from './testing/work-orders-harness.ts';

const harness = workOrdersHarness();
const hour = 3_600_000;
/** 12:00 in Shanghai. */
const noon = Date.UTC(2026, 4, 3, 4);
const tomorrow = noon + 24 * hour;

const page = async (sort: 'dailyProgress.asc' | 'dailyProgress.desc', now: number) => {
  const { list } = await readPage(
    harness.database,
    harness.workspaceId,
    { pageNo: 1, pageSize: 20, sort },
    now,
  );
  return list.map(({ name }) => name);
};

/** 2 of 10, 0 of 1,000, no goal, and one that is closed. */
async function openFour(): Promise<void> {
  await harness.open(noon, { name: 'begun' });
  await harness.meet('u1', noon + 1);
  await harness.meet('u2', noon + 2);
  await harness.open(noon, { name: 'untouched', platform: 'whatsapp', dailyGoal: 1_000 });
  await harness.open(noon, { name: 'without goal', platform: 'line', dailyGoal: null });
  const closed = await harness.open(noon, { name: 'closed', platform: 'xmpp' });
  await harness.work((tx) => closeWorkOrder(tx, harness.act(noon + 3), closed));
}

describe('the order by daily progress', () => {
  it('lists work orders without a goal last in both directions', async () => {
    await openFour();
    const rest = ['untouched', 'begun'];
    expect((await page('dailyProgress.asc', noon + 4)).filter((name) => name !== 'closed')).toEqual([
      ...rest,
      'without goal',
    ]);
    expect((await page('dailyProgress.desc', noon + 4)).at(-1)).toBe('without goal');
  });

  it('counts only the present day, and lists work orders without one last', async () => {
    await openFour();
    // Before and after the reset has run.
    for (const isReset of [false, true]) {
      if (isReset)
        await closeDueDays({
          database: harness.database,
          log: harness.log,
          clock: { now: () => tomorrow, sleep: async () => undefined },
        });
      const names = await page('dailyProgress.desc', tomorrow);
      expect(new Set(names.slice(0, 2))).toEqual(new Set(['begun', 'untouched']));
      expect(new Set(names.slice(2))).toEqual(new Set(['without goal', 'closed']));
    }
  });

  it('continues after a cursor, also into those without a goal', async () => {
    await openFour();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const batch = await readBatch(
        harness.database,
        harness.workspaceId,
        { cursor, pageSize: 1, sort: 'dailyProgress.asc', status: 'open' },
        noon + 4,
      );
      seen.push(...batch.list.map(({ name }) => name));
      cursor = batch.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(['untouched', 'begun', 'without goal']);
  });
});
