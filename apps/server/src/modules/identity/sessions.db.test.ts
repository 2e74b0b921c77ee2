import * as identityApi from '@parley/contract/identity';
import pg from 'pg';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { stillClock, type TestClock } from '../../testing/test-clock.ts';
import { claimsOf, type TestOwner } from '../../testing/test-people.ts';
import { connectSocket } from '../../testing/test-socket.ts';
import { purge } from './store.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let clock: TestClock;
let app: TestApp;
let owner: TestOwner;
const sockets: Socket[] = [];
beforeAll(async () => {
  clock = stillClock();
  app = await startTestApp({ clock });
  owner = await app.registerOwner();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(() => app.close());

const logIn = () =>
  app.call(identityApi.logIn, { body: { username: owner.email, password: owner.password } });
const refresh = (refreshToken: string) => app.send(identityApi.refreshToken, { query: { refreshToken } });
const renew = (refreshToken: string) => app.call(identityApi.refreshToken, { query: { refreshToken } });
const info = (token: string) => app.send(identityApi.getLoginUserInfo, {}, token);
const invalid = { status: 401, body: { code: 401, data: { error: 'identity.invalid-refresh-token' } } };

async function connect(token: string) {
  const connected = await connectSocket(app.url, token);
  sockets.push(connected.socket);
  return connected;
}

describe('an access token', () => {
  it('expires after half an hour', async () => {
    const { accessToken, expiresAt } = await logIn();
    expect(expiresAt - clock.now()).toBeLessThanOrEqual(30 * minute);
    clock.advance(29 * minute);
    expect((await info(accessToken)).status).toBe(200);
    clock.advance(1.1 * minute);
    expect(await info(accessToken)).toMatchObject({
      status: 401,
      body: { data: { error: 'auth.required' } },
    });
  });

  it('an access token is refused when one character has changed, or without its signature', async () => {
    const { accessToken } = await logIn();
    const [head = '', body = '', signature = ''] = accessToken.split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const changed = Buffer.from(body, 'base64url').toString().replace('"console"', '"operator"');
    for (const forged of [
      `${head}.${Buffer.from(changed).toString('base64url')}.${signature}`,
      `${none}.${body}.`,
      `${head}.${body}.`,
      `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    ]) {
      expect((await info(forged)).status).toBe(401);
    }
  });
});

describe('a refresh token', () => {
  it('a refresh token is exchanged for a successor of the same session', async () => {
    const first = await logIn();
    const second = await renew(first.refreshToken);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(claimsOf(second.accessToken).sid).toBe(claimsOf(first.accessToken).sid);
    const third = await renew(second.refreshToken);
    expect((await info(third.accessToken)).status).toBe(200);
  });

  it('gives twenty concurrent tabs the same successor', async () => {
    const { refreshToken } = await logIn();
    const all = await Promise.all(Array.from({ length: 20 }, () => renew(refreshToken)));
    expect(new Set(all.map((tokens) => tokens.refreshToken)).size).toBe(1);
    expect((await refresh(all[0]?.refreshToken ?? '')).status).toBe(200);
  });

  it('gives a tab nine seconds later the same successor, too', async () => {
    const { refreshToken } = await logIn();
    const first = await renew(refreshToken);
    clock.advance(9_000);
    expect((await renew(refreshToken)).refreshToken).toBe(first.refreshToken);
  });

  it('ends the whole session when it is reused later: tokens and sockets', async () => {
    const { refreshToken } = await logIn();
    const successor = await renew(refreshToken);
    const { socket, heard } = await connect(successor.accessToken);
    clock.advance(11_000);
    expect(await refresh(refreshToken)).toMatchObject(invalid);
    expect(await refresh(successor.refreshToken)).toMatchObject(invalid);
    expect((await info(successor.accessToken)).status).toBe(401);
    await vi.waitFor(() => expect(socket.connected).toBe(false));
    expect(heard).toEqual([['ended', expect.objectContaining({ reason: 'token-reused' })]]);
  });

  it('leaves other sessions of the same person open when its session ends', async () => {
    const [stolen, other] = [await logIn(), await logIn()];
    await renew(stolen.refreshToken);
    clock.advance(11_000);
    expect(await refresh(stolen.refreshToken)).toMatchObject(invalid);
    expect((await refresh(other.refreshToken)).status).toBe(200);
  });

  it('an invented refresh token is unknown', async () => {
    for (const token of ['x', 'a'.repeat(43), owner.token.slice(0, 200)])
      expect(await refresh(token)).toMatchObject(invalid);
  });

  it('expires after thirty days, each successor after thirty more', async () => {
    const { refreshToken } = await logIn();
    clock.advance(29 * day);
    const second = await renew(refreshToken);
    clock.advance(29 * day);
    const third = await renew(second.refreshToken);
    clock.advance(30 * day);
    expect(await refresh(third.refreshToken)).toMatchObject({
      status: 401,
      body: { code: 401, data: { error: 'identity.expired-refresh-token' } },
    });
  });

  it('a refresh token is stored only as a hash', async () => {
    const { refreshToken } = await logIn();
    const pool = new pg.Pool({ connectionString: app.databaseUrl, max: 1 });
    const { rows } = await pool.query('select t::text as row from refresh_tokens t');
    await pool.end();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(refreshToken);
  });
});

describe('logging out', () => {
  it('ends access tokens, refresh tokens and sockets at once, of this session only', async () => {
    const [mine, other] = [await logIn(), await logIn()];
    const [here, elsewhere] = [await connect(mine.accessToken), await connect(other.accessToken)];
    await app.call(identityApi.logOut, {}, mine.accessToken);
    expect((await info(mine.accessToken)).status).toBe(401);
    expect(await refresh(mine.refreshToken)).toMatchObject(invalid);
    await vi.waitFor(() => expect(here.socket.connected).toBe(false));
    expect(here.heard).toEqual([['ended', expect.objectContaining({ reason: 'logged-out' })]]);
    expect((await info(other.accessToken)).status).toBe(200);
    expect(elsewhere.socket.connected).toBe(true);
    await expect(connect(mine.accessToken)).rejects.toThrow('auth.required');
  });
});

describe('the purge', () => {
  it('removes expired tokens, sessions without tokens and old codes, and keeps what is in use', async () => {
    const now = await logIn();
    const { database } = app.app;
    await purge(database, new Date(clock.now()));
    expect((await refresh(now.refreshToken)).status).toBe(200);
    await purge(database, new Date(clock.now() + 31 * day));
    const counts = await database.pool.query(`
      select (select count(*) from refresh_tokens) as tokens, (select count(*) from auth_sessions) as sessions,
             (select count(*) from verification_codes) as codes`);
    expect(counts.rows).toEqual([{ tokens: 0, sessions: 0, codes: 0 }]);
  });
});
