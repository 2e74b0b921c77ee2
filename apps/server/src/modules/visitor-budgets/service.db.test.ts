/** Budgets of website visitors in a real database, with several processes. */
import { visitorBudgetDefaults } from '@parley/contract/visitor-budgets';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { systemOrigin } from '../../base/http/origin.ts';
import type { VisitorBudgets } from './service.ts';
import {
  type BudgetedSite,
  startVisitorBudgetsHarness,
  type VisitorBudgetsHarness,
} from './testing/visitor-budgets-harness.ts';

let harness: VisitorBudgetsHarness;
let site: BudgetedSite;
let budgets: VisitorBudgets;
beforeAll(async () => {
  harness = await startVisitorBudgetsHarness();
});
beforeEach(async () => {
  site = await harness.site();
  const process = harness.startProcess();
  onTestFinished(process.stop);
  ({ budgets } = process);
});
afterAll(() => harness.close());

const dayMs = 86_400_000;
const keyOf = ({ workspaceId, socialAccountId }: BudgetedSite) => ({ workspaceId, socialAccountId });
const budget = () => budgets.read(keyOf(site));
async function allow(visitorCharacters: number | null, siteCharacters: number | null) {
  const { version } = await budget();
  return budgets.update(keyOf(site), { version, visitorCharacters, siteCharacters }, systemOrigin);
}
const spend = (visitorId: string, characters: number, by = budgets) => site.spend(by, visitorId, characters);

describe('a site’s budgets', () => {
  it('returns the default budgets until the owner decides', async () => {
    expect(await budget()).toEqual({
      socialAccountId: site.socialAccountId,
      version: 0,
      ...visitorBudgetDefaults,
      today: {
        day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        timeZone: 'Asia/Shanghai',
        used: 0,
        visitors: 0,
      },
    });
    const decided = { version: 1, visitorCharacters: 10, siteCharacters: null };
    expect(await allow(10, null)).toMatchObject(decided);
    expect(await budget()).toMatchObject(decided);
  });

  it('refuses an edit of an older version', async () => {
    await allow(10, 10);
    for (const version of [0, 7]) {
      const edit = { version, visitorCharacters: 1, siteCharacters: 1 };
      await expect(budgets.update(keyOf(site), edit, systemOrigin)).rejects.toMatchObject({
        error: 'resource.stale',
      });
    }
    expect(await budget()).toMatchObject({ version: 1, visitorCharacters: 10 });
  });

  it('finds budgets for website chats of their workspace only', async () => {
    const { workspaceId } = await harness.site();
    const telegram = await site.addAccount('telegram');
    for (const other of [
      { ...keyOf(site), workspaceId },
      { ...keyOf(site), socialAccountId: telegram },
    ])
      await expect(budgets.read(other)).rejects.toMatchObject({ error: 'resource.not-found' });
  });

  it('applies changed budgets to what was used before', async () => {
    await allow(100, 100);
    expect(await spend('ana', 60)).toBe('spent');
    await allow(100, 50);
    expect(await spend('bo', 1)).toBe('site-budget');
    await allow(100, 70);
    expect(await spend('bo', 10)).toBe('spent');
  });
});

describe('a reservation', () => {
  it('fails beyond what the visitor has left', async () => {
    await allow(100, 1_000);
    expect(await spend('ana', 60)).toBe('spent');
    expect(await spend('ana', 41)).toBe('visitor-budget');
    expect(await spend('ana', 40)).toBe('spent');
    expect(await spend('ana', 1)).toBe('visitor-budget');
    expect(await spend('bo', 100)).toBe('spent');
    expect(await budget()).toMatchObject({ today: { used: 200, visitors: 2 } });
  });

  it('fails beyond what the site has left, and then costs the visitor nothing', async () => {
    await allow(100, 150);
    expect(await spend('ana', 90)).toBe('spent');
    expect(await spend('bo', 61)).toBe('site-budget');
    expect(await spend('bo', 60)).toBe('spent');
    expect(await budget()).toMatchObject({ today: { used: 150, visitors: 2 } });
  });

  it('refunds what was not spent', async () => {
    await allow(100, 100);
    const held = await budgets.reserve({ ...keyOf(site), visitorId: 'ana', characters: 100 });
    if (typeof held === 'string') throw new Error(held);
    expect(await spend('ana', 1)).toBe('visitor-budget');
    await budgets.release(held, 0);
    expect(await spend('ana', 100)).toBe('spent');
  });

  it('respects the budgets with concurrent reservations of two processes', async () => {
    await allow(50, 300);
    const second = harness.startProcess();
    onTestFinished(second.stop);
    const rush = (name: (n: number) => string) =>
      Promise.all(
        Array.from({ length: 100 }, (_, n) => spend(name(n), 10, n % 2 === 0 ? budgets : second.budgets)),
      );
    const spentOf = (outcomes: string[]) => outcomes.filter((outcome) => outcome === 'spent').length;
    // Five visitors with fifty characters each use up their budgets.
    expect(spentOf(await rush((n) => `visitor ${n % 5}`))).toBe(25);
    expect(await budget()).toMatchObject({ today: { used: 250, visitors: 5 } });
    const spent = spentOf(await rush((n) => `other ${n}`));
    // A block held by the other process is unavailable for half a minute.
    expect(spent).toBeLessThanOrEqual(5);
    expect((await budget()).today.used).toBe(250 + spent * 10);
  });

  it('counts towards the budgets after a restart', async () => {
    await allow(1_000, 100);
    const before = harness.startProcess();
    expect(await spend('ana', 60, before.budgets)).toBe('spent');
    await before.stop();
    const after = harness.startProcess();
    onTestFinished(after.stop);
    expect(await spend('ana', 41, after.budgets)).toBe('site-budget');
    expect(await spend('ana', 40, after.budgets)).toBe('spent');
  });

  it('starts with full budgets on the workspace’s next day', async () => {
    await allow(100, 100);
    expect(await spend('ana', 100)).toBe('spent');
    expect(await spend('bo', 100)).toBe('site-budget');
    harness.clock.advance(dayMs);
    expect(await spend('ana', 100)).toBe('spent');
  });
});

it('notifies the owner once at four fifths and once at the end, per site and day', async () => {
  await allow(1_000, 1_000);
  await spend('ana', 700);
  expect(await site.notices()).toEqual([]);
  await spend('bo', 150);
  const warning = { level: 'warning', title: expect.stringMatching(/“Shop”.*80%/) };
  expect(await site.notices()).toEqual([warning]);
  await spend('bo', 150);
  expect(await site.notices()).toHaveLength(1);
  await Promise.all(Array.from({ length: 20 }, (_, n) => spend(`new ${n}`, 10)));
  expect((await site.notices()).map(({ level }) => level)).toEqual(['warning', 'urgent']);
  harness.clock.advance(dayMs);
  await spend('ana', 900);
  expect((await site.notices()).map(({ level }) => level)).toEqual(['warning', 'urgent', 'warning']);
});
