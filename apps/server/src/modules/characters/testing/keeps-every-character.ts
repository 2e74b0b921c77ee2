import { until } from '@parley/testing';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Database } from '../../../base/db/database.ts';
import { findDiscrepancies } from '../ledger-check/queries.ts';
import { openLedger } from './ledger.ts';

const up = (most: number) => fc.integer({ min: 1, max: most });
const doing = <What extends string>(what: What, most: number, weight = 1) => ({
  weight,
  arbitrary: fc.record({ what: fc.constant(what), amount: up(most) }),
});
const anyStep = fc.oneof(
  doing('spend', 900, 8),
  doing('allocate', 900),
  doing('take back', 900),
  doing('grant', 2_000),
  doing('recall', 1),
  doing('set', 700),
  doing('switch', 1),
);

/** Accepts refusals that a concurrent step may have caused. */
const refused = (error: unknown) => {
  expect(error).toMatchObject({
    error: expect.stringMatching(/^(characters\.short|sub-account\.unlimited)$/),
  });
};

/**
 * The property that no character is created or lost unbooked, whatever two processes do to one sub-account
 * concurrently.
 */
export function keepsEveryCharacter(database: Database) {
  return fc.asyncProperty(fc.array(anyStep, { minLength: 64, maxLength: 96 }), async (steps) => {
    const ledger = await openLedger(database);
    const set = (below: number, amount: number) =>
      ledger.inTransaction((tx) =>
        ledger.characters.setAutoAllocation(tx, ledger.workspaceId, ledger.agent, { below, amount }),
      );
    const { workspaceId, agent: subAccountId, characters, inTransaction } = ledger;
    const both = [characters, ledger.open()];
    await ledger.grant(5_000);
    await set(300, 400);
    let [granted, spent, unlimited] = [5_000, 0, false];
    const run = async ({ what, amount }: (typeof steps)[number], index: number): Promise<void> => {
      const by = both[index % 2] ?? characters;
      const it = { key: `step ${index}`, subAccountId, amount, remark: null };
      if (what === 'spend') {
        const booked = await ledger.spend(subAccountId, amount, { by });
        spent += booked ?? 0;
      } else if (what === 'recall') await by.recall(workspaceId);
      else if (what === 'set') await set(amount, 1 + ((amount * 7) % 500));
      else if (what === 'allocate') await ledger.allocate(amount, it.key).catch(refused);
      else if (what === 'take back')
        await inTransaction((tx) => by.takeBack(tx, workspaceId, it)).catch(refused);
      else if (what === 'grant') {
        await ledger.grant(amount);
        granted += amount;
      } else {
        unlimited = !unlimited;
        const now = unlimited;
        await inTransaction((tx) => by.setUnlimited(tx, workspaceId, subAccountId, now));
      }
    };
    await Promise.all(steps.map(run));
    await Promise.all(both.map((by) => by.close()));
    const left = async () => {
      const balances = await characters.balances(database, workspaceId);
      return balances.reduce((sum, { remaining }) => sum + remaining, 0);
    };
    expect(await left()).toBe(granted - spent);
    expect(await findDiscrepancies(database)).toEqual([]);
    // Blocks of a changed account are returned after the change.
    if ((await ledger.balance(subAccountId))?.unlimited)
      await until('the blocks to be back', async () => (await ledger.remaining(subAccountId)) === 0);
  });
}
