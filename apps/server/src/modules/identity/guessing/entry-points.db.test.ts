/** Tests every operation by which something can be guessed, from changing addresses and with the real limits. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../base/http/app-error.ts';
import { mails } from '../../../base/mail/tables.ts';
import { verificationCodes } from '../../../schema/identity.ts';
import { changeEmail, changePassword, resetPassword } from '../account/credentials.ts';
import { logInDesk, logInOperator, logInOwner, personKey, register } from '../service.ts';
import {
  from,
  type IdentityHarness,
  outcomeOf,
  type StoredOwner,
  startIdentityHarness,
} from '../testing/identity-harness.ts';
import { isCodeValid } from '../verification-codes.ts';

let harness: IdentityHarness;
beforeAll(async () => {
  harness = await startIdentityHarness({ factor: 1 });
});
afterAll(() => harness.close());

let addresses = 0;
const newAddress = () => `198.18.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;
const tooMany = 'request.too-many';

/** Logs in from this address, by default a new one. */
const enter = (
  door: typeof logInOwner,
  username: string,
  password: string,
  { address = newAddress(), deps = harness.deps } = {},
) => outcomeOf(door(deps, { ...from({ address }), username, password }));
/** Makes wrong guesses at the owner's password, each from a new address. */
async function guessAt(email: string, times: number): Promise<string[]> {
  const outcomes: string[] = [];
  for (let n = 0; n < times; n += 1) outcomes.push(await enter(logInOwner, email, 'Secret13'));
  return outcomes;
}
const wrong = (times: number) => Array.from({ length: times }, () => 'identity.wrong-credentials');

describe('a login', () => {
  const doors = [
    [
      'the console',
      logInOwner,
      async () => (await harness.owner()).email,
      personKey('unknown-1@example.com', null),
    ],
    [
      'the desk',
      logInDesk,
      async () => (await harness.agent(await harness.owner())).accountName,
      personKey('abcd-efgh', null),
    ],
    [
      'the operator',
      logInOperator,
      async () => (await harness.operator()).email,
      'operator unknown-2@example.com',
    ],
  ] as const;

  it.each(doors)('pauses at %s after ten wrong passwords', async (_, door, known) => {
    const name = await known();
    const outcomes: string[] = [];
    for (let n = 0; n < 13; n += 1) outcomes.push(await enter(door, name, 'Secret13'));
    expect(outcomes).toEqual([...wrong(11), tooMany, tooMany]);
    const again = door(harness.deps, { ...from({ address: newAddress() }), username: name, password: 'x' });
    await expect(again).rejects.toMatchObject({ details: { seconds: 15 } });
  });

  it.each(doors)('counts a wrong password for an unknown name at %s, too', async (_, door, __, account) => {
    const name = account.split(' ')[1] ?? '';
    await countWrong(account, 10);
    expect(await enter(door, name, 'Secret13')).toBe('identity.wrong-credentials');
    expect(await enter(door, name, 'Secret13')).toBe(tooMany);
  });

  it('counts the logins to one account at the console and at the desk together, across all processes', async () => {
    const { email } = await harness.owner();
    const second = harness.anotherProcess();
    for (let n = 0; n < 11; n += 1) {
      const door = n % 2 === 0 ? logInOwner : logInDesk;
      const { deps } = n % 3 === 0 ? second : harness;
      expect(await enter(door, email, 'Secret13', { deps })).toBe('identity.wrong-credentials');
    }
    expect(await enter(logInOwner, email, 'Secret13')).toBe(tooMany);
    expect(await enter(logInDesk, email, 'Secret13')).toBe(tooMany);
    // Also after a restart.
    const { deps } = harness.anotherProcess();
    expect(await enter(logInOwner, email, 'Secret13', { deps })).toBe(tooMany);
  });

  it('admits the owner at a familiar address while others guess', async () => {
    const { email, password } = await harness.owner();
    const address = newAddress();
    expect(await enter(logInOwner, email, password, { address })).toBe('done');
    await guessAt(email, 12);
    expect(await enter(logInOwner, email, password)).toBe(tooMany);
    expect(await enter(logInOwner, email, password, { address })).toBe('done');
  });

  it('admits the owner with a password reset by mail while others guess', async () => {
    const { email } = await harness.owner();
    const address = newAddress();
    const code = await harness.codeFor(email, 'forgot-password');
    await guessAt(email, 12);
    await resetPassword(harness.deps, { email, code, password: 'Another34' }, from({ address }));
    await guessAt(email, 12);
    expect(await enter(logInOwner, email, 'Another34', { address })).toBe('done');
  });
});

describe('an account that has moved to another e-mail address', () => {
  it('recognizes familiar addresses under the new e-mail address', async () => {
    const { email, password, console } = await harness.owner();
    const [address, newEmail] = [newAddress(), `moved-${email}`];
    const code = await harness.codeFor(newEmail, 'bind-email');
    await countWrong(personKey(newEmail, null), 12);
    const change = { oldEmail: email, newEmail, code, password };
    await changeEmail(harness.deps, console.caller, change, from({ address }));
    await guessAt(newEmail, 12);
    expect(await enter(logInOwner, newEmail, password)).toBe(tooMany);
    expect(await enter(logInOwner, newEmail, password, { address })).toBe('done');
  });
});

describe('the current password', () => {
  it('limits guesses at the current password in an open session', async () => {
    const { console, password } = await harness.owner();
    const change = (oldPassword: string) =>
      outcomeOf(
        changePassword(
          harness.deps,
          console.caller,
          { oldPassword, password: 'Another34' },
          from({ address: newAddress() }),
        ),
      );
    for (let n = 0; n < 11; n += 1) expect(await change('Secret13')).toBe('identity.wrong-password');
    expect(await change(password)).toBe(tooMany);
  });
});

describe('a code', () => {
  const code = '123456';
  const email = 'guessed-at@example.com';
  const password = 'Another34';
  const operations = (owner: StoredOwner, address: string) => {
    const by = from({ address });
    return {
      reset: () => outcomeOf(resetPassword(harness.deps, { email, code, password }, by)),
      register: () => outcomeOf(register(harness.deps, { ...by, email, code, password, tgContact: '@x' })),
      move: () =>
        outcomeOf(
          changeEmail(
            harness.deps,
            owner.console.caller,
            { oldEmail: owner.email, newEmail: email, code, password: owner.password },
            by,
          ),
        ),
      verify: () => isCodeValid(harness.deps, { email, purpose: 'register', code, tenantId: null, address }),
    };
  };

  it('limits guesses at codes from one address for a while, regardless of their purpose', async () => {
    const owner = await harness.owner();
    const here = operations(owner, newAddress());
    for (const guess of [here.reset, here.register, here.move])
      expect(await guess()).toBe('identity.wrong-code');
    for (let n = 0; n < 18; n += 1) expect(await here.verify()).toBe(false);
    for (let n = 0; n < 10; n += 1) expect(await here.reset()).toBe('identity.wrong-code');
    for (const guess of [here.reset, here.register, here.move]) expect(await guess()).toBe(tooMany);
    expect(await outcomeOf(here.verify())).toBe(tooMany);
    expect(await operations(owner, newAddress()).reset()).toBe('identity.wrong-code');
  });

  it('mails twenty codes requested by one address, to any recipients, and then few', async () => {
    const address = newAddress();
    const ask = (n: number) =>
      outcomeOf(harness.requestCode(`flooded-${n}@example.com`, 'register', { address }));
    for (let n = 0; n < 21; n += 1) expect(await ask(n)).toBe('done');
    expect(await ask(21)).toBe(tooMany);
    harness.clock.advance(15_000);
    expect(await ask(22)).toBe('done');
  });
});

describe('an address with an account and one without', () => {
  it('stores the same for code requests of known and unknown addresses', async () => {
    const { db } = harness.database;
    const counts = async (email: string) => ({
      mails: await db.$count(mails, eq(mails.recipient, email)),
      codes: await db.$count(verificationCodes, eq(verificationCodes.email, email)),
    });
    const { email } = await harness.owner();
    for (const one of [email, 'left-nothing@example.com']) {
      await harness.codeFor(one, 'forgot-password');
      expect(await counts(one)).toEqual({ mails: 1, codes: 1 });
    }
  });

  it('spends the same on password resets with a wrong code for known and unknown addresses', async () => {
    // Compares the minimum of several runs, interleaved, by this process's CPU time, so that other load isn't measured.
    const { deps } = harness.anotherProcess({ factor: 1000 });
    const { email: known } = await harness.owner();
    const least = new Map<string, number>();
    const ratio = () => Math.max(...least.values()) / Math.min(...least.values());
    for (let n = 0; n < 6 || (n < 100 && ratio() >= 1.8); n += 1) {
      for (const email of [known, 'costs-nothing@example.com']) {
        const before = process.cpuUsage();
        const reset = resetPassword(deps, { email, code: '000000', password: 'Another34' }, from());
        expect(await outcomeOf(reset)).toBe('identity.wrong-code');
        const { user, system } = process.cpuUsage(before);
        least.set(email, Math.min(user + system, least.get(email) ?? Number.POSITIVE_INFINITY));
      }
    }
    expect(ratio()).toBeLessThan(1.8);
  });
});

/** Counts wrong guesses at a name that no account has, without their checks, which take long. */
async function countWrong(account: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const guess = { account, address: newAddress() };
    await outcomeOf(
      harness.deps.guard.password(guess, async () => {
        throw new AppError('identity.wrong-credentials');
      }),
    );
  }
}
