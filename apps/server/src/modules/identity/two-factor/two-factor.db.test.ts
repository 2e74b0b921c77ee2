import type * as contract from '@parley/contract';
import * as identityApi from '@parley/contract/identity';
import * as operatorApi from '@parley/contract/operator';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { type TestClock, testClock } from '../../../testing/test-clock.ts';
import { operatorLogIn, type TestOwner } from '../../../testing/test-people.ts';

const step = 30_000;

let clock: TestClock;
let app: TestApp;
beforeAll(async () => {
  clock = testClock();
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

/** Returns the code that an authenticator app shows now. */
const codeOf = (secret: string, ms = clock.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ms });

/** Advances the clock, because each code is accepted once and the next one is for the next step. */
function nextCode(secret: string): string {
  clock.advance(step);
  return codeOf(secret);
}

async function switchOn(token: string, password: string) {
  const { secret } = await app.call(identityApi.setUpTwoFactor, { body: { password } }, token);
  const { recoveryCodes } = await app.call(
    identityApi.confirmTwoFactor,
    { body: { code: nextCode(secret) } },
    token,
  );
  return { secret, recoveryCodes };
}

async function protectedOwner() {
  const owner = await app.registerOwner();
  return { owner, ...(await switchOn(owner.token, owner.password)) };
}

type Door = typeof identityApi.logIn | typeof identityApi.deskLogIn | typeof identityApi.operatorLogIn;
async function challengeAt(door: Door, { email, password }: Pick<TestOwner, 'email' | 'password'>) {
  const answer = await app.send(door, { body: { username: email, password } });
  expect(answer).toMatchObject({ status: 401, body: { code: 401, data: { error: 'identity.second-step' } } });
  expect(JSON.stringify(answer.body)).not.toContain('Token"');
  const { details } = answer.body.data as contract.FailureData; // just seen
  return String(details?.challenge);
}
const second = (challenge: string, code: string, at = app) =>
  at.send(identityApi.logInSecondStep, { body: { challenge, code } });
const refusedWith = (error: string) => ({ body: { data: { error } } });
const tokenOf = (answer: { body: { data: unknown } }) => String(Object(answer.body.data).accessToken);

describe('switching two-factor authentication on', () => {
  it('requires the password and a first valid code, and returns ten recovery codes', async () => {
    const owner = await app.registerOwner();
    const setUp = (password: string) =>
      app.send(identityApi.setUpTwoFactor, { body: { password } }, owner.token);
    expect(await setUp('Lantern43')).toMatchObject(refusedWith('identity.wrong-password'));
    const { secret, uri } = await app.call(
      identityApi.setUpTwoFactor,
      { body: { password: owner.password } },
      owner.token,
    );
    expect(uri).toContain(`secret=${secret}`);
    expect(await app.call(identityApi.getTwoFactor, {}, owner.token)).toEqual({
      enabledAt: null,
      recoveryCodesLeft: 0,
    });
    const confirm = (code: string) => app.send(identityApi.confirmTwoFactor, { body: { code } }, owner.token);
    expect(await confirm(codeOf(secret, clock.now() - 10 * step))).toMatchObject(
      refusedWith('identity.wrong-code'),
    );
    const logIn = { body: { username: owner.email, password: owner.password } };
    expect((await app.send(identityApi.logIn, logIn)).status).toBe(200);
    const answer = await confirm(codeOf(secret));
    expect(Object(answer.body.data).recoveryCodes).toHaveLength(10);
    expect(await app.call(identityApi.getTwoFactor, {}, owner.token)).toMatchObject({
      recoveryCodesLeft: 10,
    });
    expect(await setUp(owner.password)).toMatchObject(refusedWith('two-factor.already-on'));
    expect(await confirm(nextCode(secret))).toMatchObject(refusedWith('two-factor.already-on'));
  });

  it('stores neither secret nor recovery codes in readable form', async () => {
    const { owner, secret, recoveryCodes } = await protectedOwner();
    const { rows } = await app.app.database.pool.query(
      `select t::text || coalesce((select string_agg(r::text, '') from recovery_codes r where r.user_id = t.user_id), '')
       as row from two_factor t where user_id = $1`,
      [owner.userId],
    );
    for (const plain of [secret, ...recoveryCodes]) expect(rows[0].row).not.toContain(plain);
  });

  it('notifies the account’s address when two-factor authentication is switched on', async () => {
    const { owner } = await protectedOwner();
    const query = { search: owner.email };
    const { list } = await app.call(operatorApi.mailPage, { query }, await app.operatorToken());
    expect(list[0]?.subject).toBe('Two-factor authentication is on for your Parley account');
  });
});

describe('a login with two-factor authentication', () => {
  it.each([
    ['console', identityApi.logIn, identityApi.getProfile],
    ['desk', identityApi.deskLogIn, subAccountsApi.deskSelf],
  ] as const)('opens the %s with a code, and gives no token before', async (_, door, inside) => {
    const { owner, secret } = await protectedOwner();
    const challenge = await challengeAt(door, owner);
    expect(await second(challenge, codeOf(secret, clock.now() + 10 * step))).toMatchObject(
      refusedWith('identity.wrong-code'),
    );
    const answer = await second(challenge, nextCode(secret));
    expect(answer.status).toBe(200);
    expect((await app.send(inside, {}, tokenOf(answer))).status).toBe(200);
  });

  it('accepts a code once, even from two concurrent requests', async () => {
    const { owner, secret } = await protectedOwner();
    const challenge = await challengeAt(identityApi.logIn, owner);
    const code = nextCode(secret);
    const answers = await Promise.all([second(challenge, code), second(challenge, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await second(challenge, code)).toMatchObject(refusedWith('identity.wrong-code'));
  });

  it('accepts each recovery code once, in any spelling', async () => {
    const { owner, recoveryCodes } = await protectedOwner();
    const challenge = await challengeAt(identityApi.logIn, owner);
    const [one = '', two = ''] = recoveryCodes;
    expect((await second(challenge, ` ${one.toUpperCase()} `)).status).toBe(200);
    expect(await second(challenge, one)).toMatchObject(refusedWith('identity.wrong-code'));
    expect((await second(challenge, two.replace('-', ''))).status).toBe(200);
    expect((await app.call(identityApi.getTwoFactor, {}, owner.token)).recoveryCodesLeft).toBe(8);
  });

  it('refuses a challenge after five minutes, after a change of the password, and when it is invented', async () => {
    const { owner, secret } = await protectedOwner();
    const expired = refusedWith('identity.second-step-expired');
    const old = await challengeAt(identityApi.logIn, owner);
    clock.advance(5 * 60_000 + 1000);
    expect(await second(old, codeOf(secret))).toMatchObject(expired);
    expect(await second('x', codeOf(secret))).toMatchObject(expired);
    expect(await second(owner.token, codeOf(secret))).toMatchObject(expired);
    const challenge = await challengeAt(identityApi.logIn, owner);
    const change = { oldPassword: owner.password, password: 'Another34', confirm: 'Another34' };
    const { accessToken } = await app.call(identityApi.refreshToken, {
      query: { refreshToken: owner.refreshToken },
    });
    await app.call(identityApi.updatePassword, { body: change }, accessToken);
    expect(await second(challenge, nextCode(secret))).toMatchObject(expired);
  });

  it('pauses after five wrong codes of any challenges, and sends the owner one mail', async () => {
    const { owner, secret } = await protectedOwner();
    const config = { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' };
    const real = await startTestApp({ clock, databaseUrl: app.databaseUrl, config });
    const challenges = [
      await challengeAt(identityApi.logIn, owner),
      await challengeAt(identityApi.logIn, owner),
    ];
    let guesses = 0;
    // From a different address each time.
    const guess = async (code = '000000') => {
      const body = { challenge: challenges[++guesses % 2] ?? '', code };
      const from = { 'x-forwarded-for': `198.51.100.${guesses}` };
      return (await real.send(identityApi.logInSecondStep, { body }, undefined, from)).status;
    };
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) statuses.push(await guess());
    expect(statuses).toEqual([...Array(6).fill(400), 429, 429]);
    clock.advance(15_000);
    expect([await guess(), await guess()]).toEqual([400, 429]);
    // Still paused after twice the time, even with the right code.
    clock.advance(15_000);
    expect(await guess(codeOf(secret))).toBe(429);
    clock.advance(15_000);
    expect(await guess(codeOf(secret))).toBe(200);
    await real.close();
    const query = { search: owner.email };
    const { list } = await app.call(operatorApi.mailPage, { query }, await app.operatorToken());
    const subject = 'Wrong two-factor codes for your Parley account';
    expect(list.filter((mail) => mail.subject === subject)).toHaveLength(1);
  });

  it('requires the code after a quick link, too, and uses the link up', async () => {
    const { owner, secret } = await protectedOwner();
    const { code } = await app.call(identityApi.createQuickLogInCode, {}, owner.token);
    const answer = await app.send(identityApi.quickLogIn, { body: { code } });
    expect(answer).toMatchObject({ status: 401, ...refusedWith('identity.second-step') });
    expect(await app.send(identityApi.quickLogIn, { body: { code } })).toMatchObject(
      refusedWith('identity.wrong-code'),
    );
    const { details } = answer.body.data as contract.FailureData; // just seen
    expect((await second(String(details?.challenge), nextCode(secret))).status).toBe(200);
  });

  it('works the same for the operator', async () => {
    const token = await app.operatorToken();
    const { secret } = await switchOn(token, operatorLogIn.password);
    const challenge = await challengeAt(identityApi.operatorLogIn, operatorLogIn);
    const answer = await second(challenge, nextCode(secret));
    expect((await app.send(identityApi.operatorInfo, {}, tokenOf(answer))).status).toBe(200);
    const body = { password: operatorLogIn.password, code: nextCode(secret) };
    await app.call(identityApi.disableTwoFactor, { body }, token);
    expect((await app.send(identityApi.operatorInfo, {}, await app.operatorToken())).status).toBe(200);
  });
});

describe('switching two-factor authentication off', () => {
  it('requires password and code; afterwards the password alone is sufficient', async () => {
    const { owner, secret } = await protectedOwner();
    const disable = (password: string, code: string) =>
      app.send(identityApi.disableTwoFactor, { body: { password, code } }, owner.token);
    expect(await disable('Lantern43', nextCode(secret))).toMatchObject(
      refusedWith('identity.wrong-password'),
    );
    expect(await disable(owner.password, '000000')).toMatchObject(refusedWith('identity.wrong-code'));
    expect((await disable(owner.password, nextCode(secret))).status).toBe(200);
    const logIn = { body: { username: owner.email, password: owner.password } };
    expect((await app.send(identityApi.logIn, logIn)).status).toBe(200);
    expect(await disable(owner.password, nextCode(secret))).toMatchObject(refusedWith('two-factor.not-on'));
  });

  it('replaces the recovery codes without switching off', async () => {
    const { owner, secret, recoveryCodes } = await protectedOwner();
    const body = { password: owner.password, code: nextCode(secret) };
    const renewed = await app.call(identityApi.renewRecoveryCodes, { body }, owner.token);
    expect(renewed.recoveryCodes).toHaveLength(10);
    const challenge = await challengeAt(identityApi.logIn, owner);
    expect(await second(challenge, recoveryCodes[0] ?? '')).toMatchObject(refusedWith('identity.wrong-code'));
    expect((await second(challenge, renewed.recoveryCodes[0] ?? '')).status).toBe(200);
  });
});

describe('a guesser who has the password', () => {
  const config = { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' };
  let real: TestApp;
  beforeAll(async () => {
    real = await startTestApp({ clock, databaseUrl: app.databaseUrl, config });
  });
  afterAll(() => real.close());
  const home = { 'x-forwarded-for': '192.0.2.10' };

  it('doesn’t pause the second factor where it was set up, or in an open session', async () => {
    const owner = await app.registerOwner();
    const { password } = owner;
    const { secret } = await app.call(identityApi.setUpTwoFactor, { body: { password } }, owner.token);
    const first = { body: { code: nextCode(secret) } };
    const confirmed = await real.send(identityApi.confirmTwoFactor, first, owner.token, home);
    expect(confirmed.status).toBe(200);
    const challenge = await challengeAt(identityApi.logIn, owner);
    const enter = (code: string, from: Record<string, string>) =>
      real.send(identityApi.logInSecondStep, { body: { challenge, code } }, undefined, from);
    const strangers = async () => {
      const statuses: number[] = [];
      for (let n = 0; n < 7; n += 1)
        statuses.push((await enter('000000', { 'x-forwarded-for': `198.51.100.${n + 1}` })).status);
      return statuses;
    };
    expect(await strangers()).toContain(429);
    const away = { 'x-forwarded-for': '203.0.113.77' };
    expect((await enter(nextCode(secret), home)).status).toBe(200);
    expect(await strangers()).toContain(429);
    const body = { password, code: nextCode(secret) };
    expect((await real.send(identityApi.renewRecoveryCodes, { body }, owner.token, away)).status).toBe(200);
    expect((await enter(nextCode(secret), away)).status).toBe(200);
    const off = { body: { password, code: nextCode(secret) } };
    const elsewhere = { 'x-forwarded-for': '203.0.113.78' };
    expect((await real.send(identityApi.disableTwoFactor, off, owner.token, elsewhere)).status).toBe(200);
  });

  it('waits after six wrong codes in a session that was left open', async () => {
    const { owner } = await protectedOwner();
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      const body = { password: owner.password, code: '000000' };
      const from = { 'x-forwarded-for': `198.51.100.${n + 1}` };
      statuses.push((await real.send(identityApi.renewRecoveryCodes, { body }, owner.token, from)).status);
    }
    expect(statuses).toEqual([...Array(6).fill(400), 429]);
  });
});
