/** Social accounts that become targets when they join a sub-account or a work order, and stop when they leave, in any process. */
import * as channelsApi from '@parley/contract/channels';
import * as api from '@parley/contract/split-links';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import * as workOrdersApi from '@parley/contract/work-orders';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestAgent, TestOwner } from '../../../testing/test-people.ts';

const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

let app: TestApp;
/** A second process on the same database. */
let other: TestApp;
let owner: TestOwner;
let ana: TestAgent;
let ben: TestAgent;
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({ databaseUrl: app.databaseUrl });
});
afterAll(async () => {
  await other.close();
  await app.close();
});
beforeEach(async () => {
  owner = await app.registerOwner({ characters: 0 });
  [ana, ben] = await Promise.all([
    app.createSubAccount(owner, { remark: 'Ana' }),
    app.createSubAccount(owner, { remark: 'Ben' }),
  ]);
});

const site = (agent: TestAgent, host: string) =>
  app.addWebchat(owner, agent.subAccountId, { name: host, origins: `https://${host}.example` });
const everywhere = (agent: TestAgent) => app.addWebchat(owner, agent.subAccountId, { name: 'Everywhere' });

type Form = z.input<typeof api.splitLinkForm>;
const plain = {
  name: 'Spring',
  platform: 'webchat',
  eligibility: 'full',
  mode: 'sequential',
  bindsAddress: false,
  tracksFans: false,
  defaultUrl: null,
  pageText: '',
  remark: '',
  expiresAt: null,
} satisfies Form;
const ofAgent = ({ subAccountId: id }: TestAgent, more: object = {}) =>
  ({ kind: 'sub-account', id, ...more }) as const;
const create = (changes: Partial<Form>) =>
  app.call(api.createSplitLink, { body: { ...plain, ...changes } }, owner.token);
const update = ({ id: splitLinkId, version }: api.SplitLink, changes: Partial<Form>) =>
  app.call(api.updateSplitLink, { body: { ...plain, ...changes, splitLinkId, version } }, owner.token);
const get = (splitLinkId: string) => app.call(api.getSplitLink, { query: { splitLinkId } }, owner.token);
const listed = async () => (await app.call(api.splitLinkPage, { query: {} }, owner.token)).list[0];

const visit = async (code: string, at: TestApp) => {
  const answer = await fetch(`${at.url}/s/${code}`, {
    redirect: 'manual',
    headers: { 'user-agent': browser },
  });
  const location = answer.headers.get('location');
  return location === null ? 'page' : (/^https:\/\/(\w+)\./.exec(location)?.[1] ?? location);
};
/** Returns the destinations of `count` visitors in sequence, in alternating processes. */
async function led(code: string, visitors: number): Promise<string[]> {
  const names: string[] = [];
  for (let at = 0; at < visitors; at += 1) names.push(await visit(code, at % 2 === 0 ? app : other));
  return names.sort();
}

describe('targets that follow a sub-account', () => {
  it('sends visitors to an account that joins, and to none that moves away or is deleted', async () => {
    const one = await site(ana, 'one');
    const { id, code } = await create({ sources: [ofAgent(ana)] });
    expect(await led(code, 2)).toEqual(['one', 'one']);
    const two = await site(ana, 'two');
    await site(ben, 'three');
    await expect.poll(() => led(code, 4)).toEqual(['one', 'one', 'two', 'two']);
    expect(await listed()).toMatchObject({ targetCount: 2, availableCount: 2 });
    await expect
      .poll(async () => (await get(id)).followedTargets.map(({ visits }) => visits > 0))
      .toEqual([true, true]);

    const move = { body: { id: one, subAccountId: ben.subAccountId } };
    await app.call(channelsApi.moveSocialAccount, move, owner.token);
    await expect.poll(() => led(code, 2)).toEqual(['two', 'two']);
    const before = (await get(id)).followedTargets;
    expect(before.map(({ url, present, enabled }) => [url, present, enabled])).toEqual([
      ['https://one.example/', false, false],
      ['https://two.example/', true, true],
    ]);
    expect(before[0]?.visits).toBeGreaterThan(0);

    await app.call(
      channelsApi.moveSocialAccount,
      { body: { id: one, subAccountId: ana.subAccountId } },
      owner.token,
    );
    await expect.poll(() => led(code, 2)).toEqual(['one', 'two']);
    expect((await get(id)).followedTargets.map((target) => target.id)).toEqual(
      before.map((target) => target.id),
    );

    await app.call(channelsApi.deleteSocialAccount, { body: { id: two } }, owner.token);
    await expect.poll(() => led(code, 2)).toEqual(['one', 'one']);
    // The same website under a new account continues the counts of the previous one.
    await site(ana, 'two');
    await expect.poll(() => led(code, 2)).toEqual(['one', 'two']);
    expect((await get(id)).followedTargets.map((target) => target.id)).toEqual(
      before.map((target) => target.id),
    );
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
    expect(await led(link.code, 3)).toEqual(['one', 'two', 'two']);
    expect(link).toMatchObject({ targetCount: 3, availableCount: 2 });
    expect(await led(link.code, 4)).toEqual(['one', 'one', 'page', 'two']);
    await expect
      .poll(async () =>
        (await get(link.id)).followedTargets.map(({ takenToday, weight }) => [takenToday, weight]),
      )
      .toEqual([
        [3, 1],
        [0, 1],
        [3, 2],
      ]);
  });

  it('restricts links of online targets to accounts that are online', async () => {
    const one = await site(ana, 'one');
    await site(ana, 'two');
    const { code } = await create({ eligibility: 'online', sources: [ofAgent(ana)] });
    await expect.poll(() => led(code, 2)).toEqual(['one', 'two']);
    await app.call(channelsApi.setSocialAccountEnabled, { body: { id: one, enabled: false } }, owner.token);
    await expect.poll(() => led(code, 2)).toEqual(['two', 'two']);
  });

  it('names what keeps an account from being a target, and doesn’t count it', async () => {
    await everywhere(ana);
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
    const body = { platform: 'webchat' as const, sources: [ofAgent(ben)] };
    const { list } = await app.call(api.previewSplitSources, { body }, owner.token);
    expect(list[0]?.accounts.map(({ url, obstacle }) => [url, obstacle])).toEqual([
      ['https://one.example/', null],
      ['https://two.example/', null],
    ]);
  });

  it('keeps the id of a target that changes between followed and typed', async () => {
    await site(ana, 'one');
    const url = 'https://one.example/';
    const followed = await create({ sources: [ofAgent(ana)] });
    const typed = await update(followed, { targets: [{ url }], sources: [ofAgent(ana)] });
    expect(typed.targets[0]?.id).toBe(followed.followedTargets[0]?.id);
    const again = await update(typed, { sources: [ofAgent(ana)] });
    expect([again.targets, again.followedTargets[0]?.id]).toEqual([[], typed.targets[0]?.id]);
  });

  it('ends with its sub-account', async () => {
    await site(ana, 'one');
    const { id, code } = await create({ sources: [ofAgent(ana), ofAgent(ben)] });
    await app.call(subAccountsApi.deleteSubAccounts, { body: { ids: [ana.subAccountId] } }, owner.token);
    await expect.poll(() => visit(code, other)).toBe('page');
    await expect.poll(async () => (await get(id)).sources.map(({ name }) => name)).toEqual(['Ben']);
    expect(await listed()).toMatchObject({ targetCount: 0 });
  });
});

it('follows a work order until it is closed, and again once it is reopened', async () => {
  await site(ana, 'one');
  const goals = { totalGoal: null, dailyGoal: null, accountTotalGoal: null, accountDailyGoal: null };
  const settings = { name: 'Spring', ...goals, resetTime: '00:00', remarks: '' };
  const order = { ...settings, platform: 'webchat' as const, subAccountId: ana.subAccountId };
  const { id: workOrderId } = await app.call(workOrdersApi.createWorkOrder, { body: order }, owner.token);
  const { id, code } = await create({ sources: [{ kind: 'work-order', id: workOrderId }] });
  expect(await visit(code, app)).toBe('one');
  await app.call(workOrdersApi.closeWorkOrder, { body: { workOrderId } }, owner.token);
  await expect.poll(() => visit(code, other)).toBe('page');
  expect((await get(id)).sources).toMatchObject([{ name: 'Spring', state: 'closed', accounts: [] }]);
  // A closed work order can stay, but can't be chosen any more.
  const again = await update(await get(id), { sources: [{ kind: 'work-order', id: workOrderId }] });
  expect(again.version).toBe(2);
  await expect(
    create({ name: 'Autumn', sources: [{ kind: 'work-order', id: workOrderId }] }),
  ).rejects.toMatchObject({ error: 'split-link.source-unavailable' });
  await app.call(workOrdersApi.reopenWorkOrder, { body: { workOrderId } }, owner.token);
  await expect.poll(() => visit(code, other)).toBe('one');
  await app.call(workOrdersApi.deleteWorkOrder, { body: { workOrderId, name: 'Spring' } }, owner.token);
  await expect.poll(() => visit(code, app)).toBe('page');
  expect((await get(id)).sources).toMatchObject([{ name: null, state: 'gone' }]);
});

it('finds nothing of another workspace', async () => {
  const stranger = await app.registerOwner({ characters: 0 });
  const theirs = await app.createSubAccount(stranger);
  await site(ana, 'one');
  await expect(create({ sources: [ofAgent(theirs)] })).rejects.toMatchObject({
    error: 'resource.not-found',
  });
  const body = { platform: 'webchat' as const, sources: [ofAgent(ana)] };
  const { list } = await app.call(api.previewSplitSources, { body }, stranger.token);
  expect(list).toMatchObject([{ name: null, state: 'gone', accounts: [] }]);
});
