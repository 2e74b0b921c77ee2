/** Sub-accounts over HTTP: what an owner’s changes do at once to desks, consoles and social accounts. */
import { randomUUID } from 'node:crypto';
import type * as contract from '@parley/contract';
import * as auditApi from '@parley/contract/audit';
import * as channelsApi from '@parley/contract/channels';
import * as charactersApi from '@parley/contract/characters';
import * as conversationsApi from '@parley/contract/conversations';
import * as identityApi from '@parley/contract/identity';
import * as operatorApi from '@parley/contract/operator';
import * as portsApi from '@parley/contract/ports';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { until } from '@parley/testing';
import { eq } from 'drizzle-orm';
import readWorkbook from 'read-excel-file/node';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { socialAccounts } from '../../schema/channels.ts';
import { conversations, messages } from '../../schema/conversations.ts';
import { fanIdentities, fans, fanVerdicts } from '../../schema/fans.ts';
import { refreshTokens } from '../../schema/identity.ts';
import { portLeases } from '../../schema/ports.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { claimsOf, type TestAgent, type TestOwner } from '../../testing/test-people.ts';
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

const refused = (status: number, error: contract.ErrorId) => ({ status, body: { data: { error } } });
const loggedOut = { status: 401, body: { code: 50_012 } };
const me = (token: string) => app.send(subAccountsApi.deskSelf, {}, token);
const logIn = (username: string, password: string) =>
  app.send(identityApi.deskLogIn, { body: { username, password } });
const page = (query: contract.RequestOf<typeof subAccountsApi.subAccountPage>['query'] = {}) =>
  app.call(subAccountsApi.subAccountPage, { query }, owner.token);
const get = (subAccountId: string) =>
  app.call(subAccountsApi.getSubAccount, { query: { subAccountId } }, owner.token);
const create = (body: contract.RequestOf<typeof subAccountsApi.createSubAccount>['body']) =>
  app.call(subAccountsApi.createSubAccount, { body }, owner.token);
const setStatus = (ids: readonly string[], status: 'normal' | 'disabled') =>
  app.send(subAccountsApi.setSubAccountStatus, { body: { ids: [...ids], status } }, owner.token);
const remove = (ids: readonly string[]) =>
  app.send(subAccountsApi.deleteSubAccounts, { body: { ids: [...ids] } }, owner.token);
const summary = () => app.call(charactersApi.getCharacterSummary, {}, owner.token);

/** Sends the form of a sub-account as it is now, with some changes. */
async function update(id: string, changes: Partial<subAccountsApi.SubAccountChanges>) {
  const now = { ...(await get(id)), ...changes, subAccountId: id };
  const names = Object.keys(subAccountsApi.subAccountChanges.shape);
  const body = subAccountsApi.subAccountChanges.parse(
    Object.fromEntries(Object.entries(now).filter(([name]) => names.includes(name))),
  );
  return app.call(subAccountsApi.updateSubAccount, { body }, owner.token);
}

/** The values of a form, each different from its default. */
const decided = {
  remark: 'Night shift',
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
const form = { remark: 'Ana', unlimited: false, characters: 0 };

describe('a form', () => {
  it('creates what it says, lists it, and shows a valid generated password once', async () => {
    const given = { ...form, ...decided, platforms: ['telegram' as const], characters: 60 };
    const { subAccount, password } = await create(given);
    expect(subAccount).toMatchObject({ ...decided, platforms: ['telegram'], remaining: 60, version: 1 });
    expect(await get(subAccount.id)).toEqual(subAccount);
    const { list, total } = await page();
    expect([list[0], list[1]?.isDefault, total]).toEqual([subAccount, true, 2]);
    expect(JSON.stringify(list)).not.toContain(password);
    const { accessToken } = await app.logInDesk(subAccount.accountName, password);
    expect((await me(accessToken)).body.data).toMatchObject({
      subAccountId: subAccount.id,
      profileSharing: false,
    });
    expect((await summary()).ownerRemaining).toBe(940);
  });

  it('creates a sub-account that is disabled from the start', async () => {
    const { subAccount, password } = await create({ ...form, status: 'disabled', password: 'Chosen12' });
    expect(password).toBe('Chosen12');
    expect(await logIn(subAccount.accountName, password)).toMatchObject(refused(403, 'identity.disabled'));
  });

  it('changes all settings, notifies the consoles, and records what changed', async () => {
    const { subAccount } = await create(form);
    const { heard } = await connect(owner.token);
    const after = await update(subAccount.id, { ...decided, platforms: ['telegram', 'webchat'] });
    expect(after).toMatchObject({ ...decided, version: 2, accountName: subAccount.accountName });
    expect(await get(subAccount.id)).toEqual(after);
    await vi.waitFor(() => expect(heard).toContainEqual(['subAccount', { subAccountId: subAccount.id }]));
    const query = { action: 'sub-account.changed' } as const;
    const { list } = await app.call(auditApi.auditLogPage, { query }, owner.token);
    expect(list[0]?.details).toMatchObject({ 'autoReply.before': false, 'autoReply.after': true });
  });
});

describe('characters', () => {
  it('moves them once per request id, in both directions, and answers with the sub-account', async () => {
    const { subAccount } = await create({ ...form, characters: 100 });
    for (const [endpoint, remaining] of [
      [subAccountsApi.allocateCharacters, 130],
      [subAccountsApi.takeBackCharacters, 100],
    ] as const) {
      const body = { requestId: randomUUID(), subAccountId: subAccount.id, amount: 30 };
      for (let n = 0; n < 2; n += 1)
        expect(await app.call(endpoint, { body }, owner.token)).toMatchObject({ remaining });
      const short = { ...body, requestId: randomUUID(), amount: 1_001 };
      expect(await app.send(endpoint, { body: short }, owner.token)).toMatchObject(
        refused(402, 'characters.short'),
      );
    }
    expect(await summary()).toMatchObject({ ownerRemaining: 900, allocated: 100 });
  });

  it('lets the operator grant them once per request id, to existing owners', async () => {
    const token = await app.operatorToken();
    const grant = (ownerEmail: string, requestId: string, amount = 500) =>
      app.send(operatorApi.grantCharacters, { body: { requestId, ownerEmail, amount } }, token);
    const requestId = randomUUID();
    for (const email of [owner.email, owner.email.toUpperCase()])
      expect((await grant(email, requestId)).body.data).toEqual({ ownerRemaining: 1_500 });
    const other = await app.registerOwner({ characters: 0 });
    for (const again of [await grant(owner.email, requestId, 400), await grant(other.email, requestId)])
      expect(again).toMatchObject(refused(409, 'characters.request-id-taken'));
    expect(await grant('nobody@example.com', randomUUID())).toMatchObject({ status: 404 });
  });
});

describe('sessions of desks', () => {
  it('shows a desk that connects and disconnects, and notifies the consoles', async () => {
    const agent = await app.createSubAccount(owner);
    const deskOnline = async () => (await get(agent.subAccountId)).deskOnline;
    const { heard } = await connect(owner.token);
    const told = ['subAccount', { subAccountId: agent.subAccountId }];
    expect(await deskOnline()).toBe(false);
    const desk = await connect(agent.token);
    await vi.waitFor(() => expect(heard).toContainEqual(told));
    expect(await deskOnline()).toBe(true);
    heard.length = 0;
    desk.socket.disconnect();
    await vi.waitFor(() => expect(heard).toContainEqual(told));
    expect(await deskOnline()).toBe(false);
  });

  it('ends all but the newest when only one desk is allowed', async () => {
    const { subAccount, password } = await create(form);
    const enter = async () => (await app.logInDesk(subAccount.accountName, password)).accessToken;
    const [first, second, newest] = [await enter(), await enter(), await enter()];
    const desks = [await connect(first), await connect(second)];
    const kept = await connect(newest);
    await update(subAccount.id, { multiDevice: false });
    for (const { heard, socket } of desks) {
      await vi.waitFor(() => expect(socket.connected).toBe(false));
      expect(heard).toContainEqual(['ended', expect.objectContaining({ reason: 'elsewhere' })]);
    }
    expect(kept.socket.connected).toBe(true);
    expect((await me(newest)).status).toBe(200);
    expect(await me(first)).toMatchObject(loggedOut);
  });

  it('replaces the password and the desks that were opened with it', async () => {
    const agent = await app.createSubAccount(owner);
    const { subAccountId, accountName } = agent;
    const reset = (password?: string) =>
      app.send(subAccountsApi.resetSubAccountPassword, { body: { subAccountId, password } }, owner.token);
    const { heard, socket } = await connect(agent.token);
    const made = await reset();
    expect(made.body.data).toMatchObject({ accountName });
    await vi.waitFor(() => expect(socket.connected).toBe(false));
    expect(heard).toContainEqual(['ended', expect.objectContaining({ reason: 'password-changed' })]);
    expect(await me(agent.token)).toMatchObject(loggedOut);
    expect((await logIn(accountName, agent.password)).status).toBe(401);
    expect((await logIn(accountName, String(Reflect.get(Object(made.body.data), 'password')))).status).toBe(
      200,
    );
    expect((await reset('Chosen12')).body.data).toEqual({ accountName, password: 'Chosen12' });
    expect((await logIn(accountName, 'Chosen12')).status).toBe(200);
  });

  it.each([
    ['disabled', (ids: string[]) => setStatus(ids, 'disabled'), refused(403, 'identity.disabled')],
    ['deleted', remove, refused(401, 'identity.wrong-credentials')],
  ] as const)('ends those of a %s sub-account at once and for good', async (reason, act, refusal) => {
    const [agent, other] = [await app.createSubAccount(owner), await app.createSubAccount(owner)];
    const [desk, bystander] = [await connect(agent.token), await connect(other.token)];
    const { heard } = await connect(owner.token);
    const { subAccountId, refreshToken } = agent;
    expect((await act([subAccountId])).body.data).toEqual({ changed: 1 });
    await vi.waitFor(() => expect(desk.socket.connected).toBe(false));
    expect(desk.heard.at(-1)).toEqual(['ended', expect.objectContaining({ reason })]);
    await vi.waitFor(() => expect(heard).toContainEqual(['subAccount', { subAccountId }]));
    expect(await me(agent.token)).toMatchObject(loggedOut);
    expect(await app.send(identityApi.refreshToken, { query: { refreshToken } })).toMatchObject(
      refused(401, 'identity.invalid-refresh-token'),
    );
    await expect(connect(agent.token)).rejects.toThrow('auth.required');
    expect(await logIn(agent.accountName, agent.password)).toMatchObject(refusal);
    expect(bystander.socket.connected).toBe(true);
    expect((await me(other.token)).status).toBe(200);
    if (reason === 'deleted') return;
    await setStatus([subAccountId], 'normal');
    expect((await logIn(agent.accountName, agent.password)).status).toBe(200);
    expect(await me(agent.token)).toMatchObject(loggedOut);
  });

  it('leaves no session to logins while their sub-account is disabled', async () => {
    const agents = await Promise.all(Array.from({ length: 4 }, () => app.createSubAccount(owner)));
    const [answers] = await Promise.all([
      Promise.all(agents.map(({ accountName, password }) => logIn(accountName, password))),
      Promise.all(agents.map(({ subAccountId }) => setStatus([subAccountId], 'disabled'))),
    ]);
    for (const { status, body } of answers)
      if (status === 200)
        expect(await me(String(Reflect.get(Object(body.data), 'accessToken')))).toMatchObject(loggedOut);
  });
});

describe('social accounts', () => {
  let agent: TestAgent;
  let site: string;
  beforeEach(async () => {
    agent = await app.createSubAccount(owner, { characters: 100 });
    site = await app.addWebchat(owner, agent.subAccountId);
  });
  const shown = async () => {
    const { socialAccounts: counts, portsTaken } = await get(agent.subAccountId);
    return { ...counts, ports: portsTaken };
  };
  const online = () => until('it to be online', async () => (await shown()).online === 1);
  const enable = (enabled: boolean) =>
    app.send(channelsApi.setSocialAccountEnabled, { body: { id: site, enabled } }, owner.token);

  it('counts those online with their ports, and notifies the consoles', async () => {
    const { heard } = await connect(owner.token);
    await online();
    expect(await shown()).toEqual({ online: 1, total: 1, ports: 1 });
    const offline = ['account', expect.objectContaining({ socialAccountId: site, state: 'offline' })];
    await enable(false);
    await vi.waitFor(() => expect(heard).toContainEqual(offline));
    expect(await shown()).toEqual({ online: 0, total: 1, ports: 0 });
  });

  it('counts fans within the scope that the owner has last chosen', async () => {
    await app.visitorSays(await app.startVisitor(site), 'Hola');
    await update(agent.subAccountId, { dedupeScope: 'sub-account' });
    await app.visitorSays(await app.startVisitor(site), 'Hola');
    const verdicts = await app.app.database.db
      .select()
      .from(fanVerdicts)
      .where(eq(fanVerdicts.workspaceId, owner.workspaceId))
      .orderBy(fanVerdicts.decidedAt, fanVerdicts.id);
    expect(verdicts.map(({ scope }) => scope)).toEqual(['workspace', agent.subAccountId]);
  });

  it('refuses those on platforms that are no longer permitted, until they are permitted again', async () => {
    await online();
    await update(agent.subAccountId, { platforms: ['telegram'] });
    const { list } = await until('it to be refused', async () => {
      const accounts = await app.call(channelsApi.socialAccountPage, { query: {} }, owner.token);
      return accounts.list[0]?.state === 'refused' && accounts;
    });
    expect(list[0]?.stateReason).toBe('not-permitted');
    await until('its port to be free', async () => (await shown()).ports === 0);
    const credentials = { siteName: 'Second', origins: '*' };
    const body = { platform: 'webchat', subAccountId: agent.subAccountId, name: 'Second', credentials };
    expect(await app.send(channelsApi.addSocialAccount, { body }, owner.token)).toMatchObject(
      refused(403, 'sub-account.platform-not-permitted'),
    );
    await update(agent.subAccountId, { platforms: null });
    await online();
  });

  it('takes those of a disabled sub-account offline, frees their ports at once, and restores them', async () => {
    await online();
    await setStatus([agent.subAccountId], 'disabled');
    expect((await shown()).ports).toBe(0);
    await until('it to be offline', async () => (await shown()).online === 0);
    await setStatus([agent.subAccountId], 'normal');
    await online();
    expect((await shown()).ports).toBe(1);
  });

  it('hides the data of a deleted sub-account from all answers before its deletion has run', async () => {
    await app.visitorSays(await app.startVisitor(site), 'Hola');
    await enable(false);
    const read = async () => {
      const [accounts, chats, sessions] = await Promise.all([
        app.call(channelsApi.socialAccountPage, { query: {} }, owner.token),
        app.call(conversationsApi.chatHistoryConversations, { query: {} }, owner.token),
        app.call(portsApi.pastSessionPage, { query: {} }, owner.token),
      ]);
      return [accounts.total, chats.list, sessions.list] as const;
    };
    const [accounts, chats, sessions] = await read();
    expect([accounts, chats.length, sessions.length]).toEqual([1, 1, 1]);
    const deleted = eq(subAccounts.id, agent.subAccountId);
    await app.app.database.db.update(subAccounts).set({ status: 'deleted' }).where(deleted);
    expect(await read()).toEqual([0, [], []]);
    const request = { params: { conversationId: chats[0]?.id ?? '' }, query: {} };
    const history = await app.send(conversationsApi.chatHistoryMessages, request, owner.token);
    expect([history.status, (await enable(true)).status]).toEqual([404, 404]);
  });

  it('deletes a sub-account with all its data except its records', async () => {
    await app.visitorSays(await app.startVisitor(site), 'Hola');
    await online();
    await remove([agent.subAccountId]);
    const { db } = app.app.database;
    await until(
      'its row to be gone',
      async () => !(await db.$count(subAccounts, eq(subAccounts.id, agent.subAccountId))),
    );
    for (const table of [socialAccounts, conversations, messages, fans, fanIdentities, portLeases])
      expect(await db.$count(table, eq(table.workspaceId, owner.workspaceId))).toBe(0);
    expect(await summary()).toMatchObject({ ownerRemaining: 1_000, allocated: 0 });
    const records = await app.call(charactersApi.characterAllocationPage, { query: {} }, owner.token);
    expect(records.list.map(({ direction, amount }) => [direction, amount])).toEqual([
      ['remove', 100],
      ['add', 100],
    ]);
    const { sid } = claimsOf(agent.token);
    expect(await db.$count(refreshTokens, eq(refreshTokens.sessionId, sid))).toBe(0);
    expect(await me(agent.token)).toMatchObject(loggedOut);
  });
});

it('downloads the filtered list as a spreadsheet', async () => {
  await create({ ...form, remark: 'Cai', status: 'disabled' });
  const response = await fetch(`${app.url}/api/user/subAccount/exportExcel?status=disabled`, {
    headers: { authorization: `Bearer ${owner.token}`, systemLanguageCode: 'CN' },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toContain(encodeURIComponent('子账号'));
  const [sheet] = await readWorkbook(Buffer.from(await response.arrayBuffer()));
  const [titles, ...rows] = sheet?.data ?? [];
  expect(titles?.slice(1, 3)).toEqual(['备注', '状态']);
  expect(rows.map((row) => row.slice(1, 3))).toEqual([['Cai', '停用']]);
});
