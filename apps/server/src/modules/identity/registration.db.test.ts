import type * as contract from '@parley/contract';
import * as identityApi from '@parley/contract/identity';
import * as operatorApi from '@parley/contract/operator';
import * as settingsApi from '@parley/contract/settings';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { type TestClock, testClock } from '../../testing/test-clock.ts';

const minute = 60_000;
const password = 'Lantern42';

let clock: TestClock;
let app: TestApp;
beforeAll(async () => {
  clock = testClock();
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

let made = 0;
const newAddress = () => `person-${++made}@example.com`;
const askForCode = (email: string) =>
  app.send(identityApi.getVerificationCode, { query: { email, purpose: 'register' } });
const form = (email: string, code: string) => ({
  email,
  code,
  password,
  confirm: password,
  tgContact: '@person',
  agreement: true,
});
const register = (email: string, code: string) => app.send(identityApi.register, { body: form(email, code) });
const wrongCode = { status: 400, body: { code: 400, data: { error: 'identity.wrong-code' } } };
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function codeFor(email: string): Promise<string> {
  expect((await askForCode(email)).status).toBe(200);
  return app.mailedCode(email);
}

describe('registering', () => {
  it('creates a workspace with its owner and a default sub-account, and logs in', async () => {
    const email = newAddress();
    const tokens = await app.call(identityApi.register, {
      body: { ...form(`  ${email.toUpperCase()} `, await codeFor(email)), agreement: true },
    });
    expect(tokens.expiresAt - clock.now()).toBeGreaterThan(29 * minute);
    const info = await app.call(identityApi.getLoginUserInfo, {}, tokens.accessToken);
    expect(info).toMatchObject({ emailAddress: email, userType: 'owner', tgContact: '@person', charNum: 0 });
    const { list } = await app.call(subAccountsApi.subAccountPage, { query: {} }, tokens.accessToken);
    expect(list).toMatchObject([{ isDefault: true, unlimited: true, status: 'normal' }]);
  });

  it('accepts a code once, even from two concurrent requests', async () => {
    const email = newAddress();
    const code = await codeFor(email);
    const answers = await Promise.all([register(email, code), register(email, code), register(email, code)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400]);
    expect(await register(email, code)).toMatchObject(wrongCode);
  });

  it('refuses a wrong code, and a right code of another address or purpose', async () => {
    const [mine, theirs] = [newAddress(), newAddress()];
    const [myCode, theirCode] = [await codeFor(mine), await codeFor(theirs)];
    expect(await register(mine, other(myCode))).toMatchObject(wrongCode);
    if (myCode !== theirCode) expect(await register(mine, theirCode)).toMatchObject(wrongCode);
    const purpose = 'forgot-password';
    const third = newAddress();
    await app.call(identityApi.getVerificationCode, { query: { email: third, purpose } });
    expect(await register(third, await app.mailedCode(third))).toMatchObject(wrongCode);
    expect((await register(mine, myCode)).status).toBe(200);
  });

  it('accepts a code just before ten minutes have passed, and refuses it afterwards', async () => {
    const [early, late] = [newAddress(), newAddress()];
    const [earlyCode, lateCode] = [await codeFor(early), await codeFor(late)];
    clock.advance(9.5 * minute);
    expect((await register(early, earlyCode)).status).toBe(200);
    clock.advance(0.6 * minute);
    expect(await register(late, lateCode)).toMatchObject(wrongCode);
  });

  it('allows five attempts, even of many concurrent ones', async () => {
    const email = newAddress();
    const code = await codeFor(email);
    const tries = Array.from({ length: 8 }, () => register(email, other(code)));
    for (const answer of await Promise.all(tries)) expect(answer).toMatchObject(wrongCode);
    expect(await register(email, code)).toMatchObject(wrongCode);
  });

  it('accepts the right code at the fifth attempt', async () => {
    const email = newAddress();
    const code = await codeFor(email);
    for (let n = 0; n < 4; n += 1) expect(await register(email, other(code))).toMatchObject(wrongCode);
    expect((await register(email, code)).status).toBe(200);
  });

  it('accepts only the newest code', async () => {
    const email = newAddress();
    const first = await codeFor(email);
    clock.advance(minute);
    const second = await codeFor(email);
    if (first !== second) expect(await register(email, first)).toMatchObject(wrongCode);
    expect((await register(email, second)).status).toBe(200);
  });

  it('refuses a common password without using up the code', async () => {
    const email = newAddress();
    const code = await codeFor(email);
    const common = { ...form(email, code), password: 'Qwerty123', confirm: 'Qwerty123' };
    expect(await app.send(identityApi.register, { body: common })).toMatchObject({
      status: 400,
      body: { code: 400, data: { error: 'identity.common-password' } },
    });
    expect((await register(email, code)).status).toBe(200);
  });

  it('answers an address in use like a wrong code, and leaves its owner unchanged', async () => {
    const owner = await app.registerOwner();
    clock.advance(minute);
    const workspaces = async () => (await app.app.database.pool.query('select id from workspaces')).rowCount;
    const before = await workspaces();
    const answer = await register(owner.email, await codeFor(owner.email));
    expect(await workspaces()).toBe(before);
    const unknown = await register(newAddress(), '000000');
    expect(answer).toMatchObject(wrongCode);
    expect({ ...answer.body, data: null }).toEqual({ ...unknown.body, data: null });
    const { workspaceId } = owner;
    const again = await app.call(identityApi.logIn, { body: { username: owner.email, password } });
    expect(JSON.parse(atob(again.accessToken.split('.')[1] ?? ''))).toMatchObject({ ws: workspaceId });
  });
});

describe('requesting a code', () => {
  it('gives the same answer and sends a mail whether or not the address is known', async () => {
    const owner = await app.registerOwner();
    clock.advance(minute);
    const [known, unknown] = [await askForCode(owner.email), await askForCode(newAddress())];
    expect(known.body).toEqual({ code: 200, msg: 'success', data: { resendAfter: 60 } });
    expect(known.body).toEqual(unknown.body);
  });

  it('requires a minute between two codes, and returns the time left', async () => {
    const email = newAddress();
    await codeFor(email);
    clock.advance(20_000);
    const soon = await askForCode(email);
    expect(soon).toMatchObject({
      status: 429,
      body: { code: 429, data: { error: 'identity.code-too-soon' } },
    });
    const { details } = soon.body.data as contract.FailureData; // a failure, as just seen
    expect(Number(details?.seconds)).toBeGreaterThan(10);
    expect(Number(details?.seconds)).toBeLessThanOrEqual(40);
    expect(soon.headers.get('retry-after')).toBe(String(details?.seconds));
    clock.advance(40_000);
    expect((await askForCode(email)).status).toBe(200);
  });

  it('mails only one of several concurrently requested codes', async () => {
    const email = newAddress();
    const answers = await Promise.all(Array.from({ length: 6 }, () => askForCode(email)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 429, 429, 429, 429, 429]);
    const { total } = await app.call(
      operatorApi.mailPage,
      { query: { search: email } },
      await app.operatorToken(),
    );
    expect(total).toBe(1);
  });

  it('sends ten codes a day for each purpose', async () => {
    const email = newAddress();
    for (let n = 0; n < 10; n += 1) {
      await app.call(identityApi.getVerificationCode, { query: { email, purpose: 'register' } });
      clock.advance(2 * minute);
    }
    expect(await askForCode(email)).toMatchObject({ status: 429 });
    // Requests for one kind of code don't use up the limit of another kind.
    await app.call(identityApi.getVerificationCode, { query: { email, purpose: 'forgot-password' } });
    clock.advance(24 * 60 * minute - 20 * minute);
    expect((await askForCode(email)).status).toBe(200);
  });

  it.each([
    ['EN', 'Your Parley registration code'],
    ['zh-CN', 'Parley 注册验证码'],
  ])('writes the mail in the language %s', async (language, subject) => {
    const email = newAddress();
    const query = { email, purpose: 'register' };
    await app.send(identityApi.getVerificationCode, { query }, undefined, { systemLanguageCode: language });
    const { list } = await app.call(
      operatorApi.mailPage,
      { query: { search: email } },
      await app.operatorToken(),
    );
    expect(list).toMatchObject([{ to: email, subject, state: 'kept', problem: null }]);
  });
});

describe('an installation that takes no new owners', () => {
  async function setOpen(registrationOpen: boolean) {
    const operator = await app.operatorToken();
    const now = await app.call(settingsApi.operatorSystemConfig, {}, operator);
    const { version, brandName, logoFileId, clientMinimumVersion, clientDownload } = now;
    const form = { version, brandName, logoFileId, clientMinimumVersion, clientDownload };
    await app.call(settingsApi.setSystemConfig, { body: { ...form, registrationOpen } }, operator);
  }

  it('mails no codes for it and registers no user, but lets existing ones log in and recover', async () => {
    const owner = await app.registerOwner();
    const email = newAddress();
    const code = await codeFor(email);
    await setOpen(false);
    try {
      const closed = { status: 403, body: { code: 403, data: { error: 'identity.registration-closed' } } };
      expect(await register(email, code)).toMatchObject(closed);
      expect(await askForCode(newAddress())).toMatchObject(closed);
      const username = owner.email;
      await app.call(identityApi.logIn, { body: { username, password: owner.password } });
      clock.advance(minute);
      const query = { email: owner.email, purpose: 'forgot-password' } as const;
      await app.call(identityApi.getVerificationCode, { query });
    } finally {
      await setOpen(true);
    }
    expect((await register(email, code)).status).toBe(200);
  });
});
