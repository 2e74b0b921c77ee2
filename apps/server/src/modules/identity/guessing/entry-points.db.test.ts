/** Tests every endpoint where something can be guessed, from changing addresses and with the real limits. */
import type * as contract from '@parley/contract';
import * as identityApi from '@parley/contract/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { Parts, RawAnswer } from '../../../testing/test-client.ts';
import { stillClock, type TestClock } from '../../../testing/test-clock.ts';
import { operatorLogIn, type TestAgent, type TestOwner } from '../../../testing/test-people.ts';

const minute = 60_000;
const real = { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' };

let clock: TestClock;
let app: TestApp;
/** Uses the same database without limits, to create people. */
let unlimited: TestApp;
let owner: TestOwner;
let agent: TestAgent;
beforeAll(async () => {
  clock = stillClock();
  unlimited = await startTestApp({ clock });
  app = await startTestApp({ clock, config: real, databaseUrl: unlimited.databaseUrl });
  owner = await unlimited.registerOwner();
  agent = await unlimited.createSubAccount(owner);
});
afterAll(async () => {
  await app.close();
  await unlimited.close();
});

let addresses = 0;
const newAddress = () => `198.18.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;

const from = (
  address: string,
  endpoint: contract.Endpoint,
  parts: Parts,
  token?: string,
  at: TestApp = app,
): Promise<RawAnswer> => at.send(endpoint, parts, token, { 'x-forwarded-for': address });

const tooMany = { status: 429, body: { code: 429, data: { error: 'request.too-many' } } };
const logInWith = (username: string, password = 'Secret13') => ({ body: { username, password } });
const codeOf = async (email: string, purpose: identityApi.CodePurpose) => {
  clock.advance(minute);
  await unlimited.call(identityApi.getVerificationCode, { query: { email, purpose } });
  return unlimited.mailedCode(email);
};

describe('a login', () => {
  const doors = [
    ['the console', identityApi.logIn, () => owner.email, 'unknown-1@example.com'],
    ['the desk', identityApi.deskLogIn, () => agent.accountName, 'abcd-efgh'],
    ['the operator', identityApi.operatorLogIn, () => operatorLogIn.email, 'unknown-2@example.com'],
  ] as const;

  it.each(doors)(
    'pauses at %s after ten wrong passwords, for an unknown name too',
    async (_, door, known, unknown) => {
      const answersFor = async (name: string) => {
        const answers: unknown[] = [];
        for (let n = 0; n < 13; n += 1) {
          const { status, headers, body } = await from(newAddress(), door, logInWith(name));
          answers.push([status, headers.get('retry-after'), body.code, body.msg]);
        }
        return answers;
      };
      const answers = await answersFor(known());
      expect(answers.slice(0, 11).every((answer) => Array.isArray(answer) && answer[0] === 401)).toBe(true);
      expect(answers[11]).toEqual([429, '15', 429, 'Too many requests, try again in 15 s']);
      expect(await answersFor(unknown)).toEqual(answers);
    },
  );

  it('counts the logins to one account at the console and at the desk together, across all processes', async () => {
    const other = await unlimited.registerOwner();
    const second = await startTestApp({ clock, config: real, databaseUrl: unlimited.databaseUrl });
    try {
      for (let n = 0; n < 11; n += 1) {
        const door = n % 2 === 0 ? identityApi.logIn : identityApi.deskLogIn;
        const at = n % 3 === 0 ? second : app;
        expect((await from(newAddress(), door, logInWith(other.email), undefined, at)).status).toBe(401);
      }
      expect(await from(newAddress(), identityApi.logIn, logInWith(other.email))).toMatchObject(tooMany);
      expect(await from(newAddress(), identityApi.deskLogIn, logInWith(other.email))).toMatchObject(tooMany);
    } finally {
      await second.close();
    }
    // Also after a restart.
    const third = await startTestApp({ clock, config: real, databaseUrl: unlimited.databaseUrl });
    try {
      const answer = await from(newAddress(), identityApi.logIn, logInWith(other.email), undefined, third);
      expect(answer).toMatchObject(tooMany);
    } finally {
      await third.close();
    }
  });

  it('admits the owner at a familiar address while others guess', async () => {
    const other = await unlimited.registerOwner();
    const home = newAddress();
    const right = logInWith(other.email, other.password);
    expect((await from(home, identityApi.logIn, right)).status).toBe(200);
    for (let n = 0; n < 12; n += 1) await from(newAddress(), identityApi.logIn, logInWith(other.email));
    expect(await from(newAddress(), identityApi.logIn, right)).toMatchObject(tooMany);
    expect((await from(home, identityApi.logIn, right)).status).toBe(200);
  });

  it('admits the owner with a password reset by mail while others guess', async () => {
    const other = await unlimited.registerOwner();
    const away = newAddress();
    const code = await codeOf(other.email, 'forgot-password');
    for (let n = 0; n < 12; n += 1) await from(newAddress(), identityApi.logIn, logInWith(other.email));
    const body = { email: other.email, code, password: 'Another34', confirm: 'Another34' };
    expect((await from(away, identityApi.forgotPassword, { body })).status).toBe(200);
    for (let n = 0; n < 12; n += 1) await from(newAddress(), identityApi.logIn, logInWith(other.email));
    expect((await from(away, identityApi.logIn, logInWith(other.email, 'Another34'))).status).toBe(200);
  });
});

describe('an account that has moved to another e-mail address', () => {
  it('recognizes familiar addresses under the new e-mail address', async () => {
    const other = await unlimited.registerOwner();
    const [home, newEmail] = [newAddress(), `moved-${other.email}`];
    const code = await codeOf(newEmail, 'bind-email');
    for (let n = 0; n < 12; n += 1) await from(newAddress(), identityApi.logIn, logInWith(newEmail));
    const body = { oldEmail: other.email, newEmail, code, password: other.password };
    expect((await from(home, identityApi.updateUserBindEmail, { body }, other.token)).status).toBe(200);
    for (let n = 0; n < 12; n += 1) await from(newAddress(), identityApi.logIn, logInWith(newEmail));
    const right = logInWith(newEmail, other.password);
    expect(await from(newAddress(), identityApi.logIn, right)).toMatchObject(tooMany);
    expect((await from(home, identityApi.logIn, right)).status).toBe(200);
  });
});

describe('the current password', () => {
  it('limits guesses at the current password in an open session', async () => {
    const other = await unlimited.registerOwner();
    const body = (oldPassword: string) => ({
      body: { oldPassword, password: 'Another34', confirm: 'Another34' },
    });
    const change = (oldPassword: string) =>
      from(newAddress(), identityApi.updatePassword, body(oldPassword), other.token);
    for (let n = 0; n < 11; n += 1)
      expect((await change('Secret13')).body.data).toMatchObject({ error: 'identity.wrong-password' });
    expect(await change(other.password)).toMatchObject(tooMany);
  });
});

describe('a code', () => {
  it('limits guesses at codes from one address for a while, regardless of their purpose', async () => {
    const address = newAddress();
    const email = 'guessed-at@example.com';
    const passwords = { password: 'Lantern42', confirm: 'Lantern42' };
    const tries = [
      from(address, identityApi.forgotPassword, { body: { email, code: '123456', ...passwords } }),
      from(address, identityApi.register, {
        body: { email, code: '123456', ...passwords, tgContact: '@x', agreement: true },
      }),
      from(
        address,
        identityApi.updateUserBindEmail,
        { body: { oldEmail: owner.email, newEmail: email, code: '123456', password: owner.password } },
        owner.token,
      ),
    ];
    for (const answer of await Promise.all(tries))
      expect(answer.body.data).toMatchObject({ error: 'identity.wrong-code' });
    const verify = (code: string) => {
      return from(address, identityApi.verifyEmail, { query: { email, purpose: 'register', code } });
    };
    for (let n = 0; n < 18; n += 1) expect((await verify('123456')).body.data).toEqual({ valid: false });
    const reset = () =>
      from(address, identityApi.forgotPassword, { body: { email, code: '123456', ...passwords } });
    for (let n = 0; n < 10; n += 1) expect((await reset()).status).toBe(400);
    const answer = await reset();
    expect(answer).toMatchObject(tooMany);
    expect(answer.headers.get('retry-after')).toBe('15');
    expect((await verify('123456')).status).toBe(429);
    const elsewhere = { body: { email, code: '123456', ...passwords } };
    expect((await from(newAddress(), identityApi.forgotPassword, elsewhere)).status).toBe(400);
  });

  it('mails twenty codes requested by one address, to any recipients, and then few', async () => {
    const address = newAddress();
    const ask = (n: number) =>
      from(address, identityApi.getVerificationCode, {
        query: { email: `flooded-${n}@example.com`, purpose: 'register' },
      });
    for (let n = 0; n < 21; n += 1) expect((await ask(n)).status).toBe(200);
    expect(await ask(21)).toMatchObject(tooMany);
    clock.advance(15_000);
    expect((await ask(22)).status).toBe(200);
  });
});

describe('an address with an account and one without', () => {
  it('answers code requests identically for known and unknown addresses', async () => {
    const counts = async (email: string) => {
      const { rows } = await app.app.database.pool.query(
        `select (select count(*)::int from mails where recipient = $1) as mails,
                (select count(*)::int from verification_codes where email = $1) as codes`,
        [email],
      );
      return rows[0];
    };
    const other = await unlimited.registerOwner();
    const [before, nobody] = [await counts(other.email), 'left-nothing@example.com'];
    for (const email of [other.email, nobody]) await codeOf(email, 'forgot-password');
    const after = await counts(other.email);
    expect(await counts(nobody)).toEqual({ mails: 1, codes: 1 });
    expect(after).toEqual({ mails: before.mails + 1, codes: before.codes + 1 });
  });

  it('answers password resets with a wrong code identically for known and unknown addresses', async () => {
    // Compares the minimum of several runs, interleaved, by this process's CPU time, so that other load isn't measured.
    const least = new Map<string, number>();
    const ratio = () => Math.max(...least.values()) / Math.min(...least.values());
    for (let n = 0; n < 6 || (n < 100 && ratio() >= 1.8); n += 1) {
      for (const email of [owner.email, 'costs-nothing@example.com']) {
        const body = { email, code: '000000', password: 'Lantern42', confirm: 'Lantern42' };
        const before = process.cpuUsage();
        expect((await unlimited.send(identityApi.forgotPassword, { body })).status).toBe(400);
        const { user, system } = process.cpuUsage(before);
        least.set(email, Math.min(user + system, least.get(email) ?? Number.POSITIVE_INFINITY));
      }
    }
    expect(ratio()).toBeLessThan(1.8);
  });
});
