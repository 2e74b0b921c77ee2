import * as contract from '@parley/contract';
import * as identityApi from '@parley/contract/identity';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const acting = [...contract.allEndpoints.values()].filter(({ method, stores }) => method === 'GET' && stores);

it('the contract has GETs that store something', () => {
  expect(acting.map(({ path }) => path)).toContain(identityApi.verifyEmail.path);
});

it.each(acting)('GET $path is refused to another site’s page', async ({ method, path }) => {
  for (const headers of [
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ]) {
    const answer = await app.send({ method, path }, {}, undefined, headers);
    expect(answer).toMatchObject({ status: 403, body: { code: 403, data: { error: 'request.forged' } } });
  }
});

it('another site’s page uses up no try of a verification code', async () => {
  const [email, purpose] = ['forged-tries@example.com', 'register'] as const;
  await app.call(identityApi.requestVerificationCode, { body: { email, purpose } });
  const code = await app.mailedCode(email);
  for (let n = 0; n < 6; n += 1) {
    const query = { email, purpose, code: code === '000000' ? '000001' : '000000' };
    await app.send(identityApi.verifyEmail, { query }, undefined, { 'sec-fetch-site': 'cross-site' });
  }
  expect(await app.call(identityApi.verifyEmail, { query: { email, purpose, code } })).toEqual({
    valid: true,
  });
});
