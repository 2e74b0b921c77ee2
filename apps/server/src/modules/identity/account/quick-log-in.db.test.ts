import * as identityApi from '@parley/contract/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { stillClock, type TestClock } from '../../../testing/test-clock.ts';
import { claimsOf, type TestOwner } from '../../../testing/test-people.ts';
import { purgeQuickCodes } from './store.ts';

let clock: TestClock;
let app: TestApp;
let second: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  clock = stillClock();
  app = await startTestApp({ clock });
  second = await startTestApp({ clock, databaseUrl: app.databaseUrl });
  owner = await app.registerOwner();
});
afterAll(async () => {
  await second.close();
  await app.close();
});

const wrongCode = { status: 400, body: { code: 400, data: { error: 'identity.wrong-code' } } };
const make = (token = owner.token) => app.call(identityApi.createQuickLogInCode, {}, token);
const exchange = (code: string, at = app) => at.send(identityApi.quickLogIn, { body: { code } });
const logIn = () =>
  app.call(identityApi.logIn, { body: { username: owner.email, password: owner.password } });

describe('a quick login code', () => {
  it('opens a separate session for the same account', async () => {
    const { code, expiresAt } = await make();
    expect(expiresAt - clock.now()).toBeLessThanOrEqual(60_000);
    const tokens = await app.call(identityApi.quickLogIn, { body: { code } });
    const [mine, theirs] = [claimsOf(owner.token), claimsOf(tokens.accessToken)];
    expect(theirs).toMatchObject({ sub: mine.sub, ws: mine.ws, aud: 'console' });
    expect(theirs.sid).not.toBe(mine.sid);
    await app.call(identityApi.logOut, {}, tokens.accessToken);
    expect((await app.send(identityApi.getLoginUserInfo, {}, owner.token)).status).toBe(200);
  });

  it('a quick login code is long and random, and stored only as a hash', async () => {
    const codes = await Promise.all(Array.from({ length: 10 }, () => make()));
    expect(new Set(codes.map(({ code }) => code)).size).toBe(10);
    for (const { code } of codes) expect(Buffer.from(code, 'base64url').length).toBeGreaterThanOrEqual(16);
    const { rows } = await app.app.database.pool.query('select t::text as row from quick_log_in_codes t');
    expect(rows.length).toBeGreaterThanOrEqual(10);
    for (const { code } of codes) expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('a quick login code is exchanged once by ten concurrent requests at two processes', async () => {
    const { code } = await make();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => exchange(code, n % 2 === 0 ? app : second)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject(wrongCode);
    expect(await exchange(code)).toMatchObject(wrongCode);
  });

  it('expires after a minute', async () => {
    const [early, late] = [await make(), await make()];
    clock.advance(59_000);
    expect((await exchange(early.code)).status).toBe(200);
    clock.advance(2_000);
    expect(await exchange(late.code)).toMatchObject(wrongCode);
  });

  it('a quick login code is void once the session that requested it has ended', async () => {
    const { accessToken } = await logIn();
    const { code } = await make(accessToken);
    await app.call(identityApi.logOut, {}, accessToken);
    expect(await exchange(code)).toMatchObject(wrongCode);
  });

  it('a quick login code is void for a disabled account', async () => {
    const other = await app.registerOwner();
    const { code } = await make(other.token);
    await app.app.database.pool.query('update users set disabled = true where id = $1', [other.userId]);
    expect(await exchange(code)).toMatchObject(wrongCode);
  });

  it.each(['', 'x', 'A'.repeat(43), 'a'.repeat(201)])('opens nothing when made up as "%s"', async (code) => {
    expect((await exchange(code)).status).toBe(400);
  });

  it('a quick login code is deleted after it has expired', async () => {
    await make();
    const { database } = app.app;
    const count = async () => (await database.pool.query('select 1 from quick_log_in_codes')).rowCount;
    const before = await count();
    await purgeQuickCodes(database, new Date(clock.now()));
    expect(await count()).toBeGreaterThan(0);
    expect(await count()).toBeLessThan(before ?? 0);
    await purgeQuickCodes(database, new Date(clock.now() + 61_000));
    expect(await count()).toBe(0);
  });
});
