import { randomUUID } from 'node:crypto';
import type * as contract from '@parley/contract';
import * as auditApi from '@parley/contract/audit';
import * as charactersApi from '@parley/contract/characters';
import * as identityApi from '@parley/contract/identity';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestOwner } from '../../testing/test-people.ts';
import { connectSocket } from '../../testing/test-socket.ts';

let app: TestApp;
let owner: TestOwner;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  owner = await app.registerOwner({ characters: 1_000 });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(() => app.close());

async function connect(token: string) {
  const connected = await connectSocket(app.url, token);
  sockets.push(connected.socket);
  return connected;
}

const plain = { remark: 'Ana', unlimited: false, characters: 0 };
/** The values of a form, each different from its default. */
const decided = {
  remark: 'Night shift',
  platforms: ['telegram', 'webchat'],
  unlimited: false,
  autoAllocation: { below: 50, amount: 200 },
  portMode: 'fixed',
  portLimit: 3,
  multiDevice: false,
  profileSharing: false,
  autoReply: true,
  sessionArchive: false,
  saveChatHistory: false,
  dedupeScope: 'sub-account',
} as const;

type Form = z.input<typeof subAccountsApi.subAccountForm>;
const sendForm = (body: Form, token = owner.token) =>
  app.send(subAccountsApi.createSubAccount, { body }, token);
const make = async (body: Form = plain) => app.call(subAccountsApi.createSubAccount, { body }, owner.token);
const get = (subAccountId: string, token = owner.token) =>
  app.call(subAccountsApi.getSubAccount, { query: { subAccountId } }, token);
const changesOf = (
  one: subAccountsApi.SubAccount,
  changes: Partial<subAccountsApi.SubAccountChanges> = {},
) => {
  const { id: subAccountId, version, remark, platforms, unlimited, autoAllocation, portMode } = one;
  const { portLimit, multiDevice, profileSharing, autoReply } = one;
  const { sessionArchive, saveChatHistory, dedupeScope } = one;
  return {
    subAccountId,
    version,
    remark,
    platforms,
    unlimited,
    autoAllocation,
    portMode,
    portLimit,
    multiDevice,
    profileSharing,
    autoReply,
    sessionArchive,
    saveChatHistory,
    dedupeScope,
    ...changes,
  };
};
const updated = (one: subAccountsApi.SubAccount, changes: Partial<subAccountsApi.SubAccountChanges>) =>
  app.call(subAccountsApi.updateSubAccount, { body: changesOf(one, changes) }, owner.token);
const ownerRemaining = async () =>
  (await app.call(charactersApi.getCharacterSummary, {}, owner.token)).ownerRemaining;
const refused = (status: number, error: contract.ErrorId) => ({ status, body: { data: { error } } });

describe('a form', () => {
  it('a form with three fields gets the defaults for all others', async () => {
    const { subAccount } = await make();
    expect(await get(subAccount.id)).toEqual(subAccount);
    expect(subAccount).toMatchObject({
      status: 'normal',
      platforms: null,
      autoAllocation: null,
      portMode: 'dynamic',
      portLimit: 10,
      multiDevice: true,
      profileSharing: true,
      autoReply: false,
      sessionArchive: true,
      saveChatHistory: true,
      dedupeScope: 'workspace',
      socialAccounts: { online: 0, total: 0 },
      portsTaken: 0,
      deskOnline: false,
      version: 1,
    });
  });

  it('a form with every field keeps every field', async () => {
    const { subAccount } = await make({ ...decided, platforms: [...decided.platforms], characters: 60 });
    expect(subAccount).toMatchObject({ ...decided, remaining: 60 });
    expect(await get(subAccount.id)).toEqual(subAccount);
  });

  it('creates a disabled sub-account without fixed ports', async () => {
    const { subAccount, password } = await make({
      ...plain,
      status: 'disabled',
      portMode: 'fixed',
      portLimit: 10_000,
    });
    expect(subAccount.status).toBe('disabled');
    const body = { username: subAccount.accountName, password };
    expect(await app.send(identityApi.deskLogIn, { body })).toMatchObject(refused(403, 'identity.disabled'));
  });

  it.each([
    ['no platform', { platforms: [] }, 'platforms'],
    ['an unknown platform', { platforms: ['carrier-pigeon'] }, 'platforms.0'],
    ['a port limit below nothing', { portLimit: -1 }, 'portLimit'],
    ['an allocation of nothing', { autoAllocation: { below: 1, amount: 0 } }, 'autoAllocation.amount'],
    ['a status that nobody can ask for', { status: 'deleted' }, 'status'],
  ])('a form with %s is refused by that field', async (_, wrong, field) => {
    const answer = await app.send(
      subAccountsApi.createSubAccount,
      { body: { ...plain, ...wrong } },
      owner.token,
    );
    expect(answer).toMatchObject(refused(400, 'request.invalid'));
    expect(Object.keys((answer.body.data as contract.FailureData).fields ?? {})).toEqual([field]); // just seen
  });

  it('a request for more fixed ports than are free creates nothing', async () => {
    await make({ ...plain, portMode: 'fixed', portLimit: 8 });
    const answer = await sendForm({ ...plain, portMode: 'fixed', portLimit: 3, characters: 10 });
    expect(answer).toMatchObject(refused(409, 'ports.short'));
    expect(answer.body.data).toMatchObject({ details: { needed: 3, free: 2 } });
    expect(await ownerRemaining()).toBe(1_000);
    expect((await app.call(subAccountsApi.subAccountPage, { query: {} }, owner.token)).total).toBe(2);
  });
});

describe('an update', () => {
  it('changes all settings, and notifies the consoles', async () => {
    const { subAccount } = await make();
    const { heard } = await connect(owner.token);
    const after = await updated(subAccount, { ...decided, platforms: [...decided.platforms] });
    expect(after).toMatchObject({ ...decided, version: 2, accountName: subAccount.accountName });
    expect(await get(subAccount.id)).toEqual(after);
    await vi.waitFor(() => expect(heard).toContainEqual(['subAccount', { subAccountId: subAccount.id }]));
  });

  it('returns the characters when it becomes unlimited, and starts with none when limited', async () => {
    const { subAccount } = await make({ ...plain, characters: 300, autoAllocation: { below: 1, amount: 5 } });
    expect(await ownerRemaining()).toBe(700);
    const free = await updated(subAccount, { unlimited: true });
    expect(free).toMatchObject({ unlimited: true, remaining: 1_000, autoAllocation: null });
    expect(await ownerRemaining()).toBe(1_000);
    expect(await updated(free, { unlimited: false })).toMatchObject({ unlimited: false, remaining: 0 });
  });

  it('an update that allows only one desk ends all sessions except the newest', async () => {
    const { subAccount, password } = await make();
    const logIn = () => app.logInDesk(subAccount.accountName, password);
    const [first, second, newest] = [await logIn(), await logIn(), await logIn()];
    const desks = [await connect(first.accessToken), await connect(second.accessToken)];
    const kept = await connect(newest.accessToken);
    await updated(subAccount, { multiDevice: false });
    for (const { heard, socket } of desks) {
      await vi.waitFor(() => expect(socket.connected).toBe(false));
      expect(heard).toContainEqual(['ended', expect.objectContaining({ reason: 'elsewhere' })]);
    }
    expect(kept.socket.connected).toBe(true);
    const me = (token: string) => app.send(subAccountsApi.deskSelf, {}, token);
    expect((await me(newest.accessToken)).status).toBe(200);
    expect(await me(first.accessToken)).toMatchObject({ status: 401, body: { code: 50_012 } });
  });
});

describe('a new password', () => {
  it('a new password is valid at once, and the old one and its desks no longer', async () => {
    const agent = await app.createSubAccount(owner);
    const { heard, socket } = await connect(agent.token);
    const body = { subAccountId: agent.subAccountId };
    const made = await app.call(subAccountsApi.resetSubAccountPassword, { body }, owner.token);
    expect(made.accountName).toBe(agent.accountName);
    expect(identityApi.newPassword.safeParse(made.password).success).toBe(true);
    await vi.waitFor(() => expect(socket.connected).toBe(false));
    expect(heard).toContainEqual(['ended', expect.objectContaining({ reason: 'password-changed' })]);
    expect(await app.send(subAccountsApi.deskSelf, {}, agent.token)).toMatchObject({
      body: { code: 50_012 },
    });
    const old = { username: agent.accountName, password: agent.password };
    expect((await app.send(identityApi.deskLogIn, { body: old })).status).toBe(401);
    await app.logInDesk(agent.accountName, made.password);
  });

  it('accepts an owner’s own password that complies with the rules', async () => {
    const { subAccountId, accountName } = await app.createSubAccount(owner);
    const reset = (password: string) =>
      app.send(subAccountsApi.resetSubAccountPassword, { body: { subAccountId, password } }, owner.token);
    expect(await reset('short')).toMatchObject(refused(400, 'request.invalid'));
    expect((await reset('Chosen12')).body.data).toEqual({ accountName, password: 'Chosen12' });
    await app.logInDesk(accountName, 'Chosen12');
  });
});

it('characters are taken back once per request id, and the answer is the sub-account', async () => {
  const { subAccount } = await make({ ...plain, characters: 100 });
  const body = { requestId: randomUUID(), subAccountId: subAccount.id, amount: 30 };
  for (let n = 0; n < 2; n += 1)
    expect(await app.call(subAccountsApi.takeBackCharacters, { body }, owner.token)).toMatchObject({
      id: subAccount.id,
      remaining: 70,
    });
  expect(
    await app.send(
      subAccountsApi.takeBackCharacters,
      { body: { ...body, requestId: randomUUID(), amount: 71 } },
      owner.token,
    ),
  ).toMatchObject(refused(402, 'characters.short'));
  expect(await ownerRemaining()).toBe(930);
});

it('a desk receives whether its customers’ profiles are shared', async () => {
  const { subAccount, password } = await make({ ...plain, profileSharing: false });
  const { accessToken } = await app.logInDesk(subAccount.accountName, password);
  expect(await app.call(subAccountsApi.deskSelf, {}, accessToken)).toMatchObject({
    subAccountId: subAccount.id,
    profileSharing: false,
  });
});

it('a change is recorded in the audit log with the changed switches', async () => {
  const { subAccount } = await make();
  await updated(subAccount, { saveChatHistory: false, dedupeScope: 'sub-account' });
  const query = { action: 'sub-account.changed' } as const;
  const { list } = await app.call(auditApi.auditLogPage, { query }, owner.token);
  expect(list[0]?.details).toEqual({
    'saveChatHistory.before': true,
    'saveChatHistory.after': false,
    'dedupeScope.before': 'workspace',
    'dedupeScope.after': 'sub-account',
  });
});
