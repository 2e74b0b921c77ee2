import * as contract from '@parley/contract';
import * as identityApi from '@parley/contract/identity';
import * as operatorApi from '@parley/contract/operator';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '../../base/db/database.ts';
import { testDatabase } from '../../base/db/testing/test-database.ts';
import { found } from '../../base/http/app-error.ts';
import { createLog } from '../../base/log.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { resetOperator } from './first-operator.ts';

let app: TestApp;
let made: { email: string; password: string };
beforeAll(async () => {
  app = await startTestApp({ config: { OPERATOR_EMAIL: '', OPERATOR_PASSWORD: '' } });
  made = app.app.madeOperator ?? { email: '', password: '' };
});
afterAll(() => app.close());

const logIn = async (password: string) => {
  const body = { username: made.email, password };
  return (await app.call(identityApi.operatorLogIn, { body })).accessToken;
};
const change = (token: string, oldPassword: string, password: string) =>
  app.send(identityApi.updatePassword, { body: { oldPassword, password, confirm: password } }, token);

describe('an operator whose password was generated', () => {
  it('gets nothing but its change, and everything afterwards', async () => {
    const token = await logIn(made.password);
    expect(await app.call(identityApi.operatorInfo, {}, token)).toMatchObject({ passwordMustChange: true });
    const others = [...contract.allEndpoints.values()].filter(
      ({ audience, beforePasswordChange }) => audience.includes('operator') && !beforePasswordChange,
    );
    expect(others.length).toBeGreaterThan(10);
    for (const endpoint of others) {
      expect(await app.send(endpoint, {}, token), endpoint.path).toMatchObject({
        status: 403,
        body: { code: 403, data: { error: 'auth.password-change-required' } },
      });
    }
    const refused = (error: string) => ({ status: 400, body: { data: { error } } });
    expect(await change(token, made.password, 'Short-One-1')).toMatchObject(
      refused('identity.operator-password-short'),
    );
    expect(await change(token, 'Wrong-Word-12', 'Long-Enough-12')).toMatchObject(
      refused('identity.wrong-password'),
    );
    expect((await change(token, made.password, 'Long-Enough-12')).status).toBe(200);
    expect(await app.call(identityApi.operatorInfo, {}, token)).toMatchObject({ passwordMustChange: false });
    expect((await app.send(operatorApi.mailPage, { query: {} }, token)).status).toBe(200);
    expect((await app.send(operatorApi.mailPage, { query: {} }, await logIn('Long-Enough-12'))).status).toBe(
      200,
    );
  });
});

describe('resetting an operator who is locked out', () => {
  it('turns the second factor off, ends the sessions and generates a password that must be replaced', async () => {
    const { password } = found(await resetOperator(app.app.database));
    const before = await logIn(password);
    expect((await change(before, password, 'Long-Enough-13')).status).toBe(200);
    const { secret } = await app.call(
      identityApi.setUpTwoFactor,
      { body: { password: 'Long-Enough-13' } },
      before,
    );
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await app.call(identityApi.confirmTwoFactor, { body: { code } }, before);
    const again = found(await resetOperator(app.app.database));
    expect(again.email).toBe(made.email);
    expect((await app.send(identityApi.operatorInfo, {}, before)).status).toBe(401);
    const token = await logIn(again.password);
    expect(await app.call(identityApi.operatorInfo, {}, token)).toMatchObject({ passwordMustChange: true });
  });

  it('finds no operator before the server’s first start', async () => {
    const empty = await testDatabase();
    const database = connectDatabase(empty.url, createLog('silent'), 1);
    try {
      expect(await resetOperator(database)).toBeNull();
    } finally {
      await database.close();
      await empty.drop();
    }
  });
});

it.each(['Short-One-1', 'Password1234'])(
  'a start that is to make an operator with "%s" is refused',
  async (password) => {
    const database = await testDatabase();
    try {
      const start = startTestApp({ databaseUrl: database.url, config: { OPERATOR_PASSWORD: password } });
      await expect(start).rejects.toThrow('OPERATOR_PASSWORD takes 12');
    } finally {
      await database.drop();
    }
  },
);
