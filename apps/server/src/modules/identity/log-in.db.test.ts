import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../base/crypto/passwords.ts';
import { users } from '../../schema/identity.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import { claimsOf, operatorLogIn } from '../../testing/test-people.ts';
import { findDefault } from '../sub-accounts/index.ts';
import { logInDesk, logInOperator, logInOwner } from './service.ts';
import {
  from,
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
  owner = await harness.owner();
  agent = await harness.agent(owner);
  await harness.operator();
});
afterAll(() => harness.close());

type Door = typeof logInOwner;
const enter = (door: Door, username: string, password: string) =>
  outcomeOf(door(harness.deps, { ...from(), username, password }));
const wrong = 'identity.wrong-credentials';
const disabled = 'identity.disabled';

describe('logInOwner', () => {
  it('admits the owner, whatever the case of the address', async () => {
    const { accessToken } = await harness.logIn(owner.email.toUpperCase(), owner.password);
    expect(claimsOf(accessToken)).toMatchObject({ sub: owner.userId, ws: owner.workspaceId, aud: 'console' });
  });

  it.each([
    ['a wrong password', () => [owner.email, 'Secret13']],
    ['an unknown address', () => ['nobody@example.com', owner.password]],
    ['an unknown name', () => ['nobody', owner.password]],
    ['the operator’s address', () => [operatorLogIn.email, operatorLogIn.password]],
    ['a sub-account’s name with a wrong password', () => [agent.accountName, 'Secret13']],
  ] as const)('refuses %s like a wrong password', async (_, given) => {
    const [username = '', password = ''] = given();
    expect(await enter(logInOwner, username, password)).toBe(wrong);
  });

  it('directs a sub-account with the right password to the desk', async () => {
    expect(await enter(logInOwner, agent.accountName, agent.password)).toBe('identity.not-for-console');
  });
});

describe('logInDesk', () => {
  it('admits a sub-account', async () => {
    const { accessToken } = await harness.logInDesk(agent.accountName.toUpperCase(), agent.password);
    expect(claimsOf(accessToken)).toMatchObject({ sub: agent.id, ws: owner.workspaceId, aud: 'desk' });
  });

  it('admits the owner’s own credentials to the default sub-account', async () => {
    const { accessToken } = await harness.logInDesk(owner.email, owner.password);
    const main = await findDefault(harness.database, owner.workspaceId);
    expect(claimsOf(accessToken)).toMatchObject({ sub: main?.id, ws: owner.workspaceId, aud: 'desk' });
  });

  it.each([
    ['a wrong password', () => [agent.accountName, 'Secret13']],
    ['an unknown name', () => ['abcd-efgh', agent.password]],
    ['the owner’s address with a wrong password', () => [owner.email, 'Secret13']],
    ['an unknown address', () => ['nobody@example.com', owner.password]],
    ['the operator’s address', () => [operatorLogIn.email, operatorLogIn.password]],
  ] as const)('refuses %s like a wrong password', async (_, given) => {
    const [username = '', password = ''] = given();
    expect(await enter(logInDesk, username, password)).toBe(wrong);
  });
});

describe('logInOperator', () => {
  it('admits the operator only, with the right password', async () => {
    const { email, password } = operatorLogIn;
    expect(await enter(logInOperator, email, password)).toBe('done');
    expect(await enter(logInOperator, email, 'Operator13')).toBe(wrong);
    expect(await enter(logInOperator, owner.email, owner.password)).toBe(wrong);
  });
});

describe('a disabled person', () => {
  it('gets the reason only with the right password', async () => {
    const other = await harness.owner();
    const theirs = await harness.agent(other);
    const { db } = harness.database;
    await db.update(subAccounts).set({ status: 'disabled' }).where(eq(subAccounts.id, theirs.id));
    expect(await enter(logInDesk, theirs.accountName, theirs.password)).toBe(disabled);
    expect(await enter(logInDesk, theirs.accountName, 'Secret13')).toBe(wrong);
    await db.update(users).set({ disabled: true }).where(eq(users.id, other.userId));
    expect(await enter(logInOwner, other.email, other.password)).toBe(disabled);
    expect(await enter(logInDesk, other.email, other.password)).toBe(disabled);
    expect(await enter(logInOwner, other.email, 'Secret13')).toBe(wrong);
  });
});

describe('a wrong password', () => {
  beforeAll(async () => {
    // Hashed as in production, because the duration of a check is tested.
    const passwordHash = await hashPassword('Lantern42');
    await harness.database.db.update(users).set({ passwordHash });
    await harness.database.db.update(subAccounts).set({ passwordHash });
  });

  it.each([
    ['the console', logInOwner, () => owner.email, 'nobody@example.com'],
    ['the desk', logInDesk, () => agent.accountName, 'abcd-efgh'],
    ['the desk, as an owner', logInDesk, () => owner.email, 'nobody@example.com'],
    ['the operator', logInOperator, () => operatorLogIn.email, 'nobody@example.com'],
  ] as const)(
    'costs %s as much for an unknown name as for a known one',
    async (_place, door, known, unknown) => {
      // Compares the minimum of several runs, interleaved, by this process's CPU time, so that other load isn't
      // measured.
      const least = new Map<string, number>();
      const ratio = () => Math.max(...least.values()) / Math.min(...least.values());
      for (let n = 0; n < 2 || (n < 100 && ratio() >= 1.8); n += 1) {
        for (const name of [known(), unknown]) {
          const before = process.cpuUsage();
          expect(await enter(door, name, 'Secret13')).toBe(wrong);
          const { user, system } = process.cpuUsage(before);
          least.set(name, Math.min(user + system, least.get(name) ?? Number.POSITIVE_INFINITY));
        }
      }
      expect(ratio()).toBeLessThan(1.8);
    },
  );
});
