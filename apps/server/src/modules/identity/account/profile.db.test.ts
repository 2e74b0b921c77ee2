import { randomUUID } from 'node:crypto';
import type { ProfileForm } from '@parley/contract/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { newId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { portLeases } from '../../../schema/ports.ts';
import { setPorts } from '../../workspaces/index.ts';
import {
  type IdentityHarness,
  outcomeOf,
  type StoredOwner,
  startIdentityHarness,
} from '../testing/identity-harness.ts';
import { readProfile, saveProfile } from './profile.ts';
import { setTourDone } from './store.ts';
import { readUserInfo } from './user-info.ts';

let harness: IdentityHarness;
beforeAll(async () => {
  harness = await startIdentityHarness();
});
afterAll(() => harness.close());

const form = {
  version: 0,
  nickname: 'Ana 🌸',
  country: 'ES',
  area: 'Galicia',
  address: 'Rúa Nova 1, 2º',
  introduction: 'Shoes.\nAnd bags.',
  phone: '+34 600 000-000',
  tgContact: '@ana',
} satisfies ProfileForm;

const save = ({ console: { caller, from } }: StoredOwner, changes: Partial<ProfileForm> = {}) =>
  saveProfile(harness.deps, caller, { ...form, ...changes }, from.origin);
const read = (owner: StoredOwner) => readProfile(harness.deps, owner);
const info = (owner: StoredOwner) => readUserInfo(harness.deps, owner);
const upload = (owner: StoredOwner) => harness.storedFile(owner, 'avatar');
const stateOf = (id: string) => harness.stateOfFile(id);

describe('the profile', () => {
  it('has only the data of the registration at first', async () => {
    const before = Date.now();
    const owner = await harness.owner();
    const profile = await read(owner);
    expect(profile).toEqual({
      id: owner.userId,
      accountId: expect.stringMatching(/^[1-9]\d{11}$/),
      email: owner.email,
      nickname: '',
      country: '',
      area: '',
      address: '',
      introduction: '',
      phone: '',
      tgContact: '@owner',
      avatar: null,
      registeredAt: expect.any(Number),
      certification: { status: 'none', reason: null },
      version: 0,
    });
    expect(Math.abs(profile.registeredAt - before)).toBeLessThan(60_000);
    expect((await read(await harness.owner())).accountId).not.toBe(profile.accountId);
  });

  it('gets saved as a whole, and returned as saved', async () => {
    const owner = await harness.owner();
    const { version: _, ...fields } = form;
    expect(await save(owner)).toMatchObject({ ...fields, version: 1 });
    expect(await read(owner)).toMatchObject({ ...fields, version: 1 });
    expect(await info(owner)).toMatchObject({ userName: 'Ana 🌸', tgContact: '@ana' });
    const emptied = { version: 1, country: '', area: '', address: '', introduction: '', phone: '' };
    expect(await save(owner, emptied)).toMatchObject({ ...emptied, version: 2 });
  });

  it('refuses to save a form that was read before another save', async () => {
    const owner = await harness.owner();
    const saves = ['One', 'Two', 'Three'].map((nickname) => save(owner, { nickname }));
    const outcomes = await Promise.allSettled(saves);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    const winner = outcomes.find((one) => one.status === 'fulfilled');
    expect(await read(owner)).toEqual(winner?.value);
    for (const one of outcomes)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ error: 'resource.stale' });
  });
});

describe('the picture', () => {
  it('comes from an upload of one’s own, kept while it is used', async () => {
    const owner = await harness.owner();
    const [first, second] = [await upload(owner), await upload(owner)];
    expect(await save(owner, { avatarFileId: first })).toMatchObject({ avatar: `/api/files/${first}` });
    expect(await info(owner)).toMatchObject({ headPortrait: `/api/files/${first}` });
    expect(await stateOf(first)).toBe('kept');
    // Kept when left out.
    await save(owner, { version: 1 });
    expect((await read(owner)).avatar).toBe(`/api/files/${first}`);
    await save(owner, { version: 2, avatarFileId: second });
    expect([await stateOf(first), await stateOf(second)]).toEqual(['released', 'kept']);
    await save(owner, { version: 3, avatarFileId: null });
    expect((await read(owner)).avatar).toBeNull();
    expect(await stateOf(second)).toBe('released');
  });

  it('refuses another user’s picture, and a file that was uploaded for another purpose', async () => {
    const [owner, stranger] = [await harness.owner(), await harness.owner()];
    const refused = [await upload(stranger), await harness.storedFile(owner, 'certification'), randomUUID()];
    for (const avatarFileId of refused)
      expect(await outcomeOf(save(owner, { avatarFileId }))).toBe('resource.not-found');
    expect(await read(owner)).toMatchObject({ avatar: null, nickname: '', version: 0 });
    expect(await stateOf(refused[0] ?? '')).toBe('stored');
  });
});

describe('the user data for the shell', () => {
  it('contains every field of the specification, with true values where a feature is missing', async () => {
    const owner = await harness.owner();
    const { characters, database } = harness.deps;
    const grant = { key: randomUUID(), amount: 1234, remark: null };
    await transaction(database, (tx) => characters.grant(tx, owner.workspaceId, grant));
    expect(await info(owner)).toEqual({
      id: owner.userId,
      userName: owner.email,
      emailAddress: owner.email,
      userType: 'owner',
      headPortrait: null,
      tgContact: '@owner',
      charNum: 1234,
      portNum: 10,
      isPortOnline: false,
      privilegesCode: 'PRIVILEGE:B0002:B0002',
      setMealCode: 'MIAN_FEI_ROOT',
      setMealDO: { code: 'MIAN_FEI_ROOT' },
      psetMealDO: { code: 'MIAN_FEI_ROOT' },
      poldSetMealCode: null,
      vipEndTime: null,
      buyLimitSetMeal: [],
      amount: '0.00',
      firstRebateRate: '5.00',
      rebateRate: '10',
      isLoginSubAccount: true,
      isCreateSubAccount: true,
      guideState: false,
      calendar: { timeZone: 'Asia/Shanghai', firstDay: null },
    });
  });

  it('states the number of ports, and whether one is taken', async () => {
    const owner = await harness.owner();
    await transaction(harness.database, (tx) => setPorts(tx, owner.workspaceId, 3));
    expect(await info(owner)).toMatchObject({ portNum: 3, isPortOnline: false });
    const { workspaceId } = owner;
    const { db } = harness.database;
    const [id, { id: subAccountId }] = [newId(), await harness.agent(owner)];
    const account = {
      workspaceId,
      id,
      subAccountId,
      platform: 'telegram' as const,
      name: 'Shop',
      externalId: id,
    };
    await db.insert(socialAccounts).values({ ...account, handle: '', credentials: '' });
    const leasedUntil = new Date(Date.now() + 60_000);
    const lease = {
      workspaceId,
      socialAccountId: id,
      id: newId(),
      subAccountId,
      holder: newId(),
      leasedUntil,
    };
    await db.insert(portLeases).values(lease);
    expect(await info(owner)).toMatchObject({ portNum: 3, isPortOnline: true });
    await db.delete(portLeases);
    expect(await info(owner)).toMatchObject({ isPortOnline: false });
  });

  it('remembers the guided tour, for this account alone', async () => {
    const [owner, other] = [await harness.owner(), await harness.owner()];
    await setTourDone(harness.database, owner.userId, true);
    expect([(await info(owner)).guideState, (await info(other)).guideState]).toEqual([true, false]);
    await setTourDone(harness.database, owner.userId, false);
    expect((await info(owner)).guideState).toBe(false);
  });
});
