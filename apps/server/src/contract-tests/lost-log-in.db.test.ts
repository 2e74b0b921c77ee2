/** Tests the error for a client whose login is invalid, which decides whether it renews or logs in again: see decision 0016. */

import type * as contract from '@parley/contract';
import * as identityApi from '@parley/contract/identity';
import * as visitorApi from '@parley/contract/visitor';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { type TestClock, testClock } from '../testing/test-clock.ts';
import { connectSocket } from '../testing/test-socket.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let app: TestApp;
let clock: TestClock;
beforeAll(async () => {
  clock = testClock();
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

/** Returns the envelope's code and its error, for a call of the console. */
async function toldTo(token: string | undefined) {
  const { status, body } = await app.send(identityApi.getProfile, {}, token);
  const { error } = body.data as contract.FailureData; // a refusal carries it
  expect(status).toBe(401);
  return [body.code, error, body.msg];
}

describe('a console receives', () => {
  it('401 without a login', async () => {
    expect(await toldTo(undefined)).toEqual([
      401,
      'auth.required',
      'Authentication failed, cannot access system resources',
    ]);
  });

  it('50008 with a token that this server never issued', async () => {
    const { token } = await app.registerOwner();
    const forged = `${token.slice(0, -4)}AAAA`;
    const told = [50_008, 'auth.token-illegal', 'Your login is no longer valid, please log in again'];
    expect(await toldTo(forged)).toEqual(told);
    expect(await toldTo('nonsense')).toEqual(told);
  });

  it('401 when its token has run out, and renews it', async () => {
    const { token, refreshToken } = await app.registerOwner();
    clock.advance(31 * minute);
    expect((await toldTo(token)).slice(0, 2)).toEqual([401, 'auth.required']);
    const renewed = await app.call(identityApi.refreshToken, { query: { refreshToken } });
    await app.call(identityApi.getProfile, {}, renewed.accessToken);
  });

  it('50012 when it was logged out elsewhere, before and after its token has run out', async () => {
    const { email, password, token } = await app.registerOwner();
    const body = { username: email, password };
    const { accessToken } = await app.call(identityApi.logIn, { body });
    await app.call(identityApi.logOut, {}, token);
    const told = [50_012, 'auth.session-ended', 'You were logged out elsewhere, please log in again'];
    expect(await toldTo(token)).toEqual(told);
    await app.call(identityApi.getProfile, {}, accessToken);
    clock.advance(31 * minute);
    expect(await toldTo(token)).toEqual(told);
  });

  it('50012 when its password was changed elsewhere', async () => {
    const { email, password, token } = await app.registerOwner();
    const { accessToken } = await app.call(identityApi.logIn, { body: { username: email, password } });
    const change = { oldPassword: password, password: 'Another34', confirm: 'Another34' };
    await app.call(identityApi.updatePassword, { body: change }, accessToken);
    expect((await toldTo(token)).slice(0, 2)).toEqual([50_012, 'auth.session-ended']);
    await app.call(identityApi.getProfile, {}, accessToken);
  });

  it('50014 when nothing is left that could renew it', async () => {
    const { token, refreshToken } = await app.registerOwner();
    clock.advance(31 * day);
    expect(await toldTo(token)).toEqual([
      50_014,
      'auth.session-expired',
      'Login timed out, please login again',
    ]);
    const query = { refreshToken };
    await expect(app.call(identityApi.refreshToken, { query })).rejects.toMatchObject({
      error: 'identity.expired-refresh-token',
    });
  });
});

it('a visitor’s page receives 40101, whatever is wrong with its pass', async () => {
  const owner = await app.registerOwner();
  const agent = await app.createSubAccount(owner);
  const visitor = await app.startVisitor(await app.addWebchat(owner, agent.subAccountId));
  const told = { status: 401, body: { code: 40_101, data: { error: 'auth.pass-required' } } };
  const events = (token?: string) => app.send(visitorApi.visitorEvents, { query: { since: 0 } }, token);
  const stream = { method: 'GET', path: visitorApi.visitorStreamPath } as const;
  expect(await events()).toMatchObject(told);
  expect(await events('nonsense')).toMatchObject(told);
  expect(await app.send(stream, {}, 'nonsense')).toMatchObject(told);
  clock.advance(366 * day);
  expect(await events(visitor.token)).toMatchObject(told);
});

it('a socket learns only that it needs a login: the client finds out why over HTTP', async () => {
  const { token } = await app.registerOwner();
  await app.call(identityApi.logOut, {}, token);
  for (const one of [token, 'nonsense', undefined]) {
    await expect(connectSocket(app.url, one)).rejects.toThrow('auth.required');
  }
});
