import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEntries } from '../../../schema/audit.ts';
import { twoFactor } from '../../../schema/identity.ts';
import { logInDesk, logInOwner } from '../service.ts';
import {
  from,
  type IdentityHarness,
  outcomeOf,
  type StoredOwner,
  startIdentityHarness,
} from '../testing/identity-harness.ts';
import { readOwners } from './queries.ts';
import { disableOwner, enableOwner, resetTwoFactor } from './service.ts';

let harness: IdentityHarness;
let operatorId: string;
beforeAll(async () => {
  harness = await startIdentityHarness();
  operatorId = (await harness.operator()).id;
});
afterAll(() => harness.close());

const origin = () => ({
  ...from().origin,
  actor: { kind: 'operator', id: operatorId, workspaceId: null } as const,
});
const disable = (userId: string, reason = 'Unpaid') =>
  disableOwner(harness.deps, { userId, reason }, origin());
const enable = (userId: string) => enableOwner(harness.deps, userId, origin());
const list = (query: Partial<Parameters<typeof readOwners>[1]>) =>
  readOwners(harness.database, { pageNo: 1, pageSize: 20, sort: 'registeredAt.desc', ...query });
const logInAt = (door: typeof logInOwner, username: string, password = 'Lantern42') =>
  door(harness.deps, { ...from(), username, password });
const missing = 'resource.not-found';

describe('disableOwner', () => {
  it('ends the sessions of the owner and the sub-accounts at once, with the reason', async () => {
    const owner = await harness.owner();
    const desk = harness.consoleOf(await harness.logInDesk((await harness.agent(owner)).accountName));
    await disable(owner.userId);
    for (const one of [owner.console, desk]) {
      expect(await harness.isOpen(one)).toBe(false);
      expect(await outcomeOf(harness.refresh(one.refreshToken))).toBe('identity.invalid-refresh-token');
      expect(harness.ended).toContainEqual([one.caller.sessionId, 'owner-disabled']);
    }
    expect(harness.endedWorkspaces).toContainEqual([owner.workspaceId, 'owner-disabled']);
  });

  it('closes console and desk to the owner and the sub-accounts until the owner is enabled again', async () => {
    const owner = await harness.owner();
    const { accountName } = await harness.agent(owner);
    const enterAll = () =>
      Promise.all([
        outcomeOf(logInAt(logInOwner, owner.email)),
        outcomeOf(logInAt(logInDesk, owner.email)),
        outcomeOf(logInAt(logInDesk, accountName)),
      ]);
    await disable(owner.userId);
    expect(await enterAll()).toEqual(Array(3).fill('identity.disabled'));
    const guess = logInAt(logInDesk, accountName, 'Wrong-one-1');
    expect(await outcomeOf(guess)).toBe('identity.wrong-credentials');
    await enable(owner.userId);
    expect(await enterAll()).toEqual(Array(3).fill('done'));
  });

  it('leaves no session open that a concurrent login opens', async () => {
    for (let round = 0; round < 5; round += 1) {
      const owner = await harness.owner();
      const { accountName } = await harness.agent(owner);
      const [, ...logIns] = await Promise.allSettled([
        disable(owner.userId),
        logInAt(logInOwner, owner.email),
        logInAt(logInOwner, owner.email),
        logInAt(logInDesk, accountName),
        logInAt(logInDesk, accountName),
      ]);
      for (const one of logIns)
        if (one.status === 'fulfilled') expect(await harness.isOpen(Object(one.value))).toBe(false);
    }
  });

  it('finds no owner with an unknown id, nor the operator', async () => {
    for (const id of [randomUUID(), operatorId]) {
      expect(await outcomeOf(disable(id))).toBe(missing);
      expect(await outcomeOf(enable(id))).toBe(missing);
    }
  });
});

describe('readOwners', () => {
  it.each([
    ['registeredAt.desc', ['b', 'a', 'c']],
    ['registeredAt.asc', ['c', 'a', 'b']],
    ['email.asc', ['a', 'b', 'c']],
    ['email.desc', ['c', 'b', 'a']],
  ] as const)('sorts by %s', async (sort, order) => {
    const name = randomUUID();
    for (const first of ['c', 'a', 'b']) await harness.owner({ email: `${first}-${name}@example.com` });
    const { list: found } = await list({ search: name, sort });
    expect(found.map(({ email }) => email[0])).toEqual(order);
  });

  it('finds an owner by part of the address or by the account id, with state and reason', async () => {
    const owner = await harness.owner({ email: `needle-${randomUUID()}@example.com` });
    await harness.agent(owner);
    await disable(owner.userId, 'Spam');
    const at = harness.clock.now();
    harness.clock.advance(1000);
    await disable(owner.userId, 'Spam, twice');
    const { list: found } = await list({ search: 'NEEDLE-' });
    const shown = { id: owner.userId, email: owner.email, tenant: null, subAccounts: 1, twoFactor: false };
    expect(found).toMatchObject([{ ...shown, disabled: { at, reason: 'Spam, twice' } }]);
    const byNumber = await list({ search: found[0]?.accountId ?? 'none' });
    expect(byNumber.list).toMatchObject([{ id: owner.userId }]);
    expect((await list({ search: 'needle-', state: 'enabled' })).total).toBe(0);
    expect((await list({ search: 'needle-', state: 'disabled' })).total).toBe(1);
    await enable(owner.userId);
    expect((await list({ search: 'needle-', state: 'enabled' })).list[0]?.disabled).toBeNull();
  });
});

describe('resetTwoFactor', () => {
  async function protectedOwner(): Promise<StoredOwner> {
    const owner = await harness.owner();
    await harness.database.db
      .insert(twoFactor)
      .values({ userId: owner.userId, secret: '', enabledAt: new Date(harness.clock.now()) });
    return owner;
  }
  const reset = (userId: string) =>
    outcomeOf(resetTwoFactor(harness.deps, userId, { language: 'en-US', origin: origin() }));
  const isShownOn = async ({ email }: StoredOwner) => (await list({ search: email })).list[0]?.twoFactor;

  it('lets the owner log in by password, ends the owner’s sessions, and keeps sub-accounts logged in', async () => {
    const owner = await protectedOwner();
    const desk = await harness.logInDesk((await harness.agent(owner)).accountName);
    expect(await outcomeOf(logInAt(logInOwner, owner.email))).toBe('identity.second-step');
    expect(await isShownOn(owner)).toBe(true);
    expect(await reset(owner.userId)).toBe('done');
    expect(await isShownOn(owner)).toBe(false);
    expect(await harness.isOpen(owner.console)).toBe(false);
    const { refreshToken, caller } = owner.console;
    expect(await outcomeOf(harness.refresh(refreshToken))).toBe('identity.invalid-refresh-token');
    expect(harness.ended).toContainEqual([caller.sessionId, 'two-factor-reset']);
    expect(await harness.isOpen(desk)).toBe(true);
    expect(await outcomeOf(logInAt(logInOwner, owner.email))).toBe('done');
  });

  it('gets recorded in the owner’s audit log, and notifies the owner by mail', async () => {
    const owner = await protectedOwner();
    await reset(owner.userId);
    const rows = await harness.database.db
      .select({ action: auditEntries.action, actor: auditEntries.actorName, object: auditEntries.objectName })
      .from(auditEntries)
      .where(eq(auditEntries.workspaceId, owner.workspaceId));
    const entry = { action: 'two-factor.reset', actor: 'operator@example.com', object: owner.email };
    expect(rows).toContainEqual(entry);
    const [mail] = await harness.mailsTo(owner.email);
    expect(mail?.subject).toBe('Two-factor authentication was reset for your Parley account');
  });

  it('resets a disabled owner, too', async () => {
    const owner = await protectedOwner();
    await disable(owner.userId);
    expect(await reset(owner.userId)).toBe('done');
  });

  it('refuses the reset where two-factor authentication is off, and for an id that is no owner’s', async () => {
    expect(await reset((await harness.owner()).userId)).toBe('two-factor.not-on');
    expect(await reset(randomUUID())).toBe(missing);
    expect(await reset(operatorId)).toBe(missing);
  });
});
