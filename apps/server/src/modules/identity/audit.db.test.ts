/** Tests the audit entries of identity's endpoints; the contract tests check that all others write theirs. */

import type * as contract from '@parley/contract';
import type * as auditApi from '@parley/contract/audit';
import * as identityApi from '@parley/contract/identity';
import * as operatorApi from '@parley/contract/operator';
import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { type TestClock, testClock } from '../../testing/test-clock.ts';
import { claimsOf, operatorLogIn, type TestOwner } from '../../testing/test-people.ts';
import { uploadPicture } from '../../testing/uploads.ts';

const minute = 60_000;
const next = 'Another34';
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let clock: TestClock;
let app: TestApp;
let operator: string;
let owner: TestOwner;
beforeAll(async () => {
  clock = testClock();
  app = await startTestApp({ clock });
  operator = await app.operatorToken();
  owner = await app.registerOwner();
});
afterAll(() => app.close());

type Row = {
  action: auditApi.AuditAction;
  actor: string;
  workspace: string | null;
  object: string | null;
  details: Record<string, unknown>;
  user_agent: string | null;
  address: string | null;
  all: string;
};

async function log(): Promise<Row[]> {
  await app.app.database.background.settled();
  const { rows } = await app.app.database.db.execute<Row>(sql`
    select action, trim(actor_kind || ' ' || actor_name) as actor, workspace_id as workspace,
      trim(object_kind || ' ' || object_name) as object, details, user_agent, host(address) as address, e::text as all
    from audit_entries e order by created_at, id`);
  return rows;
}

/** Returns the entries that `act` adds, and its result. */
async function added<T>(act: () => Promise<T>): Promise<{ entries: Row[]; answer: T }> {
  const before = (await log()).length;
  const answer = await act();
  return { entries: (await log()).slice(before), answer };
}
const recorded = async (act: () => Promise<unknown>) => (await added(act)).entries;

const send = (endpoint: contract.Endpoint, parts: object, token?: string) =>
  app.send(endpoint, parts, token, { 'user-agent': userAgent });
const logIn = (password = owner.password, username = owner.email) =>
  send(identityApi.logIn, { body: { username, password } });
const tokensOf = (answer: { body: { data: unknown } }) => answer.body.data as identityApi.Tokens; // a login's answer

async function codeFor(email: string, purpose: identityApi.CodePurpose): Promise<string> {
  clock.advance(minute);
  await app.call(identityApi.requestVerificationCode, { body: { email, purpose } });
  return app.mailedCode(email);
}
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('logins in the audit log', () => {
  it('logins of each audience are recorded with actor, place and session', async () => {
    const agent = await app.createSubAccount(owner);
    const doors = [
      [identityApi.logIn, owner.email, owner.password, `owner ${owner.email}`, 'console'],
      [identityApi.deskLogIn, agent.accountName, agent.password, `sub-account ${agent.accountName}`, 'desk'],
      [
        identityApi.operatorLogIn,
        operatorLogIn.email,
        operatorLogIn.password,
        `operator ${operatorLogIn.email}`,
        'operator',
      ],
    ] as const;
    for (const [door, username, password, who, place] of doors) {
      const { entries, answer } = await added(() => send(door, { body: { username, password } }));
      const loginSessionId = claimsOf(tokensOf(answer).accessToken).sid;
      expect(entries).toEqual([
        expect.objectContaining({
          action: 'login.succeeded',
          actor: who,
          object: who,
          user_agent: userAgent,
          address: '127.0.0.1',
          workspace: place === 'operator' ? null : owner.workspaceId,
          details: { place, loginSessionId },
        }),
      ]);
    }
  });

  it.each([
    ['console', identityApi.logIn],
    ['desk', identityApi.deskLogIn],
  ] as const)('a refusal at the %s is recorded in the owner’s workspace', async (place, door) => {
    const body = { username: owner.email.toUpperCase(), password: 'Lantern43' };
    expect(await recorded(() => send(door, { body }))).toEqual([
      expect.objectContaining({
        action: 'login.refused',
        actor: 'anonymous',
        object: `owner ${owner.email}`,
        workspace: owner.workspaceId,
        details: { place, reason: 'identity.wrong-credentials' },
      }),
    ]);
  });

  it('a sub-account’s refusal names the sub-account', async () => {
    const agent = await app.createSubAccount(owner);
    const refused = (door: contract.Endpoint, password: string) =>
      recorded(() => send(door, { body: { username: agent.accountName, password } }));
    const about = { object: `sub-account ${agent.accountName}`, workspace: owner.workspaceId };
    expect(await refused(identityApi.deskLogIn, 'Lantern43')).toMatchObject([
      { action: 'login.refused', ...about },
    ]);
    expect(await refused(identityApi.logIn, agent.password)).toMatchObject([
      { action: 'login.refused', ...about, details: { reason: 'identity.not-for-console' } },
    ]);
  });

  it('refusals of the operator and of unknown names belong to no workspace', async () => {
    const body = { username: operatorLogIn.email, password: 'Lantern43' };
    expect(await recorded(() => send(identityApi.operatorLogIn, { body }))).toMatchObject([
      { action: 'login.refused', object: `operator ${operatorLogIn.email}`, workspace: null },
    ]);
    // People type their password into the wrong field.
    const entries = await recorded(() => logIn('x', 'My-Secret-Word-1'));
    expect(entries).toMatchObject([{ action: 'login.refused', object: null, workspace: null }]);
    expect(entries[0]?.all).not.toContain('My-Secret-Word-1');
  });

  it('a refusal is answered before it is recorded, so that timing reveals nothing about the account', async () => {
    const client = await app.app.database.pool.connect();
    try {
      // Blocks the recording.
      await client.query('begin; lock table audit_entries in access exclusive mode');
      for (const username of [owner.email, 'nobody@example.com'])
        expect((await logIn('Lantern43', username)).status).toBe(401);
    } finally {
      await client.query('rollback');
      client.release();
    }
    const [last] = (await log()).filter(({ object }) => object === `owner ${owner.email}`).slice(-1);
    expect(last?.action).toBe('login.refused');
  });

  it('refusals of a disabled owner are recorded, like the disabling and enabling', async () => {
    const other = await app.registerOwner();
    const params = { userId: other.userId };
    const about = {
      object: `owner ${other.email}`,
      workspace: other.workspaceId,
      actor: `operator ${operatorLogIn.email}`,
    };
    const disable = () => send(operatorApi.disableOwner, { params, body: { reason: 'Unpaid' } }, operator);
    expect(await recorded(disable)).toMatchObject([
      { action: 'owner.disabled', ...about, details: { reason: 'Unpaid' } },
    ]);
    expect(await recorded(() => logIn(other.password, other.email))).toMatchObject([
      { action: 'login.refused', object: about.object, details: { reason: 'identity.disabled' } },
    ]);
    expect(await recorded(() => send(operatorApi.enableOwner, { params }, operator))).toMatchObject([
      { action: 'owner.enabled', ...about },
    ]);
  });
});

describe('registrations in the audit log', () => {
  it('a registration is recorded with the login that comes with it', async () => {
    const email = 'newcomer@example.com';
    const code = await codeFor(email, 'register');
    const form = { email, code, password: next, confirm: next, tgContact: '@new', agreement: true } as const;
    expect(await recorded(() => send(identityApi.register, { body: form }))).toMatchObject([
      { action: 'account.registered', actor: 'anonymous', object: `owner ${email}` },
      { action: 'login.succeeded', actor: `owner ${email}` },
    ]);
  });
});

describe('ends of login sessions in the audit log', () => {
  it('a logout, an end from the list and the end of all are recorded', async () => {
    const first = tokensOf(await logIn());
    const ended = { action: 'session.ended', actor: `owner ${owner.email}` };
    const firstId = claimsOf(first.accessToken).sid;
    expect(await recorded(() => send(identityApi.logOut, {}, first.accessToken))).toMatchObject([
      { ...ended, details: { loginSessionId: firstId } },
    ]);
    const other = await app.registerOwner();
    const second = tokensOf(await logIn(other.password, other.email));
    const params = { loginSessionId: claimsOf(second.accessToken).sid };
    const byOther = { actor: `owner ${other.email}`, workspace: other.workspaceId };
    expect(await recorded(() => send(identityApi.endLoginSession, { params }, other.token))).toMatchObject([
      { ...ended, ...byOther, details: params },
    ]);
    expect(await recorded(() => send(identityApi.logOutEverywhere, {}, other.token))).toMatchObject([
      { action: 'session.all-ended', ...byOther, details: { ended: 1 } },
    ]);
  });

  it('a session ended by a reused refresh token is recorded with its reason', async () => {
    const { accessToken, refreshToken } = tokensOf(await logIn());
    const refresh = () => send(identityApi.refreshToken, { query: { refreshToken } });
    expect(await recorded(refresh)).toEqual([]);
    clock.advance(minute);
    const entries = await recorded(refresh);
    expect(entries).toMatchObject([
      {
        action: 'session.ended',
        actor: 'anonymous',
        object: `owner ${owner.email}`,
        workspace: owner.workspaceId,
        details: { loginSessionId: claimsOf(accessToken).sid, reason: 'refresh token used again' },
      },
    ]);
    expect(entries[0]?.all).not.toContain(refreshToken);
  });
});

describe('passwords in the audit log', () => {
  it('changes, refusals and resets are recorded without any password', async () => {
    const other = await app.registerOwner();
    const change = (oldPassword: string) => () =>
      send(identityApi.updatePassword, { body: { oldPassword, password: next, confirm: next } }, other.token);
    const self = { actor: `owner ${other.email}`, object: `owner ${other.email}` };
    const reset = (code: string) => () =>
      send(identityApi.forgotPassword, {
        body: { email: other.email, code, password: other.password, confirm: other.password },
      });
    const refused = await recorded(change('Lantern43'));
    expect(refused).toMatchObject([
      { action: 'password.refused', ...self, details: { reason: 'identity.wrong-password' } },
    ]);
    const changed = await recorded(change(other.password));
    expect(changed).toMatchObject([{ action: 'password.changed', ...self, workspace: other.workspaceId }]);
    const code = await codeFor(other.email, 'forgot-password');
    const mailed = { actor: 'anonymous', object: self.object, workspace: other.workspaceId };
    expect(await recorded(reset(wrong(code)))).toMatchObject([
      { action: 'password.refused', ...mailed, details: { reason: 'identity.wrong-code' } },
    ]);
    const renewed = await recorded(reset(code));
    expect(renewed).toMatchObject([{ action: 'password.reset', ...mailed }]);
    const text = JSON.stringify([...refused, ...changed, ...renewed]);
    for (const secret of [other.password, next, 'Lantern43', code]) expect(text).not.toContain(secret);
  });

  it('a refusal of the operator’s password is recorded', async () => {
    const body = { oldPassword: 'Lantern43', password: 'Another-Long-34', confirm: 'Another-Long-34' };
    expect(await recorded(() => send(identityApi.updatePassword, { body }, operator))).toMatchObject([
      { action: 'password.refused', actor: `operator ${operatorLogIn.email}`, workspace: null },
    ]);
  });
});

describe('e-mail addresses in the audit log', () => {
  it('changes are recorded, and refusals for a wrong password or code', async () => {
    const other = await app.registerOwner();
    const newEmail = `moved-${other.email}`;
    const code = await codeFor(newEmail, 'bind-email');
    const move = (password: string, given: string) => () =>
      send(
        identityApi.updateUserBindEmail,
        { body: { oldEmail: other.email, newEmail, code: given, password } },
        other.token,
      );
    expect(await recorded(move('Lantern43', code))).toMatchObject([
      { action: 'password.refused', details: { reason: 'identity.wrong-password' } },
    ]);
    expect(await recorded(move(other.password, wrong(code)))).toMatchObject([
      { action: 'password.refused', details: { reason: 'identity.wrong-code' } },
    ]);
    expect(await recorded(move(other.password, code))).toMatchObject([
      { action: 'email.changed', details: { 'email.before': other.email, 'email.after': newEmail } },
    ]);
  });
});

describe('two-factor authentication in the audit log', () => {
  it('each change, each refusal and the completed login are recorded', async () => {
    const other = await app.registerOwner();
    const { password } = other;
    const setUp = (given: string) =>
      added(() => send(identityApi.setUpTwoFactor, { body: { password: given } }, other.token));
    expect((await setUp('Lantern43')).entries).toMatchObject([{ action: 'password.refused' }]);
    const { entries, answer } = await setUp(password);
    expect(entries).toEqual([]);
    const { secret } = Object(answer.body.data);
    const code = () => {
      clock.advance(30_000);
      return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });
    };
    const confirm = () => send(identityApi.confirmTwoFactor, { body: { code: code() } }, other.token);
    const self = { actor: `owner ${other.email}`, workspace: other.workspaceId };
    expect(await recorded(confirm)).toMatchObject([{ action: 'two-factor.enabled', ...self }]);

    const first = await added(() => logIn(password, other.email));
    expect(first.entries).toEqual([]);
    const { challenge } = Object(Object(first.answer.body.data).details);
    const second = (given: string) => () =>
      send(identityApi.logInSecondStep, { body: { challenge, code: given } });
    expect(await recorded(second('000000'))).toMatchObject([
      {
        action: 'login.refused',
        object: `owner ${other.email}`,
        workspace: other.workspaceId,
        details: { place: 'console', reason: 'identity.wrong-code' },
      },
    ]);
    expect(await recorded(second(code()))).toMatchObject([{ action: 'login.succeeded', ...self }]);

    const both = (endpoint: contract.Endpoint, given: string) => () =>
      send(endpoint, { body: { password, code: given } }, other.token);
    expect(await recorded(both(identityApi.renewRecoveryCodes, '000000'))).toMatchObject([
      { action: 'password.refused', details: { reason: 'identity.wrong-code' } },
    ]);
    expect(await recorded(both(identityApi.renewRecoveryCodes, code()))).toMatchObject([
      { action: 'two-factor.codes-renewed', ...self },
    ]);
    const disabled = await recorded(both(identityApi.disableTwoFactor, code()));
    expect(disabled).toMatchObject([{ action: 'two-factor.disabled', ...self }]);
    expect((await log()).map(({ all }) => all).join()).not.toContain(secret);
  });
});

describe('quick links in the audit log', () => {
  it('making, opening and refusing a link are recorded without its code', async () => {
    const made = await added(() => send(identityApi.createQuickLogInCode, {}, owner.token));
    expect(made.entries).toMatchObject([{ action: 'login.handed-over', actor: `owner ${owner.email}` }]);
    const { code } = Object(made.answer.body.data);
    const exchange = () => send(identityApi.quickLogIn, { body: { code } });
    expect(await recorded(exchange)).toMatchObject([
      { action: 'login.succeeded', actor: `owner ${owner.email}` },
    ]);
    expect(await recorded(exchange)).toMatchObject([
      { action: 'login.refused', actor: 'anonymous', details: { reason: 'identity.wrong-code' } },
    ]);
    expect((await log()).map(({ all }) => all).join()).not.toContain(code);
  });
});

describe('certifications in the audit log', () => {
  it('submission, decision and withdrawal are recorded', async () => {
    const documentFileIds = [await uploadPicture(app, owner.token, 'certification')];
    const names = { enterpriseName: 'Shoes', registrationNumber: 'B-15', contactName: 'Ana' };
    const body = { kind: 'enterprise', ...names, documentFileIds };
    const mine = { actor: `owner ${owner.email}`, workspace: owner.workspaceId };
    const { entries, answer } = await added(() =>
      send(identityApi.submitCertification, { body }, owner.token),
    );
    expect(entries).toMatchObject([{ action: 'certification.submitted', ...mine }]);
    const { version } = Object(answer.body.data);
    const decision = { workspaceId: owner.workspaceId, version, decision: 'pass' };
    expect(
      await recorded(() => send(identityApi.decideCertification, { body: decision }, operator)),
    ).toMatchObject([
      {
        action: 'certification.decided',
        actor: `operator ${operatorLogIn.email}`,
        workspace: owner.workspaceId,
        details: { decision: 'pass' },
      },
    ]);
    expect(await recorded(() => send(identityApi.withdrawCertification, {}, owner.token))).toMatchObject([
      { action: 'certification.withdrawn', ...mine },
    ]);
  });
});
