import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../base/db/database.ts';
import { mails } from '../../base/mail/tables.ts';
import { verificationCodes } from '../../schema/identity.ts';
import { logInOwner, register } from './service.ts';
import {
  from,
  type IdentityHarness,
  outcomeOf,
  outcomesOf,
  startIdentityHarness,
} from './testing/identity-harness.ts';
import { consumeCode, isCodeValid, tryCode } from './verification-codes.ts';

const minute = 60_000;
const purpose = 'register';

let harness: IdentityHarness;
beforeAll(async () => {
  harness = await startIdentityHarness();
});
afterAll(() => harness.close());

let made = 0;
const newAddress = () => `code-${++made}@example.com`;
const ask = (email: string, address?: string) =>
  outcomeOf(harness.requestCode(email, purpose, address === undefined ? {} : { address }));
const tooSoon = 'identity.code-too-soon';

/** Tries a code and uses it up, as a registration does. */
async function spend(email: string, code: string, { address } = from()): Promise<string> {
  const given = { email, purpose, code, tenantId: null, address } as const;
  return outcomeOf(
    tryCode(harness.deps, given).then((id) =>
      transaction(harness.database, (tx) => consumeCode(tx, harness.deps, id)),
    ),
  );
}

describe('a requested code', () => {
  it('requires a minute since the last one, and states the seconds left', async () => {
    const email = newAddress();
    expect(await ask(email)).toBe('done');
    harness.clock.advance(20_000);
    const soon = harness.requestCode(email, purpose);
    await expect(soon).rejects.toMatchObject({ error: tooSoon, details: { seconds: 40 } });
    harness.clock.advance(40_000);
    expect(await ask(email)).toBe('done');
  });

  it('has one mail, however many requests are concurrent', async () => {
    const email = newAddress();
    const all = Array.from({ length: 6 }, () => harness.requestCode(email, purpose));
    expect(await outcomesOf(all)).toEqual(['done', ...Array(5).fill(tooSoon)].sort());
    expect(await harness.mailsTo(email)).toHaveLength(1);
  });

  it('counts ten a day for each purpose', async () => {
    const email = newAddress();
    for (let n = 0; n < 10; n += 1) {
      expect(await ask(email)).toBe('done');
      harness.clock.advance(2 * minute);
    }
    expect(await ask(email)).toBe(tooSoon);
    expect(await outcomeOf(harness.requestCode(email, 'forgot-password'))).toBe('done');
    harness.clock.advance(24 * 60 * minute - 20 * minute);
    expect(await ask(email)).toBe('done');
  });

  it.each([
    ['en-US', 'Your Parley registration code'],
    ['zh-CN', 'Parley 注册验证码'],
  ] as const)('reaches the address in the language %s', async (language, subject) => {
    const email = newAddress();
    await harness.requestCode(email, purpose, { language });
    expect(await harness.mailsTo(email)).toMatchObject([
      { to: email, subject, state: 'kept', problem: null },
    ]);
  });
});

describe('a stored code', () => {
  it('hides from everyone who tries all codes', async () => {
    const email = newAddress();
    const code = await harness.codeFor(email, purpose);
    const rows = await harness.database.db
      .select({ stored: verificationCodes.codeHash })
      .from(verificationCodes)
      .where(eq(verificationCodes.email, email));
    const plain = (text: string) => createHash('sha256').update(text).digest('base64url');
    expect(rows).toHaveLength(1);
    expect([code, plain(code), plain(`${email} ${code}`)]).not.toContain(rows[0]?.stored);
  });

  it('loses its text in the mail once it is used', async () => {
    const email = newAddress();
    const code = await harness.codeFor(email, purpose);
    expect(await spend(email, code)).toBe('done');
    expect((await harness.mailsTo(email))[0]?.text).toContain('••••••');
    const rows = await harness.database.db.select().from(mails).where(eq(mails.recipient, email));
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('loses its text in the outbox once it has expired', async () => {
    const email = newAddress();
    const code = await harness.codeFor(email, purpose);
    harness.clock.advance(10 * minute);
    const [mail] = await harness.mailsTo(email);
    expect(mail?.text).toContain('••••••');
    expect(mail?.text).not.toContain(code);
  });

  it('fails before the password is hashed, so that a wrong code costs no hashing', async () => {
    const least = async (work: () => Promise<unknown>) => {
      let found = Number.POSITIVE_INFINITY;
      for (let n = 0; n < 3; n += 1) {
        const before = process.cpuUsage();
        await work();
        const { user, system } = process.cpuUsage(before);
        found = Math.min(found, user + system);
      }
      return found;
    };
    const password = 'Lantern42';
    const oneHash = await least(() =>
      outcomeOf(logInOwner(harness.deps, { ...from(), username: 'nobody@example.com', password })),
    );
    const form = () => ({ ...from(), email: newAddress(), code: '000000', password, tgContact: '@x' });
    const wrongCode = await least(() => outcomeOf(register(harness.deps, form())));
    expect(wrongCode).toBeLessThan(oneHash / 2);
  });
});

describe('a requester on another network', () => {
  const [home, away] = ['198.51.100.1', '203.0.113.1'];
  const wrongs = (right: string) =>
    ['111111', '222222', '333333', '444444', '555555', '666666'].filter((code) => code !== right);
  const wrongCode = 'identity.wrong-code';

  it('keeps codes of another requester usable', async () => {
    const email = newAddress();
    for (let n = 0; n < 10; n += 1) {
      expect(await ask(email, away)).toBe('done');
      harness.clock.advance(minute);
    }
    expect(await ask(email, away)).toBe(tooSoon);
    expect(await ask(email, home)).toBe('done');
    expect(await spend(email, await harness.mailedCode(email), from({ address: home }))).toBe('done');
  });

  it('keeps another requester’s code valid despite guesses and requests', async () => {
    const email = newAddress();
    await ask(email, home);
    const code = await harness.mailedCode(email);
    const there = from({ address: away });
    for (const wrong of wrongs(code)) expect(await spend(email, wrong, there)).toBe(wrongCode);
    // By now even the right one is refused.
    expect(await spend(email, code, there)).toBe(wrongCode);
    expect(await ask(email, away)).toBe('done');
    expect(await spend(email, code, from({ address: home }))).toBe('done');
  });

  it('has few attempts at the requester’s own codes, and at most thirty codes a day with all others', async () => {
    const email = newAddress();
    await ask(email, away);
    const code = await harness.mailedCode(email);
    const there = from({ address: away });
    for (const wrong of wrongs(code).slice(0, 5)) await spend(email, wrong, there);
    expect(await spend(email, code, there)).toBe(wrongCode);
    for (let n = 1; n < 30; n += 1) expect(await ask(email, `203.0.113.${10 + n}`)).toBe('done');
    expect(await ask(email, home)).toBe(tooSoon);
  });

  it('loses a second mailed code when the first one is used', async () => {
    const email = newAddress();
    await ask(email, away);
    const code = await harness.mailedCode(email);
    await ask(email, home);
    expect(await spend(email, await harness.mailedCode(email), from({ address: home }))).toBe('done');
    const given = { email, purpose, code, tenantId: null, address: away } as const;
    expect(await isCodeValid(harness.deps, given)).toBe(false);
  });
});
