import { randomUUID } from 'node:crypto';
import * as charactersApi from '@parley/contract/characters';
import * as identityApi from '@parley/contract/identity';
import * as operatorApi from '@parley/contract/operator';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestOwner } from '../../testing/test-people.ts';

let app: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.registerOwner({ characters: 1_000 });
});
afterAll(() => app.close());

const page = (query: Record<string, string | number> = {}) =>
  app.call(subAccountsApi.subAccountPage, { query }, owner.token);
const create = (body: z.input<typeof subAccountsApi.subAccountForm>) =>
  app.send(subAccountsApi.createSubAccount, { body }, owner.token);
const remaining = async () =>
  (await app.call(charactersApi.getCharacterSummary, {}, owner.token)).ownerRemaining;
const form = { remark: 'Ana', unlimited: false, characters: 0 };

describe('creating a sub-account', () => {
  it('moves its first characters from the owner', async () => {
    const before = await remaining();
    const answer = await app.call(
      subAccountsApi.createSubAccount,
      { body: { ...form, characters: 100 } },
      owner.token,
    );
    expect(answer.subAccount).toMatchObject({
      remark: 'Ana',
      remaining: 100,
      unlimited: false,
      isDefault: false,
    });
    expect(await remaining()).toBe(before - 100);
  });

  it('shows a generated password once, valid for the desk and by the rules, and never again', async () => {
    const made = await app.call(subAccountsApi.createSubAccount, { body: form }, owner.token);
    expect(identityApi.newPassword.safeParse(made.password).success).toBe(true);
    await app.logInDesk(made.subAccount.accountName, made.password);
    expect(JSON.stringify(await page())).not.toContain(made.password);
  });

  it('accepts an owner’s own password', async () => {
    const made = await app.call(
      subAccountsApi.createSubAccount,
      { body: { ...form, password: 'Chosen12' } },
      owner.token,
    );
    expect(made.password).toBe('Chosen12');
    await app.logInDesk(made.subAccount.accountName, 'Chosen12');
  });

  it('creates nothing when the owner has too few characters', async () => {
    const [before, left] = [(await page()).total, await remaining()];
    expect(await create({ ...form, characters: left + 1 })).toMatchObject({
      status: 402,
      body: { code: 402, data: { error: 'characters.short' } },
    });
    expect(await remaining()).toBe(left);
    expect((await page()).total).toBe(before);
  });

  it('moves nothing to an unlimited sub-account, which spends the owner’s characters', async () => {
    const before = await remaining();
    const body = { ...form, unlimited: true, characters: 100 };
    const made = await app.call(subAccountsApi.createSubAccount, { body }, owner.token);
    expect(made.subAccount).toMatchObject({ unlimited: true, remaining: before });
    expect(await remaining()).toBe(before);
  });

  it('shows the owner’s characters for an unlimited sub-account', async () => {
    const made = await app.call(
      subAccountsApi.createSubAccount,
      { body: { ...form, unlimited: true } },
      owner.token,
    );
    expect(made.subAccount).toMatchObject({ unlimited: true, remaining: await remaining() });
  });
});

describe('the list', () => {
  it('the list is sorted newest first, in pages, and includes the default sub-account', async () => {
    const all = (await page({ pageSize: 200 })).list;
    expect(all.at(-1)?.isDefault).toBe(true);
    expect(all.filter((one) => one.isDefault)).toHaveLength(1);
    const [first, second] = [await page({ pageSize: 2 }), await page({ pageNo: 2, pageSize: 2 })];
    expect([...first.list, ...second.list]).toEqual(all.slice(0, 4));
    expect(first.total).toBe(all.length);
    expect(await page({ pageNo: 99 })).toEqual({ list: [], total: all.length });
  });

  it('finds parts of names and remarks, and treats % and _ literally', async () => {
    await create({ ...form, remark: '100%_Beatriz' });
    for (const search of ['%_b', 'BEATRIZ', '100%']) {
      expect((await page({ search })).list.map((one) => one.remark)).toEqual(['100%_Beatriz']);
    }
    expect((await page({ search: '%z' })).list).toEqual([]);
    const [some] = (await page()).list;
    expect((await page({ search: some?.accountName.slice(0, 6) ?? '' })).total).toBe(1);
    expect((await page({ status: 'disabled' })).list).toEqual([]);
  });
});

describe('allocating', () => {
  it('moves characters once per request id, however often it is sent', async () => {
    const { subAccountId } = await app.createSubAccount(owner, { characters: 1 });
    const before = await remaining();
    const body = { requestId: randomUUID(), subAccountId, amount: 50 };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => app.send(subAccountsApi.allocateCharacters, { body }, owner.token)),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    for (const answer of answers) expect(answer.body.data).toMatchObject({ id: subAccountId, remaining: 51 });
    expect(await remaining()).toBe(before - 50);
  });

  it('refuses a request id that was used for another move, in either direction', async () => {
    const { subAccountId } = await app.createSubAccount(owner, { characters: 10 });
    const other = await app.createSubAccount(owner, { characters: 10 });
    const body = { requestId: randomUUID(), subAccountId, amount: 5, remark: 'June' };
    for (const endpoint of [subAccountsApi.allocateCharacters, subAccountsApi.takeBackCharacters]) {
      expect((await app.send(endpoint, { body }, owner.token)).status).toBe(200);
      const before = await remaining();
      for (const change of [{ amount: 6 }, { subAccountId: other.subAccountId }, { remark: 'July' }]) {
        expect(await app.send(endpoint, { body: { ...body, ...change } }, owner.token)).toMatchObject({
          status: 409,
          body: { code: 409, data: { error: 'characters.request-id-taken' } },
        });
      }
      expect(await remaining()).toBe(before);
    }
  });

  it('refuses to allocate to an unlimited sub-account, which could not spend them', async () => {
    const { subAccount } = await app.call(
      subAccountsApi.createSubAccount,
      { body: { ...form, unlimited: true } },
      owner.token,
    );
    const before = await remaining();
    const body = { requestId: randomUUID(), subAccountId: subAccount.id, amount: 50 };
    expect(await app.send(subAccountsApi.allocateCharacters, { body }, owner.token)).toMatchObject({
      status: 409,
      body: { code: 409, data: { error: 'sub-account.unlimited' } },
    });
    expect(await remaining()).toBe(before);
  });

  it('never moves more than is available, in concurrent requests', async () => {
    const poor = await app.registerOwner({ characters: 100 });
    const { subAccountId } = await app.createSubAccount(poor, { characters: 0 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        app.send(
          subAccountsApi.allocateCharacters,
          { body: { requestId: randomUUID(), subAccountId, amount: 30 } },
          poor.token,
        ),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 402, 402, 402, 402, 402]);
    expect(await app.call(charactersApi.getCharacterSummary, {}, poor.token)).toMatchObject({
      ownerRemaining: 10,
      allocated: 90,
    });
  });
});

describe('the operator', () => {
  it('grants characters once per request id, to existing owners', async () => {
    const token = await app.operatorToken();
    const other = await app.registerOwner({ characters: 0 });
    const grant = (ownerEmail: string, requestId: string = randomUUID(), amount = 500) =>
      app.send(operatorApi.grantCharacters, { body: { requestId, ownerEmail, amount } }, token);
    const requestId = randomUUID();
    for (const email of [other.email, other.email.toUpperCase()]) {
      expect((await grant(email, requestId)).body.data).toEqual({ ownerRemaining: 500 });
    }
    expect(await grant(other.email, requestId, 400)).toMatchObject({
      status: 409,
      body: { data: { error: 'characters.request-id-taken' } },
    });
    const third = await app.registerOwner({ characters: 0 });
    expect(await grant(third.email, requestId)).toMatchObject({
      status: 409,
      body: { data: { error: 'characters.request-id-taken' } },
    });
    expect((await grant(third.email)).body.data).toEqual({ ownerRemaining: 500 });
    expect((await grant(other.email)).body.data).toEqual({ ownerRemaining: 1_000 });
    expect(await grant('nobody@example.com')).toMatchObject({ status: 404 });
  });
});
