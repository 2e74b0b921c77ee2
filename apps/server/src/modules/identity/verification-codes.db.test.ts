import { createHash } from 'node:crypto';
import * as identityApi from '@parley/contract/identity';
import * as operatorApi from '@parley/contract/operator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { type TestClock, testClock } from '../../testing/test-clock.ts';

const minute = 60_000;

let clock: TestClock;
let app: TestApp;
beforeAll(async () => {
  clock = testClock();
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

let made = 0;
const newAddress = () => `code-${++made}@example.com`;
const purpose = 'register';
const ask = (email: string) => app.call(identityApi.requestVerificationCode, { body: { email, purpose } });
const form = (email: string, code: string) => {
  const password = 'Lantern42';
  return { email, code, password, confirm: password, tgContact: '@person', agreement: true };
};
async function mailTo(email: string): Promise<string> {
  const query = { search: email };
  const { list } = await app.call(operatorApi.mailPage, { query }, await app.operatorToken());
  return list.at(-1)?.text ?? '';
}

describe('a verification code', () => {
  it('a verification code is mailed by a POST, and only once a minute for either method', async () => {
    const email = newAddress();
    expect(await ask(email)).toEqual({ resendAfter: 60 });
    const again = await app.send(identityApi.getVerificationCode, { query: { email, purpose } });
    expect(again).toMatchObject({ status: 429, body: { data: { error: 'identity.code-too-soon' } } });
  });

  it("a verification code is stored so that trying all codes doesn't reveal it", async () => {
    const email = newAddress();
    await ask(email);
    const code = await app.mailedCode(email);
    const { rows } = await app.app.database.pool.query(
      'select code_hash as stored from verification_codes where email = $1',
      [email],
    );
    const plain = (text: string) => createHash('sha256').update(text).digest('base64url');
    expect(rows).toHaveLength(1);
    expect([code, plain(code), plain(`${email} ${code}`)]).not.toContain(rows[0].stored);
  });

  it('a verification code is redacted in the stored mail once it is used', async () => {
    const email = newAddress();
    await ask(email);
    const code = await app.mailedCode(email);
    expect((await app.send(identityApi.register, { body: form(email, code) })).status).toBe(200);
    expect(await mailTo(email)).toContain('••••••');
    const { rows } = await app.app.database.pool.query(
      'select m::text as row from mails m where recipient = $1',
      [email],
    );
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('a verification code is not shown in the outbox once it has expired', async () => {
    const email = newAddress();
    await ask(email);
    const code = await app.mailedCode(email);
    clock.advance(10 * minute);
    const text = await mailTo(email);
    expect(text).toContain('••••••');
    expect(text).not.toContain(code);
  });

  it('a verification code is checked before the password is hashed, so that a wrong one costs no hashing', async () => {
    const least = async (work: () => Promise<unknown>) => {
      let found = Number.POSITIVE_INFINITY;
      for (let n = 0; n < 6; n += 1) {
        const before = process.cpuUsage();
        await work();
        const { user, system } = process.cpuUsage(before);
        found = Math.min(found, user + system);
      }
      return found;
    };
    const body = { username: 'nobody@example.com', password: 'Lantern42' };
    const oneHash = await least(() => app.send(identityApi.logIn, { body }));
    const wrongCode = await least(() =>
      app.send(identityApi.register, { body: form(newAddress(), '000000') }),
    );
    expect(wrongCode).toBeLessThan(oneHash);
  });
});

describe('a requester on another network', () => {
  const proxied = { config: { TRUST_PROXY: '127.0.0.1' } };
  let behind: TestApp;
  beforeAll(async () => {
    behind = await startTestApp({ ...proxied, clock, databaseUrl: app.databaseUrl });
  });
  afterAll(() => behind.close());

  const [home, away] = ['198.51.100.1', '203.0.113.1'];
  const at = (address: string) => ({ 'x-forwarded-for': address });
  const askAt = (address: string, email: string) =>
    behind.send(identityApi.requestVerificationCode, { body: { email, purpose } }, undefined, at(address));
  const registerAt = (address: string, email: string, code: string) =>
    behind.send(identityApi.register, { body: form(email, code) }, undefined, at(address));
  const wrongs = (right: string) =>
    ['111111', '222222', '333333', '444444', '555555', '666666'].filter((code) => code !== right);

  it('keeps codes of another requester usable', async () => {
    const email = newAddress();
    for (let n = 0; n < 10; n += 1) {
      expect((await askAt(away, email)).status).toBe(200);
      clock.advance(minute);
    }
    expect((await askAt(away, email)).status).toBe(429);
    expect((await askAt(home, email)).status).toBe(200);
    expect((await registerAt(home, email, await app.mailedCode(email))).status).toBe(200);
  });

  it('keeps another requester’s code valid despite guesses and requests', async () => {
    const email = newAddress();
    await askAt(home, email);
    const code = await app.mailedCode(email);
    for (const wrong of wrongs(code)) expect((await registerAt(away, email, wrong)).status).toBe(400);
    // By now even the right one is refused.
    expect((await registerAt(away, email, code)).status).toBe(400);
    expect((await askAt(away, email)).status).toBe(200);
    expect((await registerAt(home, email, code)).status).toBe(200);
  });

  it('has few attempts at the requester’s own codes, and at most thirty codes a day with all others', async () => {
    const email = newAddress();
    await askAt(away, email);
    const code = await app.mailedCode(email);
    for (const wrong of wrongs(code).slice(0, 5)) await registerAt(away, email, wrong);
    expect((await registerAt(away, email, code)).status).toBe(400);
    for (let n = 1; n < 30; n += 1) expect((await askAt(`203.0.113.${10 + n}`, email)).status).toBe(200);
    expect((await askAt(home, email)).status).toBe(429);
  });

  it('loses a second mailed code when the first one is used', async () => {
    const email = newAddress();
    await askAt(away, email);
    const other = await app.mailedCode(email);
    await askAt(home, email);
    const code = await app.mailedCode(email);
    expect((await registerAt(home, email, code)).status).toBe(200);
    const body = { email, purpose, code: other } as const;
    const answer = await behind.send(identityApi.verifyEmail, { query: body }, undefined, at(away));
    expect(answer.body.data).toEqual({ valid: false });
  });
});

describe('the specification’s GET for a code', () => {
  const asked = (headers: Record<string, string>) =>
    app.send(
      identityApi.getVerificationCode,
      { query: { email: newAddress(), purpose } },
      undefined,
      headers,
    );

  it.each([[{}], [{ 'sec-fetch-site': 'same-origin' }], [{ 'sec-fetch-site': 'none' }]])(
    'answers a request with %j',
    async (headers) => {
      expect((await asked(headers)).status).toBe(200);
    },
  );

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
  ])('refuses a request with %j, and mails nothing', async (headers) => {
    expect(await asked(headers)).toMatchObject({
      status: 403,
      body: { code: 403, data: { error: 'request.forged' } },
    });
    expect(await mailTo(`code-${made}@example.com`)).toBe('');
  });

  it('answers a page of this server', async () => {
    expect((await asked({ origin: app.url })).status).toBe(200);
  });
});
