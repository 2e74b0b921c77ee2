import { agreementVersions } from '@parley/contract/identity';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agreementAcceptances } from '../../schema/identity.ts';
import { systemSettings } from '../../schema/settings.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import { workspaces } from '../../schema/workspaces.ts';
import { claimsOf } from '../../testing/test-people.ts';
import { register } from './service.ts';
import { findUserById } from './store.ts';
import {
  from,
  type IdentityHarness,
  otherCode,
  outcomeOf,
  outcomesOf,
  startIdentityHarness,
} from './testing/identity-harness.ts';

const minute = 60_000;

let harness: IdentityHarness;
beforeAll(async () => {
  harness = await startIdentityHarness();
});
afterAll(() => harness.close());

let made = 0;
const newAddress = () => `person-${++made}@example.com`;
const codeFor = (email: string) => harness.codeFor(email, 'register');
const registering = (email: string, code: string, password = 'Lantern42') =>
  register(harness.deps, { ...from(), email, code, password, tgContact: '@person' });
const enrolling = (...given: Parameters<typeof registering>) => outcomeOf(registering(...given));
const wrongCode = 'identity.wrong-code';

describe('register', () => {
  it('creates a workspace with its owner and a default sub-account, and logs in', async () => {
    const email = newAddress();
    const tokens = await registering(email, await codeFor(email));
    expect(tokens.expiresAt - harness.clock.now()).toBe(30 * minute);
    const { userId, workspaceId } = harness.consoleOf(tokens).caller;
    const owner = await findUserById(harness.database, userId);
    expect(owner).toMatchObject({ kind: 'owner', email, workspaceId, messengerContact: '@person' });
    const { db } = harness.database;
    const agents = await db.select().from(subAccounts).where(eq(subAccounts.workspaceId, workspaceId));
    expect(agents).toMatchObject([{ isDefault: true, status: 'normal' }]);
    const { characters } = harness.deps;
    const balance = (id = '') => characters.balances(harness.database, workspaceId, [id]);
    expect(await balance(workspaceId)).toMatchObject([{ remaining: 0 }]);
    expect(await balance(agents[0]?.id)).toMatchObject([{ unlimited: true }]);
    expect(await harness.isOpen(await harness.logIn(email))).toBe(true);
  });

  it('records which agreements were accepted, in which version, and when', async () => {
    const email = newAddress();
    const tokens = await registering(email, await codeFor(email));
    const { userId, workspaceId } = harness.consoleOf(tokens).caller;
    const rows = await harness.database.db
      .select()
      .from(agreementAcceptances)
      .where(eq(agreementAcceptances.workspaceId, workspaceId))
      .orderBy(asc(agreementAcceptances.document));
    const acceptedAt = new Date(harness.clock.now());
    expect(rows).toEqual([
      { workspaceId, userId, document: 'privacy', version: agreementVersions.privacy, acceptedAt },
      { workspaceId, userId, document: 'service', version: agreementVersions.service, acceptedAt },
    ]);
  });

  it('accepts a code once, even from three concurrent requests', async () => {
    const email = newAddress();
    const code = await codeFor(email);
    const tries = Array.from({ length: 3 }, () => registering(email, code));
    expect(await outcomesOf(tries)).toEqual(['done', wrongCode, wrongCode]);
    expect(await enrolling(email, code)).toBe(wrongCode);
  });

  it('refuses a wrong code, and a right code of another address or purpose', async () => {
    const [mine, theirs, third] = [newAddress(), newAddress(), newAddress()];
    const [myCode, theirCode] = [await codeFor(mine), await codeFor(theirs)];
    expect(await enrolling(mine, otherCode(myCode))).toBe(wrongCode);
    if (myCode !== theirCode) expect(await enrolling(mine, theirCode)).toBe(wrongCode);
    expect(await enrolling(third, await harness.codeFor(third, 'forgot-password'))).toBe(wrongCode);
    expect(await enrolling(mine, myCode)).toBe('done');
  });

  it('accepts a code until ten minutes have passed, and refuses it afterwards', async () => {
    const [early, late] = [newAddress(), newAddress()];
    const [earlyCode, lateCode] = [await codeFor(early), await codeFor(late)];
    harness.clock.advance(9 * minute - 1);
    expect(await enrolling(early, earlyCode)).toBe('done');
    harness.clock.advance(minute + 2);
    expect(await enrolling(late, lateCode)).toBe(wrongCode);
  });

  it('allows five attempts, even of many concurrent ones', async () => {
    const email = newAddress();
    const code = await codeFor(email);
    await outcomesOf(Array.from({ length: 8 }, () => registering(email, otherCode(code))));
    expect(await enrolling(email, code)).toBe(wrongCode);
  });

  it('accepts the right code at the fifth attempt', async () => {
    const email = newAddress();
    const code = await codeFor(email);
    for (let n = 0; n < 4; n += 1) expect(await enrolling(email, otherCode(code))).toBe(wrongCode);
    expect(await enrolling(email, code)).toBe('done');
  });

  it('accepts only the newest code', async () => {
    const email = newAddress();
    const [first, second] = [await codeFor(email), await codeFor(email)];
    if (first !== second) expect(await enrolling(email, first)).toBe(wrongCode);
    expect(await enrolling(email, second)).toBe('done');
  });

  it('refuses a common password without using up the code', async () => {
    const email = newAddress();
    const code = await codeFor(email);
    expect(await enrolling(email, code, 'Qwerty123')).toBe('identity.common-password');
    expect(await enrolling(email, code)).toBe('done');
  });

  it('refuses an address in use like a wrong code, and leaves its owner unchanged', async () => {
    const owner = await harness.owner();
    const count = () => harness.database.db.$count(workspaces);
    const before = await count();
    expect(await enrolling(owner.email, await codeFor(owner.email), 'Another34')).toBe(wrongCode);
    expect(await count()).toBe(before);
    const { accessToken } = await harness.logIn(owner.email);
    expect(claimsOf(accessToken).ws).toBe(owner.workspaceId);
  });
});

describe('an installation that takes no new owners', () => {
  async function close() {
    const { id: setBy } = await harness.operator();
    const settings = { version: 1, brandName: 'Parley', registrationOpen: false, setBy };
    await harness.database.db.insert(systemSettings).values(settings);
  }

  it('mails no codes for it and registers no user, but lets existing ones log in and recover', async () => {
    const owner = await harness.owner();
    const email = newAddress();
    const code = await codeFor(email);
    await close();
    const closed = 'identity.registration-closed';
    expect(await enrolling(email, code)).toBe(closed);
    expect(await outcomeOf(harness.requestCode(newAddress(), 'register'))).toBe(closed);
    expect(await outcomeOf(harness.logIn(owner.email))).toBe('done');
    expect(await outcomeOf(harness.requestCode(owner.email, 'forgot-password'))).toBe('done');
  });
});
