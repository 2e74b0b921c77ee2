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
/** The values of a form, each different from its initial value. */
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
  autoReplyText: 'We answer at nine.',
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
  const { portLimit, multiDevice, profileSharing, autoReply, autoReplyText } = one;
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
    autoReplyText,
    sessionArchive,
    saveChatHistory,
    dedupeScope,
    ...changes,
  };
};
const update = (one: subAccountsApi.SubAccount, changes: Partial<subAccountsApi.SubAccountChanges> = {}) =>
  app.send(subAccountsApi.updateSubAccount, { body: changesOf(one, changes) }, owner.token);
const updated = (one: subAccountsApi.SubAccount, changes: Partial<subAccountsApi.SubAccountChanges>) =>
  app.call(subAccountsApi.updateSubAccount, { body: changesOf(one, changes) }, owner.token);
const ownerRemaining = async () =>
  (await app.call(charactersApi.getCharacterSummary, {}, owner.token)).ownerRemaining;
const refused = (status: number, error: contract.ErrorId) => ({ status, body: { data: { error } } });

describe('a form', () => {
  it('a form with three fields is what everybody gets who decides nothing', async () => {
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
      autoReplyText: '',
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
    ['an automatic reply without a text', { autoReply: true, autoReplyText: '  ' }, 'autoReplyText'],
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

  it('asking for more fixed ports than are free makes nothing', async () => {
    await make({ ...plain, portMode: 'fixed', portLimit: 8 });
    const answer = await sendForm({ ...plain, portMode: 'fixed', portLimit: 3, characters: 10 });
    expect(answer).toMatchObject(refused(409, 'ports.short'));
    expect(answer.body.data).toMatchObject({ details: { needed: 3, free: 2 } });
    expect(await ownerRemaining()).toBe(1_000);
    expect((await app.call(subAccountsApi.subAccountPage, { query: {} }, owner.token)).total).toBe(2);
  });

  it('reserves no more ports than there are for several forms at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => sendForm({ ...plain, portMode: 'fixed', portLimit: 3 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409]);
  });
});

describe('an update', () => {
  it('changes everything that is decided, and says so to the consoles', async () => {
    const { subAccount } = await make();
    const { heard } = await connect(owner.token);
    const after = await updated(subAccount, { ...decided, platforms: [...decided.platforms] });
    expect(after).toMatchObject({ ...decided, version: 2, accountName: subAccount.accountName });
    expect(await get(subAccount.id)).toEqual(after);
    await vi.waitFor(() => expect(heard).toContainEqual(['subAccount', { subAccountId: subAccount.id }]));
  });

  it('an update of an older version is refused, and changes nothing', async () => {
    const { subAccount } = await make();
    const first = await updated(subAccount, { remark: 'First' });
    expect(await update(subAccount, { remark: 'Second' })).toMatchObject(refused(409, 'resource.stale'));
    expect(await get(subAccount.id)).toEqual(first);
  });

  it('lets a single one of several simultaneous updates of a version succeed', async () => {
    const { subAccount } = await make();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => update(subAccount, { remark: `Try ${n}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await get(subAccount.id)).version).toBe(2);
  });

  it('loses neither itself nor a change of status at the same time', async () => {
    const { subAccount } = await make();
    const body = { ids: [subAccount.id], status: 'disabled' as const };
    const [changed] = await Promise.all([
      update(subAccount, { remark: 'Both' }),
      app.call(subAccountsApi.setSubAccountStatus, { body }, owner.token),
    ]);
    expect(changed.status).toBe(200);
    expect(await get(subAccount.id)).toMatchObject({ remark: 'Both', status: 'disabled' });
  });

  it('returns the characters when it becomes unlimited, and begins with none when limited', async () => {
    const { subAccount } = await make({ ...plain, characters: 300, autoAllocation: { below: 1, amount: 5 } });
    expect(await ownerRemaining()).toBe(700);
    const free = await updated(subAccount, { unlimited: true });
    expect(free).toMatchObject({ unlimited: true, remaining: 1_000, autoAllocation: null });
    expect(await ownerRemaining()).toBe(1_000);
    expect(await updated(free, { unlimited: false })).toMatchObject({ unlimited: false, remaining: 0 });
  });

  it('refuses more fixed ports than are free, but never as many as it has', async () => {
    const { subAccount } = await make({ ...plain, portMode: 'fixed', portLimit: 6 });
    await make({ ...plain, portMode: 'fixed', portLimit: 4 });
    expect(await update(subAccount, { portLimit: 7 })).toMatchObject(refused(409, 'ports.short'));
    expect(await get(subAccount.id)).toEqual(subAccount);
    expect((await update(subAccount, { remark: 'Renamed' })).status).toBe(200);
  });

  it('an update of another workspace’s, or of an unknown one, finds none', async () => {
    const other = await app.registerOwner();
    const { subAccount } = await make();
    const before = await get(subAccount.id);
    const body = changesOf(subAccount, { remark: 'Mine now' });
    for (const subAccountId of [subAccount.id, randomUUID()]) {
      const answer = await app.send(
        subAccountsApi.updateSubAccount,
        { body: { ...body, subAccountId } },
        other.token,
      );
      expect(answer).toMatchObject(refused(404, 'sub-account.not-found'));
    }
    expect(await get(subAccount.id)).toEqual(before);
  });

  it('an update that permits one desk only ends all but the newest', async () => {
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
  it('a new password is good at once, the old one and its desks no more', async () => {
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

  it('accepts a password that the owner chose by the rules', async () => {
    const { subAccountId, accountName } = await app.createSubAccount(owner);
    const reset = (password: string) =>
      app.send(subAccountsApi.resetSubAccountPassword, { body: { subAccountId, password } }, owner.token);
    expect(await reset('short')).toMatchObject(refused(400, 'request.invalid'));
    expect((await reset('Chosen12')).body.data).toEqual({ accountName, password: 'Chosen12' });
    await app.logInDesk(accountName, 'Chosen12');
  });

  it('a new password is refused for the default sub-account, and for another workspace’s', async () => {
    const { list } = await app.call(subAccountsApi.subAccountPage, { query: {} }, owner.token);
    const other = await app.createSubAccount(await app.registerOwner());
    const reset = (subAccountId: string) =>
      app.send(subAccountsApi.resetSubAccountPassword, { body: { subAccountId } }, owner.token);
    expect(await reset(list[0]?.id ?? '')).toMatchObject(refused(409, 'sub-account.default'));
    expect(await reset(other.subAccountId)).toMatchObject(refused(404, 'sub-account.not-found'));
    await app.logInDesk(other.accountName, other.password);
  });
});

describe('taking characters back', () => {
  const takeBack = (subAccountId: string, amount: number, requestId: string = randomUUID()) =>
    app.send(subAccountsApi.takeBackCharacters, { body: { requestId, subAccountId, amount } }, owner.token);

  it('moves them once for each request, however often it is sent', async () => {
    const { subAccount } = await make({ ...plain, characters: 100 });
    const requestId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => takeBack(subAccount.id, 30, requestId)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await get(subAccount.id)).remaining).toBe(70);
    expect(await ownerRemaining()).toBe(930);
  });

  it('taking characters back beyond what is left, of an unlimited one, and of an unknown one is refused', async () => {
    const { subAccount } = await make({ ...plain, characters: 10 });
    expect(await takeBack(subAccount.id, 11)).toMatchObject(refused(402, 'characters.short'));
    const { subAccount: unlimited } = await make({ ...plain, unlimited: true });
    expect(await takeBack(unlimited.id, 1)).toMatchObject(refused(409, 'sub-account.unlimited'));
    expect(await takeBack(randomUUID(), 1)).toMatchObject(refused(404, 'sub-account.not-found'));
    expect(await ownerRemaining()).toBe(990);
  });
});

it('a desk knows whether its customers’ profiles are shared', async () => {
  const { subAccount, password } = await make({ ...plain, profileSharing: false });
  const { accessToken } = await app.logInDesk(subAccount.accountName, password);
  expect(await app.call(subAccountsApi.deskSelf, {}, accessToken)).toMatchObject({
    subAccountId: subAccount.id,
    profileSharing: false,
  });
});

it('a change names in the audit log the switches that it moved', async () => {
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
