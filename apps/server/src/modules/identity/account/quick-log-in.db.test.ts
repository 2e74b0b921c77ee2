import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quickLogInCodes, users } from '../../../schema/identity.ts';
import { claimsOf } from '../../../testing/test-people.ts';
import { logOut } from '../login-sessions/service.ts';
import {
  from,
  type IdentityHarness,
  outcomeOf,
  outcomesOf,
  type StoredOwner,
  startIdentityHarness,
} from '../testing/identity-harness.ts';
import { createQuickCode, exchangeQuickCode } from './quick-log-in.ts';
import { purgeQuickCodes } from './store.ts';

let harness: IdentityHarness;
let owner: StoredOwner;
beforeAll(async () => {
  harness = await startIdentityHarness();
  owner = await harness.owner();
});
afterAll(() => harness.close());

const wrongCode = 'identity.wrong-code';
const make = ({ caller, from: { origin } } = owner.console) => createQuickCode(harness.deps, caller, origin);
const exchanging = (code: string, deps = harness.deps) => exchangeQuickCode(deps, code, from());
const exchange = (code: string) => outcomeOf(exchanging(code));

describe('a quick login code', () => {
  it('opens a separate session for the same account, within a minute', async () => {
    const { code, expiresAt } = await make();
    expect(expiresAt - harness.clock.now()).toBe(60_000);
    const tokens = await exchanging(code);
    const [mine, theirs] = [claimsOf(owner.console.accessToken), claimsOf(tokens.accessToken)];
    expect(theirs).toMatchObject({ sub: mine.sub, ws: mine.ws, aud: 'console' });
    expect(theirs.sid).not.toBe(mine.sid);
    await logOut(harness.deps, theirs.sid, from().origin);
    expect(await harness.isOpen(owner.console)).toBe(true);
  });

  it('consists of many random bytes, of which only a hash is stored', async () => {
    const codes = await Promise.all(Array.from({ length: 10 }, () => make()));
    expect(new Set(codes.map(({ code }) => code)).size).toBe(10);
    for (const { code } of codes) expect(Buffer.from(code, 'base64url').length).toBeGreaterThanOrEqual(16);
    const rows = await harness.database.db.select().from(quickLogInCodes);
    expect(rows.length).toBeGreaterThanOrEqual(10);
    for (const { code } of codes) expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('opens one session for ten concurrent exchanges at two processes', async () => {
    const { code } = await make();
    const second = harness.anotherProcess();
    const tries = Array.from({ length: 10 }, (_, n) =>
      exchanging(code, n % 2 === 0 ? harness.deps : second.deps),
    );
    expect(await outcomesOf(tries)).toEqual(['done', ...Array(9).fill(wrongCode)]);
    expect(await exchange(code)).toBe(wrongCode);
  });

  it('expires after a minute', async () => {
    const [early, late] = [await make(), await make()];
    harness.clock.advance(59_000);
    expect(await exchange(early.code)).toBe('done');
    harness.clock.advance(2_000);
    expect(await exchange(late.code)).toBe(wrongCode);
  });

  it('becomes void once the session that requested it has ended', async () => {
    const requester = harness.consoleOf(await harness.logIn(owner.email));
    const { code } = await make(requester);
    await logOut(harness.deps, requester.caller.sessionId, from().origin);
    expect(await exchange(code)).toBe(wrongCode);
  });

  it('becomes void for a disabled account', async () => {
    const other = await harness.owner();
    const { code } = await make(other.console);
    await harness.database.db.update(users).set({ disabled: true }).where(eq(users.id, other.userId));
    expect(await exchange(code)).toBe(wrongCode);
  });

  it('opens nothing when it is made up', async () => {
    for (const code of ['x', 'A'.repeat(43), randomBytes(32).toString('base64url')])
      expect(await exchange(code)).toBe(wrongCode);
  });

  it('gets deleted after it has expired', async () => {
    const { db } = harness.database;
    await make();
    const before = await db.$count(quickLogInCodes);
    await purgeQuickCodes(harness.database, new Date(harness.clock.now()));
    const kept = await db.$count(quickLogInCodes);
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(before);
    await purgeQuickCodes(harness.database, new Date(harness.clock.now() + 61_000));
    expect(await db.$count(quickLogInCodes)).toBe(0);
  });
});
