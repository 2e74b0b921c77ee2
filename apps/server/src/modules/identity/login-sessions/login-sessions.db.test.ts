import { randomUUID } from 'node:crypto';
import * as identityApi from '@parley/contract/identity';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { type TestClock, testClock } from '../../../testing/test-clock.ts';
import { claimsOf, operatorLogIn, type TestOwner } from '../../../testing/test-people.ts';
import { connectSocket } from '../../../testing/test-socket.ts';

const day = 86_400_000;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let clock: TestClock;
let app: TestApp;
beforeAll(async () => {
  clock = testClock();
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

async function logIn(owner: TestOwner, userAgent = firefox): Promise<identityApi.Tokens> {
  const body = { username: owner.email, password: owner.password };
  const answer = await app.send(identityApi.logIn, { body }, undefined, { 'user-agent': userAgent });
  return answer.body.data as identityApi.Tokens; // a login's answer
}
const page = (token: string, scope: 'own' | 'sub-accounts' = 'own') =>
  app.call(identityApi.loginSessionPage, { query: { scope } }, token);
const isOpen = async (token: string) =>
  (await app.send(identityApi.loginSessionPage, {}, token)).status === 200;
const refresh = (refreshToken: string) => app.send(identityApi.refreshToken, { query: { refreshToken } });
const end = (loginSessionId: string, token: string) =>
  app.send(identityApi.endLoginSession, { params: { loginSessionId } }, token);

describe('a login session', () => {
  it('ends 90 days after its login, however often it is renewed', async () => {
    const owner = await app.registerOwner();
    let tokens = await logIn(owner);
    for (let n = 1; n <= 4; n += 1) {
      clock.advance(20 * day);
      tokens = await app.call(identityApi.refreshToken, { query: { refreshToken: tokens.refreshToken } });
    }
    clock.advance(10 * day - 60_000);
    tokens = await app.call(identityApi.refreshToken, { query: { refreshToken: tokens.refreshToken } });
    expect(tokens.expiresAt - clock.now()).toBeLessThanOrEqual(60_000);
    clock.advance(60_000);
    expect(await refresh(tokens.refreshToken)).toMatchObject({
      status: 401,
      body: { data: { error: 'identity.expired-refresh-token' } },
    });
    expect((await app.send(identityApi.getProfile, {}, tokens.accessToken)).status).toBe(401);
  });

  it('a session opened by a quick link doesn’t outlive the session that created the link', async () => {
    const owner = await app.registerOwner();
    const first = await logIn(owner);
    const [made] = (await page(first.accessToken)).list.filter(({ current }) => current);
    clock.advance(29 * day);
    const renewed = await app.call(identityApi.refreshToken, { query: { refreshToken: first.refreshToken } });
    const { code } = await app.call(identityApi.createQuickLogInCode, {}, renewed.accessToken);
    const second = await app.call(identityApi.quickLogIn, { body: { code } });
    const [grown] = (await page(second.accessToken)).list.filter(({ current }) => current);
    expect(grown?.expiresAt).toBe(made?.expiresAt);
  });
});

describe('the list of login sessions', () => {
  it('shows device, address and last activity, and marks the caller’s session', async () => {
    const owner = await app.registerOwner();
    const { accessToken, refreshToken } = await logIn(owner);
    clock.advance(day);
    await refresh(refreshToken);
    const renewedAt = clock.now();
    const { accessToken: caller } = await logIn(owner, `x${'y'.repeat(500)}`);
    const { list, total } = await page(caller);
    expect(total).toBe(3);
    expect(list[0]).toMatchObject({
      place: 'console',
      current: true,
      address: '127.0.0.1',
      subAccount: null,
    });
    expect(list[0]?.userAgent).toHaveLength(300);
    const other = list.find(({ id }) => id === claimsOf(accessToken).sid);
    expect(other?.current).toBe(false);
    expect(Math.abs((other?.lastActiveAt ?? 0) - renewedAt)).toBeLessThan(30_000);
  });

  it('lists the owner’s consoles and desk, and separately the sub-accounts’ desks', async () => {
    const owner = await app.registerOwner();
    await app.logInDesk(owner.email, owner.password);
    const agent = await app.createSubAccount(owner, { remark: 'Night shift' });
    const own = await page(owner.token);
    expect(own.list.map(({ place, subAccount }) => [place, subAccount?.isDefault]).sort()).toEqual([
      ['console', undefined],
      ['desk', true],
    ]);
    const { list } = await page(owner.token, 'sub-accounts');
    expect(list).toMatchObject([
      { place: 'desk', subAccount: { id: agent.subAccountId, remark: 'Night shift' } },
    ]);
  });

  it('lists a renewable session regardless of its recorded last activity', async () => {
    const owner = await app.registerOwner();
    const { accessToken } = await logIn(owner);
    // Like sessions from before their activity was recorded.
    await app.app.database.pool.query(
      `update auth_sessions set last_active_at = created_at - interval '60 days' where subject_id = $1`,
      [owner.userId],
    );
    expect((await page(accessToken)).total).toBe(2);
  });

  it('leaves out what can no longer be renewed', async () => {
    const owner = await app.registerOwner();
    clock.advance(31 * day);
    const { accessToken } = await logIn(owner);
    expect((await page(accessToken)).total).toBe(1);
  });
});

describe('ending sessions', () => {
  it('ends one session with its tokens and sockets at once, and no other', async () => {
    const owner = await app.registerOwner();
    const other = await logIn(owner);
    const { socket, heard } = await connectSocket(app.url, other.accessToken);
    expect((await end(claimsOf(other.accessToken).sid, owner.token)).status).toBe(200);
    await vi.waitFor(() => expect(socket.connected).toBe(false));
    expect(heard).toEqual([['ended', expect.objectContaining({ reason: 'ended-from-list' })]]);
    expect(await isOpen(other.accessToken)).toBe(false);
    expect(await isOpen(owner.token)).toBe(true);
  });

  it('ends a sub-account’s desk, and answers 404 for another workspace’s session and for an ended one', async () => {
    const [owner, stranger] = [await app.registerOwner(), await app.registerOwner()];
    const agent = await app.createSubAccount(owner);
    const { sid } = claimsOf(agent.token);
    expect((await end(sid, stranger.token)).status).toBe(404);
    expect((await end(randomUUID(), owner.token)).status).toBe(404);
    expect((await end(sid, owner.token)).status).toBe(200);
    expect((await app.send(subAccountsApi.deskSelf, {}, agent.token)).status).toBe(401);
    expect((await end(sid, owner.token)).status).toBe(404);
  });

  it('logs the owner out everywhere, and leaves sub-accounts logged in', async () => {
    const owner = await app.registerOwner();
    const second = await logIn(owner);
    const desk = await app.logInDesk(owner.email, owner.password);
    const agent = await app.createSubAccount(owner);
    expect(await app.call(identityApi.logOutEverywhere, {}, second.accessToken)).toEqual({ ended: 3 });
    for (const token of [owner.token, second.accessToken]) expect(await isOpen(token)).toBe(false);
    expect((await app.send(subAccountsApi.deskSelf, {}, desk.accessToken)).status).toBe(401);
    expect((await app.send(subAccountsApi.deskSelf, {}, agent.token)).status).toBe(200);
  });

  it('lists the operator’s own sessions, and no others', async () => {
    const body = { username: operatorLogIn.email, password: operatorLogIn.password };
    const [one, two] = [
      await app.call(identityApi.operatorLogIn, { body }),
      await app.call(identityApi.operatorLogIn, { body }),
    ];
    const owner = await app.registerOwner();
    const { list } = await page(one.accessToken);
    expect(list.every(({ place }) => place === 'operator')).toBe(true);
    expect((await page(one.accessToken, 'sub-accounts')).total).toBe(0);
    expect((await end(claimsOf(owner.token).sid, one.accessToken)).status).toBe(404);
    expect((await end(claimsOf(two.accessToken).sid, one.accessToken)).status).toBe(200);
    expect(await isOpen(two.accessToken)).toBe(false);
    await app.call(identityApi.logOutEverywhere, {}, one.accessToken);
    expect(await isOpen(one.accessToken)).toBe(false);
  });
});
