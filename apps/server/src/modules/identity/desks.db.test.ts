/** Tests how many desks a sub-account may have open. */

import * as identityApi from '@parley/contract/identity';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { claimsOf, type TestAgent, type TestOwner } from '../../testing/test-people.ts';
import { connectSocket } from '../../testing/test-socket.ts';

let app: TestApp;
let owner: TestOwner;
let agent: TestAgent;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  owner = await app.registerOwner();
  agent = await app.createSubAccount(owner);
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

/** Restricts a sub-account to one desk, as the owner can. */
const allowOne = (subAccountId: string) =>
  app.app.database.pool.query('update sub_accounts set multi_device = false where id = $1', [subAccountId]);
const me = (token: string) => app.send(subAccountsApi.deskSelf, {}, token);
const logIn = () => app.logInDesk(agent.accountName, agent.password);
const ended = { status: 401, body: { code: 50_012, data: { error: 'auth.session-ended' } } };

describe('a sub-account that may have several desks', () => {
  it('keeps open desks when another one logs in', async () => {
    const first = await connect(agent.token);
    const second = await logIn();
    expect((await me(second.accessToken)).status).toBe(200);
    expect((await me(agent.token)).status).toBe(200);
    expect(first.socket.connected).toBe(true);
    expect(first.heard).toEqual([]);
  });
});

describe('a sub-account that may have one desk', () => {
  beforeEach(() => allowOne(agent.subAccountId));

  it('ends the previous session, with the reason, when another one logs in', async () => {
    const first = await connect(agent.token);
    const second = await logIn();
    await vi.waitFor(() => expect(first.socket.connected).toBe(false));
    expect(first.heard).toEqual([['ended', expect.objectContaining({ reason: 'elsewhere' })]]);
    expect(await me(agent.token)).toMatchObject(ended);
    const refresh = { query: { refreshToken: agent.refreshToken } };
    expect((await app.send(identityApi.refreshToken, refresh)).status).toBe(401);
    await expect(connect(agent.token)).rejects.toThrow('auth.required');
    expect((await me(second.accessToken)).status).toBe(200);
  });

  it('has one session left after many concurrent logins', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, logIn));
    const answers = await Promise.all(all.map(({ accessToken }) => me(accessToken)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
  });

  it('keeps its desk through a renewal of the session, and through a wrong password', async () => {
    const query = { refreshToken: agent.refreshToken };
    const renewed = await app.call(identityApi.refreshToken, { query });
    const body = { username: agent.accountName, password: 'Secret13' };
    expect((await app.send(identityApi.deskLogIn, { body })).status).toBe(401);
    expect((await me(renewed.accessToken)).status).toBe(200);
  });

  it('leaves others’ desks and the owner’s console alone', async () => {
    const other = await app.createSubAccount(owner);
    await logIn();
    expect((await me(other.token)).status).toBe(200);
    expect((await app.send(identityApi.getLoginUserInfo, {}, owner.token)).status).toBe(200);
  });
});

describe('the default sub-account, entered with the owner’s credentials', () => {
  const enter = () => app.logInDesk(owner.email, owner.password);

  it('has one desk if it may have only one, and keeps the console', async () => {
    const first = await enter();
    const desk = await connect(first.accessToken);
    await allowOne(claimsOf(first.accessToken).sub);
    const second = await enter();
    await vi.waitFor(() => expect(desk.socket.connected).toBe(false));
    expect(desk.heard).toEqual([['ended', expect.objectContaining({ reason: 'elsewhere' })]]);
    expect(await me(first.accessToken)).toMatchObject(ended);
    expect((await me(second.accessToken)).status).toBe(200);
    expect((await app.send(identityApi.getLoginUserInfo, {}, owner.token)).status).toBe(200);
  });
});

describe('a desk that is opened with the old password', () => {
  it('ends, or is refused, when the owner sets another password meanwhile', async () => {
    const body = { username: agent.accountName, password: agent.password };
    const reset = { body: { subAccountId: agent.subAccountId } };
    const [answer] = await Promise.all([
      app.send(identityApi.deskLogIn, { body }),
      app.call(subAccountsApi.resetSubAccountPassword, reset, owner.token),
    ]);
    if (answer.status === 200) {
      // The declared answer of a successful login.
      const { accessToken } = answer.body.data as identityApi.Tokens;
      expect(await me(accessToken)).toMatchObject(ended);
    } else {
      expect(answer).toMatchObject({ status: 401, body: { data: { error: 'identity.wrong-credentials' } } });
    }
  });
});
