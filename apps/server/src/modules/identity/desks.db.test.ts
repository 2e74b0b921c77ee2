/** Tests how many desks a sub-account may have open. */
import type { Tokens } from '@parley/contract/identity';
import { until } from '@parley/testing';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../base/db/database.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import { deskPasswordHash } from '../../testing/quick-passwords.ts';
import { claimsOf } from '../../testing/test-people.ts';
import {
  type IdentityHarness,
  outcomeOf,
  type StoredOwner,
  startIdentityHarness,
} from './testing/identity-harness.ts';

let harness: IdentityHarness;
let owner: StoredOwner;
let agent: Awaited<ReturnType<IdentityHarness['agent']>>;
beforeAll(async () => {
  harness = await startIdentityHarness();
});
beforeEach(async () => {
  owner = await harness.owner();
  agent = await harness.agent(owner);
});
afterAll(() => harness.close());

/** Restricts a sub-account to one desk, as the owner can. */
const allowOne = (id: string) =>
  harness.database.db.update(subAccounts).set({ multiDevice: false }).where(eq(subAccounts.id, id));
const logIn = () => harness.logInDesk(agent.accountName);
const reasonFor = ({ accessToken }: Tokens) => {
  const { sid } = claimsOf(accessToken);
  return harness.ended.find(([id]) => id === sid)?.[1];
};

describe('a sub-account that may have several desks', () => {
  it('keeps open desks when another one logs in', async () => {
    const [first, second] = [await logIn(), await logIn()];
    for (const one of [first, second]) expect(await harness.isOpen(one)).toBe(true);
    expect(reasonFor(first)).toBeUndefined();
  });
});

describe('a sub-account that may have one desk', () => {
  beforeEach(() => allowOne(agent.id));

  it('ends the previous session, with the reason, when another one logs in', async () => {
    const [first, second] = [await logIn(), await logIn()];
    expect(reasonFor(first)).toBe('elsewhere');
    expect(await harness.accessTokens.check(first.accessToken)).toMatchObject({
      error: 'auth.session-ended',
      details: { ending: 'elsewhere' },
    });
    expect(await outcomeOf(harness.refresh(first.refreshToken))).toBe('identity.invalid-refresh-token');
    expect(await harness.isOpen(second)).toBe(true);
  });

  it('has one session left after many concurrent logins', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, logIn));
    const open = await Promise.all(all.map(harness.isOpen));
    expect(open.filter(Boolean)).toHaveLength(1);
  });

  it('keeps its desk through a renewal of the session, and through a wrong password', async () => {
    const renewed = await harness.refresh((await logIn()).refreshToken);
    const wrong = harness.logInDesk(agent.accountName, 'Secret13');
    expect(await outcomeOf(wrong)).toBe('identity.wrong-credentials');
    expect(await harness.isOpen(renewed)).toBe(true);
  });

  it('leaves others’ desks and the owner’s console alone', async () => {
    const other = await harness.logInDesk((await harness.agent(owner)).accountName);
    await logIn();
    await logIn();
    expect(await harness.isOpen(other)).toBe(true);
    expect(await harness.isOpen(owner.console)).toBe(true);
  });
});

describe('the default sub-account, entered with the owner’s credentials', () => {
  it('has one desk if it may have only one, and keeps the console', async () => {
    const first = await harness.logInDesk(owner.email);
    await allowOne(claimsOf(first.accessToken).sub);
    const second = await harness.logInDesk(owner.email);
    expect(reasonFor(first)).toBe('elsewhere');
    expect(await harness.isOpen(first)).toBe(false);
    expect(await harness.isOpen(second)).toBe(true);
    expect(await harness.isOpen(owner.console)).toBe(true);
  });
});

describe('a desk that is opened with the old password', () => {
  it('gets refused when another password is set after the old one was checked', async () => {
    const { database } = harness;
    const { login } = await transaction(database, async (tx) => {
      await tx.db
        .update(subAccounts)
        .set({ passwordHash: deskPasswordHash })
        .where(eq(subAccounts.id, agent.id));
      const login = outcomeOf(logIn());
      await until('the login to wait for the row', async () => {
        const { rows } = await database.db.execute(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
        return rows.length > 0 || null;
      });
      // In an object, because the transaction would wait for a promise that waits for it.
      return { login };
    });
    expect(await login).toBe('identity.wrong-credentials');
  });
});
