/** Tests that the most verbose log never contains passwords, tokens or codes from bodies, queries and headers. */
import * as identityApi from '@parley/contract/identity';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../base/log.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import type { TestOwner } from '../testing/test-people.ts';

const lines: string[] = [];
let app: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  const log = createLog('trace', { write: (line: string) => void lines.push(line) });
  app = await startTestApp({ log });
  owner = await app.registerOwner();
});
afterAll(() => app.close());

const rename = (from: string, to: string) =>
  app.app.database.pool.query(`alter table ${from} rename to ${to}`);

/** Sends each secret in its usual place. Returns the secrets and the statuses. */
async function sendSecrets(): Promise<{ secrets: string[]; statuses: number[] }> {
  const made = await app.send(identityApi.createQuickLogInCode, {}, owner.token);
  const quickCode = String(Object(made.body.data).code ?? 'a-code-that-was-not-made');
  const password = 'Not-The-Password-42';
  const refreshToken = `${owner.refreshToken.slice(0, -4)}wxyz`;
  const code = '918273';
  const answers = [
    made,
    await app.send(identityApi.refreshToken, { query: { refreshToken } }),
    await app.send(identityApi.verifyEmail, { query: { email: owner.email, purpose: 'register', code } }),
    await app.send(identityApi.quickLogIn, { body: { code: quickCode } }),
    await app.send(identityApi.logIn, { body: { username: owner.email, password } }),
  ];
  const pages = [
    `/?quickLogin=${quickCode}`,
    `/api/nowhere?quickLogin=${quickCode}&refreshToken=${refreshToken}`,
  ];
  for (const page of pages) await fetch(app.url + page);
  const secrets = [owner.token, refreshToken, quickCode, password, code];
  return { secrets, statuses: answers.map(({ status }) => status) };
}

function expectNoneLogged(secrets: readonly string[]): void {
  expect(lines.length).toBeGreaterThan(0);
  // A code's six digits may be part of a number by chance, but never a complete value.
  for (const secret of secrets) {
    const whole = new RegExp(`(?<![\\w.-])${secret.replaceAll('.', '\\.')}(?![\\w-])`);
    expect(lines.filter((line) => whole.test(line))).toEqual([]);
  }
}

it('requests that are answered or refused leave no secret in the log', async () => {
  const { secrets, statuses } = await sendSecrets();
  expect(statuses).toEqual([200, 401, 200, 200, 401]);
  expect(lines.some((line) => line.includes(identityApi.refreshToken.path))).toBe(true);
  expectNoneLogged(secrets);
});

it('requests that fail inside the server leave no secret in the log', async () => {
  const tables = ['refresh_tokens', 'verification_codes', 'quick_log_in_codes', 'users'];
  for (const table of tables) await rename(table, `${table}_away`);
  const { secrets, statuses } = await sendSecrets();
  for (const table of tables) await rename(`${table}_away`, table);
  expect(statuses).toEqual([500, 500, 500, 500, 500]);
  expect(lines.filter((line) => line.includes('request failed')).length).toBeGreaterThanOrEqual(5);
  expectNoneLogged(secrets);
});
