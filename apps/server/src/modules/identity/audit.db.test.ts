/** Tests the audit entries of identity's operations; the contract tests check that all others write theirs. */
import type { AuditAction } from '@parley/contract/audit';
import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEntries } from '../../schema/audit.ts';
import { claimsOf, operatorLogIn } from '../../testing/test-people.ts';
import { changeEmail, changePassword, resetPassword } from './account/credentials.ts';
import { createQuickCode, exchangeQuickCode } from './account/quick-log-in.ts';
import { decide, submit, withdraw } from './certification/service.ts';
import { endLoginSession, logOut, logOutEverywhere } from './login-sessions/service.ts';
import { disableOwner, enableOwner } from './owners/service.ts';
import { completeLogIn, logInDesk, logInOperator, logInOwner, register } from './service.ts';
import {
  from,
  type IdentityHarness,
  otherCode,
  outcomeOf,
  type StoredOwner,
  startIdentityHarness,
} from './testing/identity-harness.ts';
import { confirm, disable, renewCodes, setUp } from './two-factor/service.ts';

const minute = 60_000;
const next = 'Another34';

let harness: IdentityHarness;
let owner: StoredOwner;
let operator: { id: string };
beforeAll(async () => {
  harness = await startIdentityHarness();
  operator = await harness.operator();
  owner = await harness.owner();
});
afterAll(() => harness.close());

type Row = {
  action: AuditAction;
  actor: string;
  workspace: string | null;
  object: string | null;
  details: Record<string, unknown>;
  user_agent: string | null;
  address: string | null;
  all: string;
};

async function log(): Promise<Row[]> {
  await harness.database.background.settled();
  const { rows } = await harness.database.db.execute<Row>(sql`
    select action, trim(actor_kind || ' ' || actor_name) as actor, workspace_id as workspace,
      trim(object_kind || ' ' || object_name) as object, details, user_agent, host(address) as address, e::text as all
    from ${auditEntries} e order by created_at, id`);
  return rows;
}

/** Returns the entries that `act` adds, whether it succeeds or is refused, and its result. */
async function added<T>(act: () => Promise<T>): Promise<{ entries: Row[]; answer: T | undefined }> {
  const before = (await log()).length;
  let answer: T | undefined;
  const acting = act().then((given) => {
    answer = given;
  });
  await outcomeOf(acting);
  return { entries: (await log()).slice(before), answer };
}
const recorded = async (act: () => Promise<unknown>) => (await added(act)).entries;

type Door = typeof logInOwner;
const enter = (door: Door, username: string, password: string) =>
  door(harness.deps, { ...from(), username, password });
const logIn = async ({ email, password } = owner) =>
  harness.consoleOf(await enter(logInOwner, email, password));
const asOperator = () => ({
  ...from().origin,
  actor: { kind: 'operator', id: operator.id, workspaceId: null } as const,
});

describe('logins in the audit log', () => {
  it.each([
    ['console', logInOwner, async () => [owner.email, owner.password, 'owner']],
    [
      'desk',
      logInDesk,
      async () => {
        const { accountName, password } = await harness.agent(owner);
        return [accountName, password, 'sub-account'];
      },
    ],
    ['operator', logInOperator, async () => [operatorLogIn.email, operatorLogIn.password, 'operator']],
  ] as const)('records a login at the %s with actor, place and session', async (place, door, person) => {
    const [name = '', password = '', kind] = await person();
    const { entries, answer } = await added(() => enter(door, name, password));
    const who = `${kind} ${name}`;
    expect(entries).toEqual([
      expect.objectContaining({
        action: 'login.succeeded',
        actor: who,
        object: who,
        user_agent: 'A browser',
        address: '192.0.2.1',
        workspace: place === 'operator' ? null : owner.workspaceId,
        details: { place, loginSessionId: claimsOf(answer?.accessToken ?? '').sid },
      }),
    ]);
  });

  it.each([
    ['console', logInOwner],
    ['desk', logInDesk],
  ] as const)('records a refusal at the %s in the owner’s workspace', async (place, door) => {
    expect(await recorded(() => enter(door, owner.email.toUpperCase(), 'Lantern43'))).toEqual([
      expect.objectContaining({
        action: 'login.refused',
        actor: 'anonymous',
        object: `owner ${owner.email}`,
        workspace: owner.workspaceId,
        details: { place, reason: 'identity.wrong-credentials' },
      }),
    ]);
  });

  it('names the sub-account in a sub-account’s refusal', async () => {
    const { accountName, password } = await harness.agent(owner);
    const about = { object: `sub-account ${accountName}`, workspace: owner.workspaceId };
    expect(await recorded(() => enter(logInDesk, accountName, 'Lantern43'))).toMatchObject([
      { action: 'login.refused', ...about },
    ]);
    expect(await recorded(() => enter(logInOwner, accountName, password))).toMatchObject([
      { action: 'login.refused', ...about, details: { reason: 'identity.not-for-console' } },
    ]);
  });

  it('records refusals of the operator and of unknown names in no workspace', async () => {
    const { email } = operatorLogIn;
    expect(await recorded(() => enter(logInOperator, email, 'Lantern43'))).toMatchObject([
      { action: 'login.refused', object: `operator ${email}`, workspace: null },
    ]);
    // People type their password into the wrong field.
    const entries = await recorded(() => enter(logInOwner, 'My-Secret-Word-1', 'x'));
    expect(entries).toMatchObject([{ action: 'login.refused', object: null, workspace: null }]);
    expect(entries[0]?.all.toLowerCase()).not.toContain('my-secret-word-1');
  });

  it('refuses before the refusal is recorded, so that timing reveals nothing about the account', async () => {
    const client = await harness.database.pool.connect();
    try {
      // Blocks the recording.
      await client.query('begin; lock table audit_entries in access exclusive mode');
      for (const name of [owner.email, 'nobody@example.com'])
        expect(await outcomeOf(enter(logInOwner, name, 'Lantern43'))).toBe('identity.wrong-credentials');
    } finally {
      await client.query('rollback');
      client.release();
    }
    const [last] = (await log()).filter(({ object }) => object === `owner ${owner.email}`).slice(-1);
    expect(last?.action).toBe('login.refused');
  });

  it('records refusals of a disabled owner, like the disabling and enabling', async () => {
    const { userId, workspaceId: workspace, email, password } = await harness.owner();
    const object = `owner ${email}`;
    const about = { object, workspace, actor: `operator ${operatorLogIn.email}` };
    const given = { userId, reason: 'Unpaid' };
    expect(await recorded(() => disableOwner(harness.deps, given, asOperator()))).toMatchObject([
      { action: 'owner.disabled', ...about, details: { reason: 'Unpaid' } },
    ]);
    expect(await recorded(() => enter(logInOwner, email, password))).toMatchObject([
      { action: 'login.refused', object, details: { reason: 'identity.disabled' } },
    ]);
    expect(await recorded(() => enableOwner(harness.deps, userId, asOperator()))).toMatchObject([
      { action: 'owner.enabled', ...about },
    ]);
  });
});

describe('registrations in the audit log', () => {
  it('records a registration with the login that comes with it', async () => {
    const email = 'newcomer@example.com';
    const code = await harness.codeFor(email, 'register');
    const form = { ...from(), email, code, password: next, tgContact: '@new' };
    expect(await recorded(() => register(harness.deps, form))).toMatchObject([
      { action: 'account.registered', actor: 'anonymous', object: `owner ${email}` },
      { action: 'login.succeeded', actor: `owner ${email}` },
    ]);
  });
});

describe('ends of login sessions in the audit log', () => {
  it('records a logout, an end from the list and the end of all', async () => {
    const first = await logIn();
    const ended = { action: 'session.ended', actor: `owner ${owner.email}` };
    const { sessionId } = first.caller;
    expect(await recorded(() => logOut(harness.deps, sessionId, first.from.origin))).toMatchObject([
      { ...ended, details: { loginSessionId: sessionId } },
    ]);
    const other = await harness.owner();
    const { caller, from: by } = other.console;
    const { sessionId: second } = (await logIn(other)).caller;
    const byOther = { actor: `owner ${other.email}`, workspace: other.workspaceId };
    const ending = () => endLoginSession(harness.deps, caller, second, by.origin);
    expect(await recorded(ending)).toMatchObject([
      { ...ended, ...byOther, details: { loginSessionId: second } },
    ]);
    expect(await recorded(() => logOutEverywhere(harness.deps, caller, by.origin))).toMatchObject([
      { action: 'session.all-ended', ...byOther, details: { ended: 1 } },
    ]);
  });

  it('records a session ended by a reused refresh token with its reason', async () => {
    const { caller, refreshToken } = await logIn();
    const refresh = () => harness.refresh(refreshToken);
    expect(await recorded(refresh)).toEqual([]);
    harness.clock.advance(minute);
    const entries = await recorded(refresh);
    expect(entries).toMatchObject([
      {
        action: 'session.ended',
        actor: 'anonymous',
        object: `owner ${owner.email}`,
        workspace: owner.workspaceId,
        details: { loginSessionId: caller.sessionId, reason: 'refresh token used again' },
      },
    ]);
    expect(entries[0]?.all).not.toContain(refreshToken);
  });
});

describe('passwords in the audit log', () => {
  it('records changes, refusals and resets without any password', async () => {
    const { email, password, console, workspaceId: workspace } = await harness.owner();
    const change = (oldPassword: string) => () =>
      changePassword(harness.deps, console.caller, { oldPassword, password: next }, console.from);
    const reset = (code: string) => () => resetPassword(harness.deps, { email, code, password }, from());
    const self = { actor: `owner ${email}`, object: `owner ${email}` };
    const refused = await recorded(change('Lantern43'));
    expect(refused).toMatchObject([
      { action: 'password.refused', ...self, details: { reason: 'identity.wrong-password' } },
    ]);
    const changed = await recorded(change(password));
    expect(changed).toMatchObject([{ action: 'password.changed', ...self, workspace }]);
    const code = await harness.codeFor(email, 'forgot-password');
    const mailed = { actor: 'anonymous', object: self.object, workspace };
    expect(await recorded(reset(otherCode(code)))).toMatchObject([
      { action: 'password.refused', ...mailed, details: { reason: 'identity.wrong-code' } },
    ]);
    const renewed = await recorded(reset(code));
    expect(renewed).toMatchObject([{ action: 'password.reset', ...mailed }]);
    const text = JSON.stringify([...refused, ...changed, ...renewed]);
    for (const secret of [password, next, 'Lantern43', code]) expect(text).not.toContain(secret);
  });

  it('records a refusal of the operator’s password', async () => {
    const caller = { userId: operator.id, sessionId: operator.id };
    const given = { oldPassword: 'Lantern43', password: 'Another-Long-34' };
    const by = { ...from(), origin: asOperator() };
    expect(await recorded(() => changePassword(harness.deps, caller, given, by))).toMatchObject([
      { action: 'password.refused', actor: `operator ${operatorLogIn.email}`, workspace: null },
    ]);
  });
});

describe('e-mail addresses in the audit log', () => {
  it('records changes, and refusals for a wrong password or code', async () => {
    const { email, password, console } = await harness.owner();
    const newEmail = `moved-${email}`;
    const right = await harness.codeFor(newEmail, 'bind-email');
    const move = (given: string, code: string) => () =>
      changeEmail(
        harness.deps,
        console.caller,
        { oldEmail: email, newEmail, code, password: given },
        console.from,
      );
    expect(await recorded(move('Lantern43', right))).toMatchObject([
      { action: 'password.refused', details: { reason: 'identity.wrong-password' } },
    ]);
    expect(await recorded(move(password, otherCode(right)))).toMatchObject([
      { action: 'password.refused', details: { reason: 'identity.wrong-code' } },
    ]);
    expect(await recorded(move(password, right))).toMatchObject([
      { action: 'email.changed', details: { 'email.before': email, 'email.after': newEmail } },
    ]);
  });
});

describe('two-factor authentication in the audit log', () => {
  it('records each change, each refusal and the completed login', async () => {
    const { deps } = harness;
    const { email, password, userId, workspaceId: workspace, console } = await harness.owner();
    const { caller, from: by } = console;
    const settingUp = (given: string) => added(() => setUp(deps, userId, given, by));
    expect((await settingUp('Lantern43')).entries).toMatchObject([{ action: 'password.refused' }]);
    const { entries, answer } = await settingUp(password);
    expect(entries).toEqual([]);
    const { secret = '' } = answer ?? {};
    const code = () => {
      harness.clock.advance(30_000);
      return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: harness.clock.now() });
    };
    const self = { actor: `owner ${email}`, workspace };
    expect(await recorded(() => confirm(deps, caller, code(), by))).toMatchObject([
      { action: 'two-factor.enabled', ...self },
    ]);

    let challenge = '';
    const first = () =>
      enter(logInOwner, email, password).catch((error) => {
        challenge = error.details.challenge;
      });
    expect(await recorded(first)).toEqual([]);
    const second = (given: string) => () => completeLogIn(deps, { challenge, code: given }, from());
    expect(await recorded(second('000000'))).toMatchObject([
      {
        action: 'login.refused',
        object: `owner ${email}`,
        workspace,
        details: { place: 'console', reason: 'identity.wrong-code' },
      },
    ]);
    expect(await recorded(second(code()))).toMatchObject([{ action: 'login.succeeded', ...self }]);

    const renew = (given: string) => () => renewCodes(deps, caller, { password, code: given }, by);
    expect(await recorded(renew('000000'))).toMatchObject([
      { action: 'password.refused', details: { reason: 'identity.wrong-code' } },
    ]);
    expect(await recorded(renew(code()))).toMatchObject([{ action: 'two-factor.codes-renewed', ...self }]);
    const off = await recorded(() => disable(deps, caller, { password, code: code() }, by));
    expect(off).toMatchObject([{ action: 'two-factor.disabled', ...self }]);
    expect((await log()).map(({ all }) => all).join()).not.toContain(secret);
  });
});

describe('quick links in the audit log', () => {
  it('records making, opening and refusing a link without its code', async () => {
    const { caller, from: by } = owner.console;
    const made = await added(() => createQuickCode(harness.deps, caller, by.origin));
    const actor = `owner ${owner.email}`;
    expect(made.entries).toMatchObject([{ action: 'login.handed-over', actor }]);
    const { code = '' } = made.answer ?? {};
    const exchange = () => exchangeQuickCode(harness.deps, code, from());
    expect(await recorded(exchange)).toMatchObject([{ action: 'login.succeeded', actor }]);
    expect(await recorded(exchange)).toMatchObject([
      { action: 'login.refused', actor: 'anonymous', details: { reason: 'identity.wrong-code' } },
    ]);
    expect((await log()).map(({ all }) => all).join()).not.toContain(code);
  });
});

describe('certifications in the audit log', () => {
  it('records submission, decision and withdrawal', async () => {
    const { workspaceId, email, console } = owner;
    const { origin } = console.from;
    const documentFileIds = [await harness.storedFile(owner, 'certification')];
    const names = { enterpriseName: 'Shoes', registrationNumber: 'B-15', contactName: 'Ana' };
    const form = { kind: 'enterprise', ...names, documentFileIds } as const;
    const mine = { actor: `owner ${email}`, workspace: workspaceId };
    const { entries, answer } = await added(() => submit(harness.deps, workspaceId, form, origin));
    expect(entries).toMatchObject([{ action: 'certification.submitted', ...mine }]);
    const decision = { workspaceId, version: answer?.version ?? 0, decision: 'pass' } as const;
    expect(await recorded(() => decide(harness.deps, decision, asOperator()))).toMatchObject([
      {
        action: 'certification.decided',
        actor: `operator ${operatorLogIn.email}`,
        workspace: workspaceId,
        details: { decision: 'pass' },
      },
    ]);
    expect(await recorded(() => withdraw(harness.deps, workspaceId, origin))).toMatchObject([
      { action: 'certification.withdrawn', ...mine },
    ]);
  });
});
