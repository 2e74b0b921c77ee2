/** Social accounts that become targets when they join a sub-account or a work order, and stop when they leave, in any process. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { socialAccounts } from '../../../schema/channels.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { workOrders } from '../../../schema/work-orders.ts';
import { readPage } from '../queries.ts';
import { deleteAccountData, deleteSubAccountData } from '../store.ts';
import type { RedirectProcess } from '../testing/redirect-process.ts';
import {
  type SplitLinksHarness,
  type SplitLinksWorld,
  startSplitLinksHarness,
} from '../testing/split-links-harness.ts';
import { readSources } from './queries.ts';

let harness: SplitLinksHarness;
let one: RedirectProcess;
let other: RedirectProcess;
let world: SplitLinksWorld;
let ana: string;
let ben: string;
beforeAll(async () => {
  harness = await startSplitLinksHarness();
  one = await harness.startProcess();
  other = await harness.startProcess();
  harness.actIn(one);
});
afterAll(async () => {
  await one.stop();
  await other.stop();
  await harness.close();
});
beforeEach(async () => {
  world = await harness.workspace();
  ({ ana } = world);
  ben = await world.subAccount('Ben');
});

const site = (agent: string, host: string) =>
  world.account(agent, { platform: 'webchat', publicLink: `https://${host}.example/` });
type Changes = NonNullable<Parameters<SplitLinksWorld['create']>[0]>;
const plain = { platform: 'webchat', targets: [] } satisfies Changes;
const create = (changes: Changes) => world.create({ ...plain, ...changes });
const ofAgent = (id: string, more: object = {}) => ({ kind: 'sub-account', id, ...more }) as const;
const ofOrder = (id: string) => ({ kind: 'work-order', id }) as const;
const listed = async () =>
  (await readPage(harness.database, world.workspaceId, { pageNo: 1, pageSize: 10 })).list[0];
const change = (id: string, changes: Partial<typeof socialAccounts.$inferInsert>) =>
  harness.database.db
    .update(socialAccounts)
    .set(changes)
    .where(and(eq(socialAccounts.workspaceId, world.workspaceId), eq(socialAccounts.id, id)));

const visit = async (code: string, at = one) => {
  const { url } = await at.visit(code);
  return url === null ? 'page' : (/^https:\/\/(\w+)\./.exec(url)?.[1] ?? url);
};
/** Returns the destinations of this many visitors in sequence, in alternating processes. */
async function led(code: string, visitors: number): Promise<string[]> {
  const names: string[] = [];
  for (let at = 0; at < visitors; at += 1) names.push(await visit(code, at % 2 === 0 ? one : other));
  return names.sort();
}
/** Waits until processes have noticed a change, which takes up to a second. */
const soonLed = (code: string, visitors: number) =>
  expect.poll(() => led(code, visitors), { interval: 20, timeout: 10_000 });

describe('targets that follow a sub-account', () => {
  it('sends visitors to an account that joins, and to none that moves away or is deleted', async () => {
    const first = await site(ana, 'one');
    const { id, code } = await create({ sources: [ofAgent(ana)] });
    expect(await led(code, 2)).toEqual(['one', 'one']);
    const second = await site(ana, 'two');
    await site(ben, 'three');
    await soonLed(code, 4).toEqual(['one', 'one', 'two', 'two']);
    expect(await listed()).toMatchObject({ targetCount: 2, availableCount: 2 });

    await change(first, { subAccountId: ben });
    await soonLed(code, 2).toEqual(['two', 'two']);
    const before = (await world.get(id)).followedTargets;
    expect(before.map(({ url, present, enabled }) => [url, present, enabled])).toEqual([
      ['https://one.example/', false, false],
      ['https://two.example/', true, true],
    ]);
    const targetIds = before.map((target) => target.id);

    await change(first, { subAccountId: ana });
    await soonLed(code, 2).toEqual(['one', 'two']);
    expect((await world.get(id)).followedTargets.map((target) => target.id)).toEqual(targetIds);

    await change(second, { deletedAt: new Date() });
    await harness.work((tx) => deleteAccountData(tx, world.workspaceId, second));
    await soonLed(code, 2).toEqual(['one', 'one']);
    // The same website under a new account continues the counts of the previous one.
    await site(ana, 'two');
    await soonLed(code, 2).toEqual(['one', 'two']);
    expect((await world.get(id)).followedTargets.map((target) => target.id)).toEqual(targetIds);
  });

  it('keeps the visits of an account that moves away', async () => {
    const moving = await site(ana, 'one');
    const { id, code } = await create({ sources: [ofAgent(ana)] });
    await led(code, 2);
    await world.counted(id, 2);
    await change(moving, { subAccountId: ben });
    const gone = { url: 'https://one.example/', present: false, enabled: false, visits: 2 };
    expect((await world.get(id)).followedTargets).toMatchObject([gone]);
  });

  it('shares out by the settings of the source, and of an account that has its own', async () => {
    await site(ana, 'one');
    const two = await site(ana, 'two');
    const three = await site(ana, 'three');
    const accounts = [
      { socialAccountId: two, weight: 2 },
      { socialAccountId: three, enabled: false },
    ];
    const link = await create({ sources: [ofAgent(ana, { dailyCap: 3 })], accounts });
    expect(link).toMatchObject({ targetCount: 3, availableCount: 2 });
    expect(await led(link.code, 3)).toEqual(['one', 'two', 'two']);
    expect(await led(link.code, 4)).toEqual(['one', 'one', 'page', 'two']);
    const followed = (await world.get(link.id)).followedTargets;
    expect(followed.map(({ takenToday, weight }) => [takenToday, weight])).toEqual([
      [3, 1],
      [0, 1],
      [3, 2],
    ]);
  });

  it('restricts links of online targets to accounts that are online', async () => {
    const first = await site(ana, 'one');
    await site(ana, 'two');
    const { code } = await create({ eligibility: 'online', sources: [ofAgent(ana)] });
    expect(await led(code, 2)).toEqual(['one', 'two']);
    await change(first, { enabled: false });
    await soonLed(code, 2).toEqual(['two', 'two']);
    await change(first, { enabled: true, state: 'refused' });
    for (const { redirects } of [one, other]) redirects.forget([code]);
    expect(await led(code, 2)).toEqual(['two', 'two']);
    await change(first, { state: 'online' });
    await soonLed(code, 2).toEqual(['one', 'two']);
  });

  it('names what keeps an account from being a target, and doesn’t count it', async () => {
    await world.account(ana, { platform: 'webchat', publicLink: '' });
    await site(ana, 'one');
    await site(ben, 'one');
    await site(ben, 'two');
    const targets = [{ url: 'https://two.example/' }];
    const link = await create({ targets, sources: [ofAgent(ana), ofAgent(ben)] });
    expect(
      link.sources.map(({ name, accounts }) => [name, accounts.map(({ obstacle }) => obstacle)]),
    ).toEqual([
      ['Ana', ['no-link', null]],
      ['Ben', ['twice', 'typed']],
    ]);
    expect(link).toMatchObject({ targetCount: 2, availableCount: 2 });
    expect(await led(link.code, 4)).toEqual(['one', 'one', 'two', 'two']);
    const place = { workspaceId: world.workspaceId, platform: 'webchat' } as const;
    const [source] = await readSources(harness.database, place, [ofAgent(ben)], []);
    expect(source?.accounts.map(({ url, obstacle }) => [url, obstacle])).toEqual([
      ['https://one.example/', null],
      ['https://two.example/', null],
    ]);
  });

  it('keeps the id of a target that changes between followed and typed', async () => {
    await site(ana, 'one');
    const sources = [ofAgent(ana)];
    const followed = await create({ sources });
    const targets = [{ url: 'https://one.example/' }];
    const typed = await world.update(followed, { ...plain, targets, sources });
    expect(typed.targets[0]?.id).toBe(followed.followedTargets[0]?.id);
    const again = await world.update(typed, { ...plain, sources });
    expect([again.targets, again.followedTargets[0]?.id]).toEqual([[], typed.targets[0]?.id]);
  });

  it('ends with its sub-account', async () => {
    await site(ana, 'one');
    const { id, code } = await create({ sources: [ofAgent(ana), ofAgent(ben)] });
    await harness.database.db.update(subAccounts).set({ status: 'deleted' }).where(eq(subAccounts.id, ana));
    await soonLed(code, 2).toEqual(['page', 'page']);
    expect(await listed()).toMatchObject({ targetCount: 0 });
    await harness.work((tx) => deleteSubAccountData(tx, world.workspaceId, ana));
    expect((await world.get(id)).sources.map(({ name }) => name)).toEqual(['Ben']);
  });
});

it('follows a work order until it is closed, and again once it is reopened', async () => {
  await site(ana, 'one');
  const orderId = await world.workOrder(ana, 'webchat');
  const order = eq(workOrders.id, orderId);
  const setStatus = (status: 'open' | 'closed') =>
    harness.database.db.update(workOrders).set({ status }).where(order);
  const sources = [ofOrder(orderId)];
  const { id, code } = await create({ sources });
  expect(await visit(code)).toBe('one');
  await setStatus('closed');
  await soonLed(code, 2).toEqual(['page', 'page']);
  expect((await world.get(id)).sources).toMatchObject([{ name: 'Spring', state: 'closed', accounts: [] }]);
  // A closed work order can stay, but can't be chosen any more.
  const again = await world.update(await world.get(id), { ...plain, sources });
  expect(again.version).toBe(2);
  await expect(create({ sources })).rejects.toMatchObject({ error: 'split-link.source-unavailable' });
  await setStatus('open');
  await soonLed(code, 2).toEqual(['one', 'one']);
  await harness.database.db.delete(workOrders).where(order);
  await soonLed(code, 2).toEqual(['page', 'page']);
  expect((await world.get(id)).sources).toMatchObject([{ name: null, state: 'gone' }]);
});

it('finds nothing of another workspace', async () => {
  const stranger = await harness.workspace();
  await site(ana, 'one');
  await expect(create({ sources: [ofAgent(stranger.ana)] })).rejects.toMatchObject({
    error: 'resource.not-found',
  });
  const place = { workspaceId: stranger.workspaceId, platform: 'webchat' } as const;
  expect(await readSources(harness.database, place, [ofAgent(ana)], [])).toMatchObject([
    { name: null, state: 'gone', accounts: [] },
  ]);
});
