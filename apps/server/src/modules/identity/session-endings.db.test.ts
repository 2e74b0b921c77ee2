/** Tests every way in which a login session ends, and the reason that the holders of its tokens receive. */

import * as contract from '@parley/contract';
import * as identityApi from '@parley/contract/identity';
import * as operatorApi from '@parley/contract/operator';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { type TestClock, testClock } from '../../testing/test-clock.ts';
import type { TestAgent, TestOwner } from '../../testing/test-people.ts';
import { connectSocket, type TestSocket } from '../../testing/test-socket.ts';
import { resetOperator } from './index.ts';

const day = 24 * 3_600_000;
const next = 'Lantern43';
let app: TestApp;
let clock: TestClock;
beforeAll(async () => {
  clock = testClock();
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

let owner: TestOwner;
let agent: TestAgent;
/** The owner's other session, in which the first one is ended. */
let other: identityApi.Tokens;
beforeEach(async () => {
  owner = await app.registerOwner();
  agent = await app.createSubAccount(owner);
  other = await logIn();
});

const logIn = () =>
  app.call(identityApi.logIn, { body: { username: owner.email, password: owner.password } });
const asOperator = async () => app.operatorToken();
const ofOwner = () => ({ accessToken: owner.token, refreshToken: owner.refreshToken });
const ofAgent = () => ({ accessToken: agent.token, refreshToken: agent.refreshToken });
const ownersDesk = () =>
  app.call(identityApi.deskLogIn, { body: { username: owner.email, password: owner.password } });
const ids = () => ({ ids: [agent.subAccountId] });
const disableOwner = async () =>
  app.call(
    operatorApi.disableOwner,
    { params: { userId: owner.userId }, body: { reason: 'Unpaid' } },
    await asOperator(),
  );
async function turnOnTwoFactor(token: string) {
  const { password } = owner;
  const { secret } = await app.call(identityApi.setUpTwoFactor, { body: { password } }, token);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });
  await app.call(identityApi.confirmTwoFactor, { body: { code } }, token);
}
async function resetTwoFactor() {
  const params = { userId: owner.userId };
  await app.call(operatorApi.resetOwnerTwoFactor, { params }, await asOperator());
}
const changePassword = () => {
  const body = { oldPassword: owner.password, password: next, confirm: next };
  return app.call(identityApi.updatePassword, { body }, other.accessToken);
};
async function changeEmail() {
  const newEmail = `new-${owner.email}`;
  await app.call(identityApi.requestVerificationCode, { body: { email: newEmail, purpose: 'bind-email' } });
  const code = await app.mailedCode(newEmail);
  const body = { oldEmail: owner.email, newEmail, code, password: owner.password };
  await app.call(identityApi.updateUserBindEmail, { body }, other.accessToken);
}
async function endFromList() {
  const query = { scope: 'own' } as const;
  const { list } = await app.call(identityApi.loginSessionPage, { query }, other.accessToken);
  for (const { id, current } of list)
    if (!current) {
      await app.call(identityApi.endLoginSession, { params: { loginSessionId: id } }, other.accessToken);
    }
}

async function logInElsewhere() {
  const { pool } = app.app.database;
  await pool.query('update sub_accounts set multi_device = false where id = $1', [agent.subAccountId]);
  await app.logInDesk(agent.accountName, agent.password);
}

/** Deletes the sub-account, but blocks the job that would delete its refresh tokens. */
async function deleteAndClearLater() {
  const { pool } = app.app.database;
  await pool.query('create rule kept as on delete to refresh_tokens do instead nothing');
  await app.call(subAccountsApi.deleteSubAccounts, { body: ids() }, owner.token);
}
afterEach(() => app.app.database.pool.query('drop rule if exists kept on refresh_tokens'));

type Case = [
  what: string,
  ending: identityApi.SessionEnding,
  victim: () => identityApi.Tokens | Promise<identityApi.Tokens>,
  act: (victim: identityApi.Tokens) => unknown,
];
const plain = (tokens: () => Omit<identityApi.Tokens, 'expiresAt'>) => () => ({ ...tokens(), expiresAt: 0 });
const console = plain(ofOwner);
const desk = plain(ofAgent);

/** Makes a victim whose owner has a second factor already, because turning it on ends sessions, too. */
const protectedBy = (make: () => identityApi.Tokens | Promise<identityApi.Tokens>) => async () => {
  await turnOnTwoFactor(owner.token);
  return make();
};

describe.each<Case>([
  ['the owner’s console, disabled by the operator', 'owner-disabled', console, disableOwner],
  ['a desk whose owner the operator disables', 'owner-disabled', desk, disableOwner],
  [
    'a console whose second factor the operator resets',
    'two-factor-reset',
    protectedBy(console),
    resetTwoFactor,
  ],
  [
    'the owner’s console, when a second factor is turned on elsewhere',
    'two-factor-on',
    console,
    () => turnOnTwoFactor(other.accessToken),
  ],
  [
    'the owner’s console, when the password is changed elsewhere',
    'password-changed',
    console,
    changePassword,
  ],
  ['the owner’s desk, when the password is changed', 'password-changed', ownersDesk, changePassword],
  ['the owner’s console, when the e-mail is changed elsewhere', 'email-changed', console, changeEmail],
  ['the owner’s desk, when the e-mail is changed', 'email-changed', ownersDesk, changeEmail],
  [
    'a console, logged out everywhere',
    'everywhere',
    console,
    () => app.call(identityApi.logOutEverywhere, {}, other.accessToken),
  ],
  ['a console, ended from the list', 'ended-from-list', console, endFromList],
  [
    'a console, logged out in another tab or left for a quick link',
    'logged-out',
    console,
    (victim) => app.call(identityApi.logOut, {}, victim.accessToken),
  ],
  [
    'a console whose refresh token comes back late',
    'token-reused',
    console,
    async ({ refreshToken }) => {
      await app.call(identityApi.refreshToken, { query: { refreshToken } });
      clock.advance(11_000);
      await app.send(identityApi.refreshToken, { query: { refreshToken } });
    },
  ],
  ['a desk whose sub-account logs in on another device', 'elsewhere', desk, logInElsewhere],
  [
    'a desk whose sub-account is disabled',
    'disabled',
    desk,
    () =>
      app.call(subAccountsApi.setSubAccountStatus, { body: { ...ids(), status: 'disabled' } }, owner.token),
  ],
  ['a desk whose sub-account is deleted', 'deleted', desk, deleteAndClearLater],
  [
    'a desk whose password the owner resets',
    'password-changed',
    desk,
    () => {
      const body = { subAccountId: agent.subAccountId, password: next };
      return app.call(subAccountsApi.resetSubAccountPassword, { body }, owner.token);
    },
  ],
])('%s', (_, ending, victimOf, act) => {
  it(`receives „${ending}“ by socket, by call and by renewal, in its language`, async () => {
    const victim = await victimOf();
    const { socket, heard } = await connectSocket(app.url, victim.accessToken);
    await act(victim);
    await isTold(victim, ending, 'auth.session-ended');
    await vi.waitFor(() => expect(socket.connected).toBe(false));
    expect(endsOf(heard)).toEqual([{ reason: ending, message: identityApi.sessionEndings[ending] }]);
  });
});

const endsOf = (heard: TestSocket['heard']) =>
  heard.filter(([name]) => name === 'ended').map(([, event]) => event);

async function isTold(
  { accessToken, refreshToken }: Pick<identityApi.Tokens, 'accessToken' | 'refreshToken'>,
  ending: identityApi.SessionEnding,
  error: contract.ErrorId,
) {
  for (const language of contract.interfaceLanguages) {
    const sentence = identityApi.sessionEndings[ending][language];
    const headers = { systemLanguageCode: language };
    const called = await app.send(identityApi.getLoginUserInfo, {}, accessToken, headers);
    expect(called.body).toMatchObject({ msg: sentence, data: { error, details: { ending } } });
    const query = { refreshToken };
    const renewed = await app.send(identityApi.refreshToken, { query }, undefined, headers);
    expect(renewed).toMatchObject({ status: 401, body: { data: { details: { ending, sentence } } } });
  }
}

it.each([
  ['timed-out', 31],
  ['lifetime', 91],
] as const)('a session whose time is over is refused with this reason: %s', async (ending, days) => {
  const tokens = plain(ofOwner)();
  if (ending === 'lifetime') {
    // Renewed until its lifetime ends.
    for (let day20 = 0; day20 < 4; day20 += 1) {
      clock.advance(20 * day);
      const query = { refreshToken: tokens.refreshToken };
      Object.assign(tokens, await app.call(identityApi.refreshToken, { query }));
    }
    clock.advance(11 * day);
  } else clock.advance(days * day);
  await isTold(tokens, ending, 'auth.session-expired');
});

it('an unknown token reveals nothing about an ended session', async () => {
  await disableOwner();
  const strangers = [undefined, 'nonsense', `${owner.token.slice(0, -4)}AAAA`];
  for (const token of strangers) {
    const { body } = await app.send(identityApi.getLoginUserInfo, {}, token);
    expect(body.data).not.toHaveProperty('details');
  }
  const query = { refreshToken: 'a-token-that-nobody-has' };
  const { body } = await app.send(identityApi.refreshToken, { query });
  expect(body.data).not.toHaveProperty('details');
});

it('an operator whose account is reset by command, or whose password is changed elsewhere, receives this reason', async () => {
  const body = { username: 'operator@example.com', password: 'Operator-Test-12' };
  const first = await app.call(identityApi.operatorLogIn, { body });
  const second = await app.call(identityApi.operatorLogIn, { body });
  const change = { oldPassword: body.password, password: 'Operator-Test-13', confirm: 'Operator-Test-13' };
  await app.call(identityApi.updatePassword, { body: change }, second.accessToken);
  const told = async (token: string) => (await app.send(identityApi.operatorInfo, {}, token)).body.data;
  expect(await told(first.accessToken)).toMatchObject({ details: { ending: 'password-changed' } });
  await resetOperator(app.app.database);
  expect(await told(second.accessToken)).toMatchObject({ details: { ending: 'operator-reset' } });
});
