/** Tests identity over HTTP: what its answers look like, and what it does together with sockets and other modules. */
import * as contract from '@parley/contract';
import * as conversationsApi from '@parley/contract/conversations';
import * as identityApi from '@parley/contract/identity';
import * as operatorApi from '@parley/contract/operator';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { assertFound } from '../../base/http/app-error.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { Parts, RawAnswer } from '../../testing/test-client.ts';
import { stillClock, type TestClock } from '../../testing/test-clock.ts';
import { claimsOf } from '../../testing/test-people.ts';
import { connectSocket } from '../../testing/test-socket.ts';
import { resetOperator } from './index.ts';

const next = 'Another34';

let clock: TestClock;
/** Has the real limits, behind a proxy. */
let app: TestApp;
/** Uses the same database without limits, to create people. */
let unlimited: TestApp;
beforeAll(async () => {
  clock = stillClock();
  unlimited = await startTestApp({ clock });
  const config = { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' };
  app = await startTestApp({ clock, config, databaseUrl: unlimited.databaseUrl });
});
afterAll(async () => {
  await app.close();
  await unlimited.close();
});

let addresses = 0;
const newAddress = () => `198.18.0.${++addresses}`;

/** Sends a request from this address, by default a new one. */
function send(
  endpoint: contract.Endpoint,
  parts: Parts = {},
  { token, address = newAddress(), headers = {} as Record<string, string> }: Sender = {},
): Promise<RawAnswer> {
  return app.send(endpoint, parts, token, { 'x-forwarded-for': address, ...headers });
}
type Sender = { token?: string; address?: string; headers?: Record<string, string> };
/** The declared answer of a login that succeeds. */
const tokensIn = (answer: RawAnswer) => identityApi.logIn.answer.parse(answer.body.data);
const logInWith = (username: string, password: string) => ({ body: { username, password } });

describe('logging in over HTTP', () => {
  it('opens each place, and answers a wrong password with 401', async () => {
    const owner = await unlimited.registerOwner();
    const agent = await unlimited.createSubAccount(owner);
    const right = logInWith(` ${owner.email.toUpperCase()} `, owner.password);
    const atConsole = tokensIn(await send(identityApi.logIn, right));
    const profile = await send(identityApi.getProfile, {}, { token: atConsole.accessToken });
    expect(profile.body.data).toMatchObject({ email: owner.email });
    const atDesk = tokensIn(await send(identityApi.deskLogIn, logInWith(agent.accountName, agent.password)));
    const desk = await send(subAccountsApi.deskSelf, {}, { token: atDesk.accessToken });
    expect(desk.body.data).toMatchObject({ subAccountId: agent.subAccountId });
    for (const door of [identityApi.logIn, identityApi.deskLogIn])
      expect(await send(door, logInWith(owner.email, 'Secret13'))).toMatchObject({
        status: 401,
        body: { code: 401, data: { error: 'identity.wrong-credentials' } },
      });
    expect(await send(identityApi.logIn, logInWith(agent.accountName, agent.password))).toMatchObject({
      status: 403,
      body: { code: 403, data: { error: 'identity.not-for-console' } },
    });
  });

  it('counts guesses per address behind the proxy, and returns when to try again', async () => {
    const { email, password } = await unlimited.registerOwner();
    const home = newAddress();
    expect((await send(identityApi.logIn, logInWith(email, password), { address: home })).status).toBe(200);
    for (let n = 0; n < 11; n += 1)
      expect((await send(identityApi.logIn, logInWith(email, 'Secret13'))).status).toBe(401);
    const paused = await send(identityApi.logIn, logInWith(email, password));
    expect(paused).toMatchObject({
      status: 429,
      body: { code: 429, msg: 'Too many requests, try again in 15 s', data: { error: 'request.too-many' } },
    });
    expect(paused.headers.get('retry-after')).toBe('15');
    expect((await send(identityApi.logIn, logInWith(email, password), { address: home })).status).toBe(200);
  });
});

describe('mailed codes over HTTP', () => {
  const ask = (email: string, purpose: identityApi.CodePurpose) =>
    send(identityApi.requestVerificationCode, { body: { email, purpose } });

  it('register an owner, who is logged in', async () => {
    const email = 'newcomer@example.com';
    expect((await ask(email, 'register')).body).toEqual({
      code: 200,
      msg: 'success',
      data: { resendAfter: 60 },
    });
    const code = await unlimited.mailedCode(email);
    const passwords = { password: next, confirm: next };
    const body = { email, code, ...passwords, tgContact: '@new', agreement: true };
    const { accessToken } = tokensIn(await send(identityApi.register, { body }));
    const info = await send(identityApi.getLoginUserInfo, {}, { token: accessToken });
    expect(info.body.data).toMatchObject({ emailAddress: email, tgContact: '@new' });
  });

  it('replace a forgotten password; each is answered 429 within a minute, by either method', async () => {
    const { email, token } = await unlimited.registerOwner();
    const address = newAddress();
    const query = { email, purpose: 'forgot-password' };
    expect((await send(identityApi.getVerificationCode, { query }, { address })).status).toBe(200);
    clock.advance(20_000);
    const again = await send(identityApi.requestVerificationCode, { body: query }, { address });
    expect(again).toMatchObject({
      status: 429,
      body: { code: 429, data: { error: 'identity.code-too-soon', details: { seconds: 40 } } },
    });
    expect(again.headers.get('retry-after')).toBe('40');
    const code = await unlimited.mailedCode(email);
    const check = await send(identityApi.verifyEmail, { query: { ...query, code } });
    expect(check.body.data).toEqual({ valid: true });
    const body = { email, code, password: next, confirm: next };
    const reset = () => send(identityApi.forgotPassword, { body });
    expect((await reset()).body).toEqual({ code: 200, msg: 'success', data: null });
    expect(await reset()).toMatchObject({ status: 400, body: { data: { error: 'identity.wrong-code' } } });
    expect((await send(identityApi.getProfile, {}, { token })).status).toBe(401);
    expect((await send(identityApi.logIn, logInWith(email, next))).status).toBe(200);
  });
});

describe('an ended session over HTTP', () => {
  it.each([
    [
      'password-changed',
      async (token: string, oldPassword: string) =>
        send(identityApi.updatePassword, { body: { oldPassword, password: next, confirm: next } }, { token }),
    ],
    ['everywhere', async (token: string) => send(identityApi.logOutEverywhere, {}, { token })],
  ] as const)('receives %s by socket, by call and by renewal, in its language', async (ending, act) => {
    const owner = await unlimited.registerOwner();
    const other = tokensIn(await send(identityApi.logIn, logInWith(owner.email, owner.password)));
    const { socket, heard } = await connectSocket(app.url, owner.token);
    expect((await act(other.accessToken, owner.password)).status).toBe(200);
    await vi.waitFor(() => expect(socket.connected).toBe(false));
    const event = { reason: ending, message: identityApi.sessionEndings[ending] };
    expect(heard).toEqual([['ended', event]]);
    await expect(connectSocket(app.url, owner.token)).rejects.toThrow('auth.required');
    for (const language of contract.interfaceLanguages) {
      const sentence = identityApi.sessionEndings[ending][language];
      const headers = { systemLanguageCode: language };
      const called = await send(identityApi.getProfile, {}, { token: owner.token, headers });
      const error = 'auth.session-ended';
      expect(called.body).toMatchObject({ msg: sentence, data: { error, details: { ending } } });
      const query = { refreshToken: owner.refreshToken };
      const renewed = await send(identityApi.refreshToken, { query }, { headers });
      expect(renewed).toMatchObject({ status: 401, body: { data: { details: { ending, sentence } } } });
    }
  });

  it('appears no more in the list of sessions, which marks the caller’s', async () => {
    const owner = await unlimited.registerOwner();
    const headers = { 'user-agent': `x${'y'.repeat(500)}` };
    const right = logInWith(owner.email, owner.password);
    const address = newAddress();
    const other = tokensIn(await send(identityApi.logIn, right, { address, headers }));
    const { sid: loginSessionId } = claimsOf(other.accessToken);
    const list = async () => {
      const answer = await send(identityApi.loginSessionPage, {}, { token: owner.token });
      return identityApi.loginSessionPage.answer.parse(answer.body.data).list;
    };
    const shown = (await list()).find(({ id }) => id === loginSessionId);
    expect(shown).toMatchObject({ place: 'console', current: false, address, subAccount: null });
    expect(shown?.userAgent).toHaveLength(300);
    const end = () =>
      send(identityApi.endLoginSession, { params: { loginSessionId } }, { token: owner.token });
    expect((await end()).status).toBe(200);
    expect((await end()).status).toBe(404);
    expect((await list()).map(({ current }) => current)).toEqual([true]);
  });
});

describe('a second factor over HTTP', () => {
  it('gives no token before the code, after which the login succeeds', async () => {
    const { email, password, token } = await unlimited.registerOwner();
    const setUp = await send(identityApi.setUpTwoFactor, { body: { password } }, { token });
    const { secret } = identityApi.setUpTwoFactor.answer.parse(setUp.body.data);
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const body = { code: totp.generate({ timestamp: clock.now() }) };
    const confirmed = await send(identityApi.confirmTwoFactor, { body }, { token });
    const [recovery = ''] = identityApi.confirmTwoFactor.answer.parse(confirmed.body.data).recoveryCodes;
    const first = await send(identityApi.logIn, logInWith(email, password));
    expect(first).toMatchObject({
      status: 401,
      body: { code: 401, data: { error: 'identity.second-step' } },
    });
    expect(JSON.stringify(first.body)).not.toContain('Token"');
    const { challenge } = Object(Object(first.body.data).details);
    const given = { challenge, code: ` ${recovery.toUpperCase()} ` };
    const second = tokensIn(await send(identityApi.logInSecondStep, { body: given }));
    const state = await send(identityApi.getTwoFactor, {}, { token: second.accessToken });
    expect(state.body.data).toEqual({ enabledAt: clock.now(), recoveryCodesLeft: 9 });
  });
});

describe('a disabled owner over HTTP', () => {
  const setDisabled = async ({ userId }: { userId: string }, disabled: boolean) => {
    const token = await unlimited.operatorToken();
    const params = { userId };
    if (disabled)
      await unlimited.call(operatorApi.disableOwner, { params, body: { reason: 'Unpaid' } }, token);
    else await unlimited.call(operatorApi.enableOwner, { params }, token);
  };

  it('loses the sockets of consoles and desks at once, with the reason', async () => {
    const owner = await unlimited.registerOwner();
    const agent = await unlimited.createSubAccount(owner);
    const sockets = await Promise.all([owner, agent].map(({ token }) => connectSocket(unlimited.url, token)));
    await setDisabled(owner, true);
    for (const { socket, heard } of sockets) {
      await vi.waitFor(() => expect(socket.connected).toBe(false));
      expect(heard).toContainEqual(['ended', expect.objectContaining({ reason: 'owner-disabled' })]);
    }
  });

  it('keeps receiving what customers write', async () => {
    const owner = await unlimited.registerOwner();
    const agent = await unlimited.createSubAccount(owner);
    const visitor = await unlimited.startVisitor(await unlimited.addWebchat(owner, agent.subAccountId));
    await setDisabled(owner, true);
    expect(await unlimited.visitorSays(visitor, 'Hola')).toMatchObject({ text: 'Hola' });
    await setDisabled(owner, false);
    const desk = await unlimited.logInDesk(agent.accountName, agent.password);
    const { list } = await unlimited.call(
      conversationsApi.deskConversations,
      { query: {} },
      desk.accessToken,
    );
    expect(list).toHaveLength(1);
  });
});

describe('an operator whose password was generated', () => {
  it('gets nothing but its change, and everything afterwards', async () => {
    const { email, password } = assertFound(await resetOperator(unlimited.app.database));
    const logIn = logInWith(email, password);
    const { accessToken: token } = tokensIn(await send(identityApi.operatorLogIn, logIn));
    const mustChange = async () =>
      (await unlimited.call(identityApi.operatorInfo, {}, token)).passwordMustChange;
    expect(await mustChange()).toBe(true);
    const others = [...contract.allEndpoints.values()].filter(
      ({ audience, beforePasswordChange }) => audience.includes('operator') && !beforePasswordChange,
    );
    expect(others.length).toBeGreaterThan(10);
    for (const endpoint of others) {
      expect(await unlimited.send(endpoint, {}, token), endpoint.path).toMatchObject({
        status: 403,
        body: { code: 403, data: { error: 'auth.password-change-required' } },
      });
    }
    const change = { oldPassword: password, password: 'Long-Enough-12', confirm: 'Long-Enough-12' };
    await unlimited.call(identityApi.updatePassword, { body: change }, token);
    expect(await mustChange()).toBe(false);
    expect((await unlimited.send(operatorApi.mailPage, { query: {} }, token)).status).toBe(200);
  });
});
