import * as contract from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../base/db/testing/test-database.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let made: { email: string; password: string };
beforeAll(async () => {
  app = await startTestApp({ config: { OPERATOR_EMAIL: '', OPERATOR_PASSWORD: '' } });
  made = app.app.madeOperator ?? { email: '', password: '' };
});
afterAll(() => app.close());

const logIn = async (password: string) => {
  const body = { username: made.email, password };
  return (await app.call(contract.operatorLogIn, { body })).accessToken;
};
const change = (token: string, oldPassword: string, password: string) =>
  app.send(contract.updatePassword, { body: { oldPassword, password, confirm: password } }, token);

describe('an operator whose password was generated', () => {
  it('gets nothing but the change of it, and everything afterwards', async () => {
    const token = await logIn(made.password);
    expect(await app.call(contract.operatorInfo, {}, token)).toMatchObject({ passwordMustChange: true });
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
    expect(await app.call(contract.operatorInfo, {}, token)).toMatchObject({ passwordMustChange: false });
    expect((await app.send(contract.mailPage, { query: {} }, token)).status).toBe(200);
    expect((await app.send(contract.mailPage, { query: {} }, await logIn('Long-Enough-12'))).status).toBe(
      200,
    );
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
