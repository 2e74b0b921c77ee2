import * as identityApi from '@parley/contract/identity';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { createLog } from '../../base/log.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import {
  claimsOf,
  createTestPeople,
  operatorLogIn,
  type TestAgent,
  type TestOwner,
} from '../../testing/test-people.ts';
import { ensureOperator } from './index.ts';

let holder: TestDatabase;
let app: TestApp;
let owner: TestOwner;
let agent: TestAgent;
let database: pg.Pool;
/** People and an operator with passwords hashed as in production, because the duration of a check is tested. */
beforeAll(async () => {
  holder = await testDatabase();
  app = await startTestApp({ databaseUrl: holder.url });
  const people = createTestPeople(app);
  owner = await people.registerOwner();
  agent = await people.createSubAccount(owner);
  database = new pg.Pool({ connectionString: app.databaseUrl, max: 2 });
});
afterAll(async () => {
  await database.end();
  await app.close();
  await holder.drop();
});

type LogIn = typeof identityApi.logIn | typeof identityApi.deskLogIn | typeof identityApi.operatorLogIn;
const logIn = (endpoint: LogIn, username: string, password: string) =>
  app.send(endpoint, { body: { username, password } });
const wrong = { status: 401, body: { code: 401, data: { error: 'identity.wrong-credentials' } } };

describe('the console', () => {
  it('admits the owner, whatever the case of the address', async () => {
    for (const name of [owner.email, ` ${owner.email.toUpperCase()} `]) {
      const answer = await logIn(identityApi.logIn, name, owner.password);
      expect(answer.status).toBe(200);
    }
  });

  it('answers a wrong password and an unknown name identically at the console', async () => {
    const answers = await Promise.all([
      logIn(identityApi.logIn, owner.email, 'Secret13'),
      logIn(identityApi.logIn, 'nobody@example.com', owner.password),
      logIn(identityApi.logIn, 'nobody', owner.password),
      logIn(identityApi.logIn, operatorLogIn.email, operatorLogIn.password),
      logIn(identityApi.logIn, agent.accountName, 'Secret13'),
    ]);
    for (const answer of answers) expect(answer).toMatchObject(wrong);
  });

  it('directs a sub-account to the desk, but only with the right password', async () => {
    expect(await logIn(identityApi.logIn, agent.accountName, agent.password)).toMatchObject({
      status: 403,
      body: { code: 403, data: { error: 'identity.not-for-console' } },
    });
  });
});

describe('the desk', () => {
  it('admits a sub-account', async () => {
    const { accessToken } = await app.logInDesk(agent.accountName.toUpperCase(), agent.password);
    expect(claimsOf(accessToken)).toMatchObject({ sub: agent.subAccountId, ws: owner.workspaceId });
  });

  it('admits the owner’s own credentials to the default sub-account', async () => {
    const { accessToken } = await app.logInDesk(owner.email, owner.password);
    const self = await app.call(subAccountsApi.deskSelf, {}, accessToken);
    const { list } = await app.call(subAccountsApi.subAccountPage, { query: {} }, owner.token);
    expect(list.find((one) => one.isDefault)?.id).toBe(self.subAccountId);
  });

  it('answers a wrong password and an unknown name identically at the desk', async () => {
    const answers = await Promise.all([
      logIn(identityApi.deskLogIn, agent.accountName, 'Secret13'),
      logIn(identityApi.deskLogIn, 'abcd-efgh', agent.password),
      logIn(identityApi.deskLogIn, owner.email, 'Secret13'),
      logIn(identityApi.deskLogIn, 'nobody@example.com', owner.password),
      logIn(identityApi.deskLogIn, operatorLogIn.email, operatorLogIn.password),
    ]);
    for (const answer of answers) expect(answer).toMatchObject(wrong);
  });
});

describe('a disabled user', () => {
  it('gets the reason only with the right password', async () => {
    const other = await app.registerOwner();
    const theirs = await app.createSubAccount(other);
    await database.query('update sub_accounts set status = $1 where id = $2', [
      'disabled',
      theirs.subAccountId,
    ]);
    await database.query('update users set disabled = true where id = $1', [other.userId]);
    const disabled = { status: 403, body: { data: { error: 'identity.disabled' } } };
    expect(await logIn(identityApi.deskLogIn, theirs.accountName, theirs.password)).toMatchObject(disabled);
    expect(await logIn(identityApi.deskLogIn, theirs.accountName, 'Secret13')).toMatchObject(wrong);
    expect(await logIn(identityApi.logIn, other.email, other.password)).toMatchObject(disabled);
    expect(await logIn(identityApi.deskLogIn, other.email, other.password)).toMatchObject(disabled);
    expect(await logIn(identityApi.logIn, other.email, 'Secret13')).toMatchObject(wrong);
  });
});

describe('a wrong password', () => {
  it.each([
    ['the console', identityApi.logIn, () => owner.email, 'nobody@example.com'],
    ['the desk', identityApi.deskLogIn, () => agent.accountName, 'abcd-efgh'],
    ['the desk, as an owner', identityApi.deskLogIn, () => owner.email, 'nobody@example.com'],
    ['the operator', identityApi.operatorLogIn, () => operatorLogIn.email, 'nobody@example.com'],
  ] as const)(
    'costs %s as much for an unknown name as for a known one',
    async (_door, endpoint, known, unknown) => {
      // Compares the minimum of several runs, interleaved, by this process's CPU time, so that other load isn't
      // measured.
      const least = new Map<string, number>();
      const ratio = () => Math.max(...least.values()) / Math.min(...least.values());
      for (let n = 0; n < 8 || (n < 100 && ratio() >= 1.8); n += 1) {
        for (const name of [known(), unknown]) {
          const before = process.cpuUsage();
          expect((await logIn(endpoint, name, 'Secret13')).status).toBe(401);
          const { user, system } = process.cpuUsage(before);
          least.set(name, Math.min(user + system, least.get(name) ?? Number.POSITIVE_INFINITY));
        }
      }
      expect(ratio()).toBeLessThan(1.8);
    },
  );
});

describe('the operator', () => {
  it('logs in at a separate endpoint', async () => {
    const { email, password } = operatorLogIn;
    const token = await app.operatorToken();
    expect(await app.call(identityApi.operatorInfo, {}, token)).toMatchObject({ emailAddress: email });
    expect(await logIn(identityApi.operatorLogIn, email, 'Operator13')).toMatchObject(wrong);
    expect(await logIn(identityApi.operatorLogIn, owner.email, password)).toMatchObject(wrong);
  });

  it('creates the operator once, with a password shown once, even by several concurrent processes', async () => {
    await database.query(`delete from users where kind = 'operator'`);
    const handle = connectDatabase(app.databaseUrl, createLog('silent'), 8);
    try {
      const none = { email: undefined, password: undefined };
      const made = (await Promise.all(Array.from({ length: 4 }, () => ensureOperator(handle, none)))).filter(
        (one) => one !== null,
      );
      expect(made).toHaveLength(1);
      const [{ email, password } = operatorLogIn] = made;
      expect((await logIn(identityApi.operatorLogIn, email, password)).status).toBe(200);
      expect(await ensureOperator(handle, none)).toBeNull();
      expect(await ensureOperator(handle, operatorLogIn)).toBeNull();
    } finally {
      await handle.close();
    }
  });
});
