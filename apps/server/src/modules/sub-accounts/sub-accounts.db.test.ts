import { randomUUID } from 'node:crypto';
import * as contract from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestOwner } from '../../testing/test-people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const listOf = (owner: TestOwner, query: { search?: string; status?: 'normal' | 'disabled' } = {}) =>
  app.call(contract.subAccountPage, { query }, owner.token);
const allocate = (owner: TestOwner, subAccountId: string, amount: number, requestId = randomUUID()) =>
  app.send(contract.allocateCharacters, { body: { requestId, subAccountId, amount } }, owner.token);
const remainingOf = async (owner: TestOwner, id: string) =>
  (await listOf(owner)).list.find((subAccount) => subAccount.id === id)?.remaining;

describe('the list of sub-accounts', () => {
  test('counts the social accounts of each sub-account, and of no other', async () => {
    const owner = await app.registerOwner();
    const ana = await app.createSubAccount(owner, { remark: 'Ana' });
    const bea = await app.createSubAccount(owner, { remark: 'Bea' });
    await app.addWebchat(owner, ana.subAccountId, { name: 'One' });
    await app.addWebchat(owner, ana.subAccountId, { name: 'Two' });
    await app.addWebchat(owner, bea.subAccountId, { name: 'Three' });
    const counts = async () =>
      Object.fromEntries((await listOf(owner)).list.map((it) => [it.remark, it.socialAccounts]));
    await expect.poll(counts, { timeout: 10_000 }).toEqual({
      Ana: { online: 2, total: 2 },
      Bea: { online: 1, total: 1 },
      [owner.email]: { online: 0, total: 0 },
    });
  });

  test('is the newest first, searched by name and remark, wildcards taken as they are', async () => {
    const owner = await app.registerOwner();
    const ana = await app.createSubAccount(owner, { remark: '100% Ana' });
    await app.createSubAccount(owner, { remark: 'Bea_' });
    expect((await listOf(owner)).list.map((it) => it.remark)).toEqual(['Bea_', '100% Ana', owner.email]);
    const found = async (search: string) => (await listOf(owner, { search })).list.map((it) => it.remark);
    expect(await found('ANA')).toEqual(['100% Ana']);
    expect(await found('0% a')).toEqual(['100% Ana']);
    expect(await found('a_')).toEqual(['Bea_']);
    expect(await found(ana.accountName)).toEqual(['100% Ana']);
    expect(await found('%%')).toEqual([]);
    expect((await listOf(owner, { status: 'disabled' })).total).toBe(0);
  });

  test('holds no other workspace’s', async () => {
    const [mine, theirs] = [await app.registerOwner(), await app.registerOwner()];
    await app.createSubAccount(theirs, { remark: 'Theirs' });
    expect((await listOf(mine)).list.map((it) => it.remark)).toEqual([mine.email]);
  });
});

describe('creating and allocating', () => {
  test('moves the first characters, shows the password once, and the desk takes it', async () => {
    const owner = await app.registerOwner({ characters: 10_000 });
    const ana = await app.createSubAccount(owner, { characters: 4_000 });
    const self = await app.call(contract.deskSelf, {}, ana.token);
    expect(self).toMatchObject({ unlimited: false, remaining: 4_000, accountName: ana.accountName });
    const summary = await app.call(contract.getCharacterSummary, {}, owner.token);
    expect(summary).toMatchObject({ ownerRemaining: 6_000, allocated: 4_000 });
    expect(JSON.stringify(await listOf(owner))).not.toContain(ana.password);
  });

  test('an unlimited sub-account shows what the owner has', async () => {
    const owner = await app.registerOwner({ characters: 777 });
    const ana = await app.createSubAccount(owner);
    expect(await app.call(contract.deskSelf, {}, ana.token)).toMatchObject({
      unlimited: true,
      remaining: 777,
    });
  });

  test('more than the owner has is refused, and leaves no half-made sub-account', async () => {
    const owner = await app.registerOwner({ characters: 100 });
    const body = { remark: 'Greedy', unlimited: false, characters: 101 };
    const answer = await app.send(contract.createSubAccount, { body }, owner.token);
    expect(answer).toMatchObject({ status: 402, body: { code: 402, data: { error: 'characters.short' } } });
    expect((await listOf(owner)).total).toBe(1);
  });

  test('the same request again moves nothing more, also at the same moment', async () => {
    const owner = await app.registerOwner({ characters: 10_000 });
    const ana = await app.createSubAccount(owner, { characters: 0 });
    const id = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4].map(() => allocate(owner, ana.subAccountId, 1_000, id)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(await remainingOf(owner, ana.subAccountId)).toBe(1_000);
  });

  test('allocations at the same moment never give away more than there is', async () => {
    const owner = await app.registerOwner({ characters: 5_000 });
    const ana = await app.createSubAccount(owner, { characters: 0 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => allocate(owner, ana.subAccountId, 1_000)),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 402)).toHaveLength(3);
    expect(await remainingOf(owner, ana.subAccountId)).toBe(5_000);
  });

  test('another workspace’s sub-account is not there', async () => {
    const [mine, theirs] = [await app.registerOwner(), await app.registerOwner()];
    const ana = await app.createSubAccount(theirs, { characters: 0 });
    expect(await allocate(mine, ana.subAccountId, 1)).toMatchObject({ status: 404 });
    expect(await remainingOf(theirs, ana.subAccountId)).toBe(0);
  });
});
