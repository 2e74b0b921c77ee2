import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recoveryCodes as recoveryCodesTable, twoFactor } from '../../../schema/identity.ts';
import { changePassword } from '../account/credentials.ts';
import { createQuickCode, exchangeQuickCode } from '../account/quick-log-in.ts';
import { completeLogIn, logInDesk, logInOperator, logInOwner } from '../service.ts';
import {
  from,
  type IdentityHarness,
  outcomeOf,
  outcomesOf,
  type StoredOwner,
  startIdentityHarness,
} from '../testing/identity-harness.ts';
import { confirm, disable, readTwoFactor, renewCodes, setUp } from './service.ts';

const step = 30_000;
const wrongCode = 'identity.wrong-code';
const tooMany = 'request.too-many';

let harness: IdentityHarness;
beforeAll(async () => {
  harness = await startIdentityHarness({ factor: 1 });
});
afterAll(() => harness.close());

/** Returns the code that an authenticator app shows at a time, by default now. */
const codeOf = (secret: string, ms = harness.clock.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ms });

/** Advances the clock, because each code is accepted once and the next one is for the next step. */
function nextCode(secret: string): string {
  harness.clock.advance(step);
  return codeOf(secret);
}

type Person = { console: Pick<StoredOwner['console'], 'caller' | 'from'>; password: string };

async function switchOn({ console, password }: Person, address = from().address) {
  const by = { ...console.from, address };
  const { secret } = await setUp(harness.deps, console.caller.userId, password, by);
  const { recoveryCodes } = await confirm(harness.deps, console.caller, nextCode(secret), by);
  return { secret, recoveryCodes };
}

async function protectedOwner() {
  const owner = await harness.owner();
  return { owner, ...(await switchOn(owner)) };
}

const challengeAt = (
  door: typeof logInOwner,
  { email: username, password }: { email: string; password: string },
) => challengeOf(door(harness.deps, { ...from(), username, password }));
/** Returns the challenge with which a login is refused. */
async function challengeOf(login: Promise<unknown>): Promise<string> {
  const error = await login.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ error: 'identity.second-step' });
  return String(Object(error).details.challenge);
}
const entering = (challenge: string, code: string, address = from().address) =>
  completeLogIn(harness.deps, { challenge, code }, from({ address }));
const enter = (...given: Parameters<typeof entering>) => outcomeOf(entering(...given));
const stateOf = ({ userId }: StoredOwner) => readTwoFactor(harness.deps, userId);

describe('switching two-factor authentication on', () => {
  it('requires the password and a first valid code, and returns ten recovery codes', async () => {
    const owner = await harness.owner();
    const { caller, from: by } = owner.console;
    const settingUp = (password: string) => setUp(harness.deps, owner.userId, password, by);
    expect(await outcomeOf(settingUp('Lantern43'))).toBe('identity.wrong-password');
    const { secret, uri } = await settingUp(owner.password);
    expect(uri).toContain(`secret=${secret}`);
    expect(await stateOf(owner)).toEqual({ enabledAt: null, recoveryCodesLeft: 0 });
    const confirming = (code: string) => confirm(harness.deps, caller, code, by);
    const old = codeOf(secret, harness.clock.now() - 10 * step);
    expect(await outcomeOf(confirming(old))).toBe(wrongCode);
    expect(await outcomeOf(harness.logIn(owner.email))).toBe('done');
    expect((await confirming(codeOf(secret))).recoveryCodes).toHaveLength(10);
    expect(await stateOf(owner)).toEqual({ enabledAt: harness.clock.now(), recoveryCodesLeft: 10 });
    expect(await outcomeOf(settingUp(owner.password))).toBe('two-factor.already-on');
    expect(await outcomeOf(confirming(nextCode(secret)))).toBe('two-factor.already-on');
  });

  it('ends the sessions that the password alone opened, except the one that switched it on', async () => {
    const owner = await harness.owner();
    const [console2, desk] = [await harness.logIn(owner.email), await harness.logInDesk(owner.email)];
    await switchOn(owner);
    expect(await harness.isOpen(owner.console)).toBe(true);
    for (const tokens of [console2, desk]) expect(await harness.isOpen(tokens)).toBe(false);
    const { sessionId } = harness.consoleOf(console2).caller;
    expect(harness.ended).toContainEqual([sessionId, 'two-factor-on']);
  });

  it('stores neither secret nor recovery codes in readable form', async () => {
    const { owner, secret, recoveryCodes } = await protectedOwner();
    const { db } = harness.database;
    const rows = [
      await db.select().from(twoFactor).where(eq(twoFactor.userId, owner.userId)),
      await db.select().from(recoveryCodesTable).where(eq(recoveryCodesTable.userId, owner.userId)),
    ];
    expect(rows.map(({ length }) => length)).toEqual([1, 10]);
    for (const plain of [secret, ...recoveryCodes]) expect(JSON.stringify(rows)).not.toContain(plain);
  });

  it('notifies the account’s address', async () => {
    const { owner } = await protectedOwner();
    const [mail] = await harness.mailsTo(owner.email);
    expect(mail?.subject).toBe('Two-factor authentication is on for your Parley account');
  });
});

describe('a login with two-factor authentication', () => {
  it.each([
    ['console', logInOwner],
    ['desk', logInDesk],
  ] as const)('opens the %s with a code', async (aud, door) => {
    const { owner, secret } = await protectedOwner();
    const challenge = await challengeAt(door, owner);
    const later = codeOf(secret, harness.clock.now() + 10 * step);
    expect(await enter(challenge, later)).toBe(wrongCode);
    const tokens = await entering(challenge, nextCode(secret));
    expect(await harness.accessTokens.check(tokens.accessToken)).toMatchObject({ audience: aud });
  });

  it('opens the operator’s session with a code, and without one after it is switched off', async () => {
    const operator = await harness.operator();
    const { email: username, password } = operator;
    const logIn = () => logInOperator(harness.deps, { ...from(), username, password });
    const console = harness.consoleOf(await logIn());
    const { secret } = await switchOn({ console, password });
    const tokens = await entering(await challengeAt(logInOperator, operator), nextCode(secret));
    expect(await harness.accessTokens.check(tokens.accessToken)).toMatchObject({ audience: 'operator' });
    await disable(harness.deps, console.caller, { password, code: nextCode(secret) }, console.from);
    expect(await outcomeOf(logIn())).toBe('done');
  });

  it('accepts a code once, even from two concurrent requests', async () => {
    const { owner, secret } = await protectedOwner();
    const challenge = await challengeAt(logInOwner, owner);
    const code = nextCode(secret);
    const both = [entering(challenge, code), entering(challenge, code)];
    expect(await outcomesOf(both)).toEqual(['done', wrongCode]);
    expect(await enter(challenge, code)).toBe(wrongCode);
  });

  it('accepts each recovery code once, with or without its hyphen', async () => {
    const { owner, recoveryCodes } = await protectedOwner();
    const challenge = await challengeAt(logInOwner, owner);
    const [one = '', two = ''] = recoveryCodes;
    expect(await enter(challenge, one)).toBe('done');
    expect(await enter(challenge, one)).toBe(wrongCode);
    expect(await enter(challenge, two.replace('-', ''))).toBe('done');
    expect((await stateOf(owner)).recoveryCodesLeft).toBe(8);
  });

  it('refuses a challenge after five minutes, after a change of the password, and when it is invented', async () => {
    const { owner, secret } = await protectedOwner();
    const expired = 'identity.second-step-expired';
    const old = await challengeAt(logInOwner, owner);
    harness.clock.advance(5 * 60_000 + 1000);
    expect(await enter(old, codeOf(secret))).toBe(expired);
    expect(await enter('x', codeOf(secret))).toBe(expired);
    expect(await enter(owner.console.accessToken, codeOf(secret))).toBe(expired);
    const challenge = await challengeAt(logInOwner, owner);
    const change = { oldPassword: owner.password, password: 'Another34' };
    await changePassword(harness.deps, owner.console.caller, change, owner.console.from);
    expect(await enter(challenge, nextCode(secret))).toBe(expired);
  });

  it('pauses after five wrong codes of any challenges, and sends the owner one mail', async () => {
    const { owner, secret } = await protectedOwner();
    const challenges = [await challengeAt(logInOwner, owner), await challengeAt(logInOwner, owner)];
    let guesses = 0;
    // From a different address each time.
    const guess = (code = '000000') => enter(challenges[++guesses % 2] ?? '', code, `198.51.100.${guesses}`);
    const outcomes: string[] = [];
    for (let n = 0; n < 8; n += 1) outcomes.push(await guess());
    expect(outcomes).toEqual([...Array(6).fill(wrongCode), tooMany, tooMany]);
    harness.clock.advance(15_000);
    expect([await guess(), await guess()]).toEqual([wrongCode, tooMany]);
    // Still paused after twice the time, even with the right code.
    harness.clock.advance(15_000);
    expect(await guess(codeOf(secret))).toBe(tooMany);
    harness.clock.advance(15_000);
    expect(await guess(codeOf(secret))).toBe('done');
    const subjects = (await harness.mailsTo(owner.email)).map(({ subject }) => subject);
    const warning = 'Wrong two-factor codes for your Parley account';
    expect(subjects.filter((subject) => subject === warning)).toHaveLength(1);
  });

  it('requires the code after a quick link, too, and uses the link up', async () => {
    const { owner, secret } = await protectedOwner();
    const { caller, from: by } = owner.console;
    const { code } = await createQuickCode(harness.deps, caller, by.origin);
    const challenge = await challengeOf(exchangeQuickCode(harness.deps, code, from()));
    expect(await outcomeOf(exchangeQuickCode(harness.deps, code, from()))).toBe(wrongCode);
    expect(await enter(challenge, nextCode(secret))).toBe('done');
  });
});

describe('switching two-factor authentication off', () => {
  it('requires password and code; afterwards the password alone is sufficient', async () => {
    const { owner, secret } = await protectedOwner();
    const { caller, from: by } = owner.console;
    const off = (password: string, code: string) =>
      outcomeOf(disable(harness.deps, caller, { password, code }, by));
    expect(await off('Lantern43', nextCode(secret))).toBe('identity.wrong-password');
    expect(await off(owner.password, '000000')).toBe(wrongCode);
    expect(await off(owner.password, nextCode(secret))).toBe('done');
    expect(await outcomeOf(harness.logIn(owner.email))).toBe('done');
    expect(await off(owner.password, nextCode(secret))).toBe('two-factor.not-on');
    const [mail] = await harness.mailsTo(owner.email);
    expect(mail?.subject).toBe('Two-factor authentication is off for your Parley account');
  });
});

describe('replacing the recovery codes', () => {
  it('invalidates the old ones, and leaves two-factor authentication on', async () => {
    const { owner, secret, recoveryCodes } = await protectedOwner();
    const { caller, from: by } = owner.console;
    const given = { password: owner.password, code: nextCode(secret) };
    const renewed = await renewCodes(harness.deps, caller, given, by);
    expect(renewed.recoveryCodes).toHaveLength(10);
    const challenge = await challengeAt(logInOwner, owner);
    expect(await enter(challenge, recoveryCodes[0] ?? '')).toBe(wrongCode);
    expect(await enter(challenge, renewed.recoveryCodes[0] ?? '')).toBe('done');
  });
});

describe('a guesser who has the password', () => {
  it('doesn’t pause the second factor where it was set up, or in an open session', async () => {
    const owner = await harness.owner();
    const { caller, from: by } = owner.console;
    const [home, away] = ['192.0.2.10', '203.0.113.77'];
    const { secret } = await switchOn(owner, home);
    const challenge = await challengeAt(logInOwner, owner);
    const strangers = async () => {
      const outcomes: string[] = [];
      for (let n = 0; n < 7; n += 1) outcomes.push(await enter(challenge, '000000', `198.51.100.${n + 1}`));
      return outcomes;
    };
    expect(await strangers()).toContain(tooMany);
    expect(await enter(challenge, nextCode(secret), home)).toBe('done');
    expect(await strangers()).toContain(tooMany);
    const given = () => ({ password: owner.password, code: nextCode(secret) });
    await renewCodes(harness.deps, caller, given(), { ...by, address: away });
    expect(await enter(challenge, nextCode(secret), away)).toBe('done');
    await disable(harness.deps, caller, given(), { ...by, address: '203.0.113.78' });
  });

  it('waits after six wrong codes in a session that was left open', async () => {
    const { owner } = await protectedOwner();
    const { caller, from: by } = owner.console;
    const given = { password: owner.password, code: '000000' };
    const outcomes: string[] = [];
    for (let n = 0; n < 7; n += 1) {
      const there = { ...by, address: `198.51.100.${n + 1}` };
      outcomes.push(await outcomeOf(renewCodes(harness.deps, caller, given, there)));
    }
    expect(outcomes).toEqual([...Array(6).fill(wrongCode), tooMany]);
  });
});
