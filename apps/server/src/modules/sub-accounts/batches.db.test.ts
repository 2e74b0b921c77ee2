import { randomUUID } from 'node:crypto';
import type * as contract from '@parley/contract';
import * as channelsApi from '@parley/contract/channels';
import * as charactersApi from '@parley/contract/characters';
import * as conversationsApi from '@parley/contract/conversations';
import * as identityApi from '@parley/contract/identity';
import * as portsApi from '@parley/contract/ports';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { until } from '@parley/testing';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
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

const page = (query: contract.RequestOf<typeof subAccountsApi.subAccountPage>['query'] = {}) =>
  app.call(subAccountsApi.subAccountPage, { query }, owner.token);
const setStatus = (ids: readonly string[], status: 'normal' | 'disabled', token = owner.token) =>
  app.send(subAccountsApi.setSubAccountStatus, { body: { ids: [...ids], status } }, token);
const remove = (ids: readonly string[], token = owner.token) =>
  app.send(subAccountsApi.deleteSubAccounts, { body: { ids: [...ids] } }, token);
const refused = (status: number, error: contract.ErrorId) => ({ status, body: { data: { error } } });
const changed = (count: number) => ({ status: 200, body: { data: { changed: count } } });
const defaultId = async () => (await page()).list.find((one) => one.isDefault)?.id ?? '';
const gone = (id: string) =>
  until('nothing of it', async () => {
    const { rows } = await app.app.database.pool.query('select 1 from sub_accounts where id = $1', [id]);
    return rows.length === 0;
  });

describe.each([
  ['disabling', 'disabled', (ids: string[]) => setStatus(ids, 'disabled')],
  ['deleting', 'deleted', (ids: string[]) => remove(ids)],
] as const)('%s', (_, reason, act) => {
  it('logs desks out at once, with the reason, and refuses logins', async () => {
    const agent = await app.createSubAccount(owner);
    const other = await app.createSubAccount(owner);
    const [desk, bystander] = [await connect(agent.token), await connect(other.token)];
    expect(await act([agent.subAccountId])).toMatchObject(changed(1));
    await vi.waitFor(() => expect(desk.socket.connected).toBe(false));
    expect(desk.heard.at(-1)).toEqual(['ended', expect.objectContaining({ reason })]);
    const refresh = { query: { refreshToken: agent.refreshToken } };
    expect(await app.send(subAccountsApi.deskSelf, {}, agent.token)).toMatchObject({
      body: { code: 50_012 },
    });
    expect(await app.send(identityApi.refreshToken, refresh)).toMatchObject(
      refused(401, 'identity.invalid-refresh-token'),
    );
    await expect(connect(agent.token)).rejects.toThrow('auth.required');
    const logIn = await app.send(identityApi.deskLogIn, {
      body: { username: agent.accountName, password: agent.password },
    });
    const [status, error] =
      reason === 'disabled'
        ? ([403, 'identity.disabled'] as const)
        : ([401, 'identity.wrong-credentials'] as const);
    expect(logIn).toMatchObject(refused(status, error));
    expect(bystander.socket.connected).toBe(true);
    expect((await app.send(subAccountsApi.deskSelf, {}, other.token)).status).toBe(200);
  });

  it('notifies the consoles of each change', async () => {
    const agents = [await app.createSubAccount(owner), await app.createSubAccount(owner)];
    const ids = agents.map(({ subAccountId }) => subAccountId);
    const { heard } = await connect(owner.token);
    await act(ids);
    await vi.waitFor(() => {
      for (const subAccountId of ids) expect(heard).toContainEqual(['subAccount', { subAccountId }]);
    });
  });
});

describe('a status', () => {
  it('allows the agent to log in again once it is normal again', async () => {
    const agent = await app.createSubAccount(owner);
    await setStatus([agent.subAccountId], 'disabled');
    await setStatus([agent.subAccountId], 'normal');
    const { accessToken } = await app.logInDesk(agent.accountName, agent.password);
    expect((await app.send(subAccountsApi.deskSelf, {}, accessToken)).status).toBe(200);
    expect(await app.send(subAccountsApi.deskSelf, {}, agent.token)).toMatchObject({
      body: { code: 50_012 },
    });
  });
});

describe('a login while the sub-account is disabled', () => {
  it('a login while the sub-account is disabled is refused, or its session ended', async () => {
    const agents = await Promise.all(Array.from({ length: 4 }, () => app.createSubAccount(owner)));
    const logIns = agents.map(async (agent) => {
      const body = { username: agent.accountName, password: agent.password };
      const answer = await app.send(identityApi.deskLogIn, { body });
      // The declared answer of a successful login.
      return answer.status === 200 ? (answer.body.data as identityApi.Tokens).accessToken : null;
    });
    const disabling = agents.map(({ subAccountId }) => setStatus([subAccountId], 'disabled'));
    const [tokens] = await Promise.all([Promise.all(logIns), Promise.all(disabling)]);
    for (const token of tokens.filter((one) => one !== null)) {
      expect(await app.send(subAccountsApi.deskSelf, {}, token)).toMatchObject({ body: { code: 50_012 } });
    }
  });
});

describe('a deleted sub-account', () => {
  it('a deleted sub-account disappears from all answers at once', async () => {
    const agent = await app.createSubAccount(owner, { remark: 'Beatriz', characters: 100 });
    const { subAccountId } = agent;
    await remove([subAccountId]);
    expect((await page({ search: 'Beatriz' })).total).toBe(0);
    expect((await page({ status: 'disabled' })).total).toBe(0);
    expect((await page()).list.map(({ id }) => id)).toEqual([await defaultId()]);
    const requestId = randomUUID();
    const body = { requestId, subAccountId, amount: 1 };
    const answers = await Promise.all([
      app.send(subAccountsApi.getSubAccount, { query: { subAccountId } }, owner.token),
      app.send(subAccountsApi.allocateCharacters, { body }, owner.token),
      app.send(subAccountsApi.takeBackCharacters, { body }, owner.token),
      app.send(subAccountsApi.resetSubAccountPassword, { body: { subAccountId } }, owner.token),
      setStatus([subAccountId], 'normal'),
      remove([subAccountId]),
    ]);
    for (const answer of answers) expect(answer).toMatchObject(refused(404, 'sub-account.not-found'));
  });

  it('returns its characters, and leaves no rows except its records', async () => {
    const agent = await app.createSubAccount(owner, { characters: 100 });
    await remove([agent.subAccountId]);
    await gone(agent.subAccountId);
    const summary = await app.call(charactersApi.getCharacterSummary, {}, owner.token);
    expect(summary).toMatchObject({ ownerRemaining: 1_000, allocated: 0 });
    const records = await app.call(charactersApi.characterAllocationPage, { query: {} }, owner.token);
    expect(records.list.map(({ direction, amount }) => [direction, amount])).toEqual([
      ['remove', 100],
      ['add', 100],
    ]);
    const { rows } = await app.app.database.pool.query(
      `select count(*) as n from refresh_tokens t join auth_sessions s on s.id = t.session_id where s.subject_id = $1`,
      [agent.subAccountId],
    );
    expect(rows[0].n).toBe(0);
    // The token was issued after the sub-account's deletion but before that of its data, so that the answer is that its
    // session has ended.
    expect(await app.send(subAccountsApi.deskSelf, {}, agent.token)).toMatchObject({
      body: { code: 50_012 },
    });
  });
});

it('a deleted sub-account’s data is in no answer, however long its deletion takes', async () => {
  const agent = await app.createSubAccount(owner);
  const socialAccountId = await app.addWebchat(owner, agent.subAccountId);
  await app.visitorSays(await app.startVisitor(socialAccountId), 'Hola');
  const read = async () => {
    const [accounts, chats, sessions] = await Promise.all([
      app.call(channelsApi.socialAccountPage, { query: {} }, owner.token),
      app.call(conversationsApi.chatHistoryConversations, { query: {} }, owner.token),
      app.call(portsApi.pastSessionPage, { query: {} }, owner.token),
    ]);
    return {
      accounts: accounts.total,
      chats: chats.list.map(({ id }) => id),
      sessions: sessions.list.length,
    };
  };
  await app.call(
    channelsApi.setSocialAccountEnabled,
    { body: { id: socialAccountId, enabled: false } },
    owner.token,
  );
  const { accounts, chats, sessions } = await read();
  expect([accounts, chats.length, sessions]).toEqual([1, 1, 1]);
  // The state between the deletion and its jobs.
  await app.app.database.pool.query(`update sub_accounts set status = 'deleted' where id = $1`, [
    agent.subAccountId,
  ]);
  expect(await read()).toEqual({ accounts: 0, chats: [], sessions: 0 });
  const params = { conversationId: chats[0] ?? '' };
  expect(
    (await app.send(conversationsApi.chatHistoryMessages, { params, query: {} }, owner.token)).status,
  ).toBe(404);
  const body = { id: socialAccountId, enabled: true };
  expect((await app.send(channelsApi.setSocialAccountEnabled, { body }, owner.token)).status).toBe(404);
});
