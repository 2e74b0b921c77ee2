import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../../schema/identity.ts';
import {
  from,
  type IdentityHarness,
  otherCode,
  outcomeOf,
  type StoredOwner,
  startIdentityHarness,
} from '../testing/identity-harness.ts';
import { isCodeValid } from '../verification-codes.ts';
import { changeEmail, changePassword, resetPassword } from './credentials.ts';

const next = 'Another34';

let harness: IdentityHarness;
beforeAll(async () => {
  harness = await startIdentityHarness();
});
afterAll(() => harness.close());

const reset = (email: string, code: string, over: Parameters<typeof from>[0] = {}) =>
  outcomeOf(resetPassword(harness.deps, { email, code, password: next }, from(over)));
const change = ({ console }: StoredOwner, oldPassword: string, password = next) =>
  outcomeOf(changePassword(harness.deps, console.caller, { oldPassword, password }, console.from));
const move = ({ console, email, password }: StoredOwner, to: string, code: string, over = {}) =>
  outcomeOf(
    changeEmail(
      harness.deps,
      console.caller,
      { oldEmail: email, newEmail: to, code, password, ...over },
      console.from,
    ),
  );
const logIn = (email: string, password?: string) => outcomeOf(harness.logIn(email, password));
/** Returns the reason with which a session's access token is refused. */
const endingOf = async ({ accessToken }: { accessToken: string }) =>
  Object(await harness.accessTokens.check(accessToken)).details?.ending;
const subjects = async (email: string) => (await harness.mailsTo(email)).map(({ subject }) => subject);

/** Opens a second console and a desk with the owner's password, and a sub-account's desk with its own. */
async function openEverywhere(owner: StoredOwner) {
  const agent = await harness.agent(owner);
  return {
    console2: await harness.logIn(owner.email),
    desk: await harness.logInDesk(owner.email),
    agentsDesk: await harness.logInDesk(agent.accountName),
  };
}

describe('resetPassword', () => {
  it('replaces the password, and ends every session that was opened with the old one', async () => {
    const owner = await harness.owner();
    const { console2, desk, agentsDesk } = await openEverywhere(owner);
    expect(await reset(owner.email, await harness.codeFor(owner.email, 'forgot-password'))).toBe('done');
    for (const tokens of [owner.console, console2, desk]) {
      expect(await harness.isOpen(tokens)).toBe(false);
      expect(await outcomeOf(harness.refresh(tokens.refreshToken))).toBe('identity.invalid-refresh-token');
    }
    expect(harness.ended).toContainEqual([owner.console.caller.sessionId, 'password-changed']);
    expect(await harness.isOpen(agentsDesk)).toBe(true);
    expect(await logIn(owner.email)).toBe('identity.wrong-credentials');
    expect(await logIn(owner.email, next)).toBe('done');
  });

  it('notifies the owner by mail, in the language of the request', async () => {
    const [english, chinese] = [await harness.owner(), await harness.owner()];
    await reset(english.email, await harness.codeFor(english.email, 'forgot-password'));
    const code = await harness.codeFor(chinese.email, 'forgot-password');
    const given = { email: chinese.email, code, password: next };
    await resetPassword(harness.deps, given, from({ language: 'zh-CN' }));
    expect((await subjects(english.email))[0]).toBe('Your Parley password was changed');
    const [notice] = await harness.mailsTo(chinese.email);
    expect(notice?.subject).toBe('您的 Parley 密码已修改');
    expect(notice?.text).toContain('忘记密码');
  });

  it('refuses an unknown address like a wrong code, even with the right code', async () => {
    const owner = await harness.owner();
    const nobody = 'never-registered@example.com';
    const known = await harness.codeFor(owner.email, 'forgot-password');
    const unknown = await harness.codeFor(nobody, 'forgot-password');
    expect(await reset(owner.email, otherCode(known))).toBe('identity.wrong-code');
    expect(await reset(nobody, otherCode(unknown))).toBe('identity.wrong-code');
    expect(await reset(nobody, unknown)).toBe('identity.wrong-code');
    expect(await subjects(nobody)).toEqual(['Your Parley password reset code']);
    expect(await reset(owner.email, known)).toBe('done');
  });

  it('accepts a code once, even in two concurrent requests, and none of another purpose', async () => {
    const owner = await harness.owner();
    const other = await harness.codeFor(owner.email, 'register');
    expect(await reset(owner.email, other)).toBe('identity.wrong-code');
    const code = await harness.codeFor(owner.email, 'forgot-password');
    const both = await Promise.all([reset(owner.email, code), reset(owner.email, code)]);
    expect(both.sort()).toEqual(['done', 'identity.wrong-code']);
    expect(await reset(owner.email, code)).toBe('identity.wrong-code');
  });

  it('refuses a common password without using up the code', async () => {
    const owner = await harness.owner();
    const code = await harness.codeFor(owner.email, 'forgot-password');
    const given = { email: owner.email, code, password: 'Password1' };
    expect(await outcomeOf(resetPassword(harness.deps, given, from()))).toBe('identity.common-password');
    expect(await reset(owner.email, code)).toBe('done');
  });

  it('ends a session that a login with the old password opens meanwhile', async () => {
    for (let round = 0; round < 5; round += 1) {
      const owner = await harness.owner();
      const code = await harness.codeFor(owner.email, 'forgot-password');
      const [, ...logIns] = await Promise.allSettled([
        reset(owner.email, code),
        ...Array.from({ length: 4 }, () => harness.logIn(owner.email)),
      ]);
      for (const one of logIns)
        if (one.status === 'fulfilled') expect(await harness.isOpen(one.value)).toBe(false);
    }
  });
});

describe('changePassword', () => {
  it('requires the current password, and ends every other session that was opened with it', async () => {
    const owner = await harness.owner();
    const { console2, desk, agentsDesk } = await openEverywhere(owner);
    expect(await change(owner, 'Secret13')).toBe('identity.wrong-password');
    expect(await harness.isOpen(console2)).toBe(true);
    expect(await change(owner, owner.password)).toBe('done');
    expect(await harness.isOpen(owner.console)).toBe(true);
    expect(await outcomeOf(harness.refresh(owner.console.refreshToken))).toBe('done');
    for (const tokens of [console2, desk]) expect(await endingOf(tokens)).toBe('password-changed');
    expect(await harness.isOpen(agentsDesk)).toBe(true);
    expect(await logIn(owner.email)).toBe('identity.wrong-credentials');
    expect(await logIn(owner.email, next)).toBe('done');
    expect(await subjects(owner.email)).toEqual(['Your Parley password was changed']);
  });

  it('refuses a common password', async () => {
    const owner = await harness.owner();
    expect(await change(owner, owner.password, 'Password1')).toBe('identity.common-password');
    expect(await logIn(owner.email)).toBe('done');
  });

  it('requires twelve characters of an operator, and another password than the one to be replaced', async () => {
    const { id, password } = await harness.operator();
    await harness.database.db.update(users).set({ passwordMustChange: true }).where(eq(users.id, id));
    const caller = { userId: id, sessionId: id };
    const to = (next: string) =>
      outcomeOf(changePassword(harness.deps, caller, { oldPassword: password, password: next }, from()));
    expect(await to('Short-One-1')).toBe('identity.operator-password-short');
    expect(await to(password)).toBe('identity.same-password');
    expect(await to('Long-Enough-12')).toBe('done');
    const [row] = await harness.database.db.select().from(users).where(eq(users.id, id));
    expect(row?.passwordMustChange).toBe(false);
  });

  it('succeeds for only one of two concurrent changes', async () => {
    const owner = await harness.owner();
    const [one, two] = await Promise.all([
      change(owner, owner.password, 'Secret56'),
      change(owner, owner.password, 'Secret78'),
    ]);
    expect([one, two].sort()).toEqual(['done', 'identity.wrong-password']);
    expect(await logIn(owner.email, one === 'done' ? 'Secret56' : 'Secret78')).toBe('done');
  });
});

describe('changeEmail', () => {
  it('requires the password, and ends every session except the one that made the change', async () => {
    const owner = await harness.owner();
    const { console2, desk, agentsDesk } = await openEverywhere(owner);
    const newEmail = `asked-${owner.email}`;
    const code = await harness.codeFor(newEmail, 'bind-email');
    expect(await move(owner, newEmail, code, { password: 'Lantern43' })).toBe('identity.wrong-password');
    expect(await harness.isOpen(console2)).toBe(true);
    expect(await move(owner, newEmail, code)).toBe('done');
    expect(await harness.isOpen(owner.console)).toBe(true);
    for (const tokens of [console2, desk]) expect(await endingOf(tokens)).toBe('email-changed');
    expect(await harness.isOpen(agentsDesk)).toBe(true);
  });

  it('moves the login to the new address, and mails it masked to the old one', async () => {
    const owner = await harness.owner();
    const newEmail = `moved-${owner.email}`;
    const code = await harness.codeFor(newEmail, 'bind-email');
    expect(await move(owner, newEmail, code)).toBe('done');
    expect(await logIn(owner.email)).toBe('identity.wrong-credentials');
    expect(await logIn(newEmail)).toBe('done');
    const [notice] = await harness.mailsTo(owner.email);
    expect(notice).toMatchObject({ to: owner.email, subject: 'Your Parley e-mail address was changed' });
    expect(notice?.text).toContain('mo…@example.com');
    expect(notice?.text).not.toContain(newEmail);
  });

  it('refuses another user’s old address, a code sent elsewhere, and a wrong code', async () => {
    const owner = await harness.owner();
    const newEmail = `new-${owner.email}`;
    const code = await harness.codeFor(newEmail, 'bind-email');
    expect(await move(owner, newEmail, code, { oldEmail: newEmail })).toBe('identity.wrong-email');
    const elsewhere = await harness.codeFor(owner.email, 'bind-email');
    if (elsewhere !== code) expect(await move(owner, newEmail, elsewhere)).toBe('identity.wrong-code');
    expect(await move(owner, newEmail, otherCode(code))).toBe('identity.wrong-code');
    expect(await move(owner, newEmail, code)).toBe('done');
  });

  it('refuses an address in use like a wrong code, and changes nothing', async () => {
    const [owner, taken] = [await harness.owner(), await harness.owner()];
    const code = await harness.codeFor(taken.email, 'bind-email');
    expect(await move(owner, taken.email, code)).toBe('identity.wrong-code');
    expect(await logIn(owner.email)).toBe('done');
    expect(await logIn(taken.email)).toBe('done');
    expect(await subjects(owner.email)).toEqual([]);
  });

  it('gives an e-mail address to only one of two concurrent requests', async () => {
    const [one, two] = [await harness.owner(), await harness.owner()];
    const wanted = `wanted-${one.email}`;
    const code = await harness.codeFor(wanted, 'bind-email');
    const both = await Promise.all([one, two].map((owner) => move(owner, wanted, code)));
    expect(both.sort()).toEqual(['done', 'identity.wrong-code']);
  });

  it('leaves no way to reset the password by the old address', async () => {
    const owner = await harness.owner();
    const resetCode = await harness.codeFor(owner.email, 'forgot-password');
    const newEmail = `away-${owner.email}`;
    await move(owner, newEmail, await harness.codeFor(newEmail, 'bind-email'));
    expect(await reset(owner.email, resetCode)).toBe('identity.wrong-code');
    expect(await logIn(newEmail)).toBe('done');
  });
});

describe('isCodeValid', () => {
  const isValid = (email: string, code: string, purpose = 'forgot-password' as const) =>
    isCodeValid(harness.deps, { email, purpose, code, tenantId: null, address: from().address });

  it('reports whether a code is right without using it up, and counts an attempt', async () => {
    const { email } = await harness.owner();
    const code = await harness.codeFor(email, 'forgot-password');
    expect(await isValid(email, otherCode(code))).toBe(false);
    expect(await isValid(email, code)).toBe(true);
    for (let n = 0; n < 3; n += 1) expect(await isValid(email, otherCode(code))).toBe(false);
    expect(await isValid(email, code)).toBe(false);
    expect(await reset(email, code)).toBe('identity.wrong-code');
  });

  it('reports a code of another purpose as wrong', async () => {
    const { email } = await harness.owner();
    const code = await harness.codeFor(email, 'register');
    expect(await isValid(email, code)).toBe(false);
  });

  it('leaves the code usable for its purpose', async () => {
    const { email } = await harness.owner();
    const code = await harness.codeFor(email, 'forgot-password');
    expect(await isValid(email, code)).toBe(true);
    expect(await reset(email, code)).toBe('done');
    expect(await isValid(email, code)).toBe(false);
  });

  it('checks the code of an address without an account in the same way', async () => {
    const code = await harness.codeFor('unheard-of@example.com', 'forgot-password');
    expect(await isValid('unheard-of@example.com', otherCode(code))).toBe(false);
    expect(await isValid('unheard-of@example.com', code)).toBe(true);
    expect(await isValid('never-asked@example.com', '123456')).toBe(false);
  });
});
