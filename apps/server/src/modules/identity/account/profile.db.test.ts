import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as contract from '@parley/contract';
import * as channelsApi from '@parley/contract/channels';
import type * as filesApi from '@parley/contract/files';
import * as identityApi from '@parley/contract/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestOwner } from '../../../testing/test-people.ts';
import { uploadPicture } from '../../../testing/uploads.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-identity-'));
  app = await startTestApp({ config: { DATA_DIR: folder } });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const form = {
  version: 0,
  nickname: 'Ana 🌸',
  country: 'ES',
  area: 'Galicia',
  address: 'Rúa Nova 1, 2º',
  introduction: 'Shoes.\nAnd bags.',
  phone: '+34 600 000-000',
  tgContact: '@ana',
} satisfies identityApi.ProfileForm;

const save = (owner: TestOwner, changes: object = {}) =>
  app.send(identityApi.updateProfile, { body: { ...form, ...changes } }, owner.token);
const read = (owner: TestOwner) => app.call(identityApi.getProfile, {}, owner.token);
const info = (owner: TestOwner) => app.call(identityApi.getLoginUserInfo, {}, owner.token);

const upload = (owner: TestOwner, purpose: filesApi.FilePurpose = 'avatar') =>
  uploadPicture(app, owner.token, purpose);

async function stateOf(fileId: string): Promise<string> {
  const { rows } = await app.app.database.pool.query('select state from files where id = $1', [fileId]);
  return rows[0]?.state;
}

describe('the profile', () => {
  it('the profile is empty at first, except for the data from registration', async () => {
    const before = Date.now();
    const owner = await app.registerOwner();
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
    expect(profile.registeredAt).toBeGreaterThan(before - 60_000);
    expect((await read(await app.registerOwner())).accountId).not.toBe(profile.accountId);
  });

  it('the profile is saved as a whole, and returned as saved', async () => {
    const owner = await app.registerOwner();
    const { version: _, ...fields } = form;
    expect((await save(owner)).body.data).toMatchObject({ ...fields, version: 1 });
    expect(await read(owner)).toMatchObject({ ...fields, version: 1 });
    expect(await info(owner)).toMatchObject({ userName: 'Ana 🌸', tgContact: '@ana' });
    const emptied = { version: 1, country: '', area: '', address: '', introduction: '', phone: '' };
    expect((await save(owner, emptied)).body.data).toMatchObject({ ...emptied, version: 2 });
  });

  it('refuses to save a form that was read before another save', async () => {
    const owner = await app.registerOwner();
    const answers = await Promise.all([
      save(owner, { nickname: 'One' }),
      save(owner, { nickname: 'Two' }),
      save(owner, { nickname: 'Three' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const winner = answers.find(({ status }) => status === 200)?.body.data;
    expect(await read(owner)).toEqual(winner);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      body: { code: 409, data: { error: 'resource.stale' } },
    });
  });

  it.each([
    ['nickname', ''],
    ['nickname', 'x'.repeat(51)],
    ['nickname', 'a\u202eb'],
    ['country', 'es'],
    ['country', 'ZZ'],
    ['country', 'QQ'],
    ['area', 'x'.repeat(101)],
    ['address', 'a\nb'],
    ['introduction', '🙂'.repeat(201)],
    ['introduction', 'a\u0007b'],
    ['phone', 'call me'],
    ['phone', '12'],
    ['tgContact', ''],
    ['version', -1],
    ['avatarFileId', 'no id'],
  ])('refuses a %s of %j', async (field, value) => {
    const owner = await shared();
    const answer = await save(owner, { [field]: value });
    expect(answer).toMatchObject({ status: 400, body: { data: { error: 'request.invalid' } } });
    expect(Object.keys((answer.body.data as contract.FailureData).fields ?? {})).toEqual([field]); // just seen
  });

  it('counts the characters of an introduction as people see them', async () => {
    const owner = await app.registerOwner();
    const introduction = `${'🙂'.repeat(199)}\n`.trim().padEnd(399, 'x');
    expect((await save(owner, { introduction })).body.data).toMatchObject({ introduction });
  });

  let kept: Promise<TestOwner> | null = null;
  function shared(): Promise<TestOwner> {
    kept ??= app.registerOwner();
    return kept;
  }
});

describe('the picture', () => {
  it('the picture is an upload of one’s own, kept while it is used', async () => {
    const owner = await app.registerOwner();
    const [first, second] = [await upload(owner), await upload(owner)];
    expect((await save(owner, { avatarFileId: first })).body.data).toMatchObject({
      avatar: `/api/files/${first}`,
    });
    expect(await info(owner)).toMatchObject({ headPortrait: `/api/files/${first}` });
    expect(await stateOf(first)).toBe('kept');
    expect((await fetch(`${app.url}/api/files/${first}`)).headers.get('content-type')).toBe('image/png');
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
    const [owner, stranger] = [await app.registerOwner(), await app.registerOwner()];
    const refused = [await upload(stranger), await upload(owner, 'certification'), randomUUID()];
    for (const avatarFileId of refused) {
      const answer = await save(owner, { avatarFileId });
      expect(answer).toMatchObject({ status: 404, body: { data: { error: 'resource.not-found' } } });
    }
    expect(await read(owner)).toMatchObject({ avatar: null, nickname: '', version: 0 });
    expect(await stateOf(refused[0] ?? '')).toBe('stored');
  });
});

describe('the user data for the shell', () => {
  it('contains every field of the specification, with true values where a feature is missing', async () => {
    const owner = await app.registerOwner({ characters: 1234 });
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

  it('states the number of ports, one of which is taken', async () => {
    const owner = await app.registerOwner();
    await app.setPorts(owner, 3);
    const agent = await app.createSubAccount(owner);
    expect(await info(owner)).toMatchObject({ portNum: 3, isPortOnline: false });
    const id = await app.addWebchat(owner, agent.subAccountId);
    expect(await info(owner)).toMatchObject({ portNum: 3, isPortOnline: true });
    await app.call(channelsApi.setSocialAccountEnabled, { body: { id, enabled: false } }, owner.token);
    expect(await info(owner)).toMatchObject({ isPortOnline: false });
  });

  it('remembers the guided tour, for this account alone', async () => {
    const [owner, other] = [await app.registerOwner(), await app.registerOwner()];
    const set = (state: boolean) => app.call(identityApi.setGuideState, { body: { state } }, owner.token);
    await set(true);
    expect([(await info(owner)).guideState, (await info(other)).guideState]).toEqual([true, false]);
    await set(false);
    expect((await info(owner)).guideState).toBe(false);
  });

  it('includes the menu that the server supplies', async () => {
    const owner = await app.registerOwner();
    const { list } = await app.call(identityApi.userMenu, {}, owner.token);
    expect(list).toMatchObject([
      {
        path: '/workplace',
        name: 'Workplace',
        meta: { locale: 'menu.server.workplace', requiresAuth: true },
      },
    ]);
  });
});

describe('registering', () => {
  it('records which agreements were accepted, in which version, and when', async () => {
    const before = Date.now();
    const owner = await app.registerOwner();
    const { rows } = await app.app.database.pool.query(
      `select document, version, user_id as "userId", accepted_at as at from agreement_acceptances
       where workspace_id = $1 order by document`,
      [owner.workspaceId],
    );
    expect(rows).toMatchObject([
      { document: 'privacy', version: '2023-01-01', userId: owner.userId },
      { document: 'service', version: '2025-08-02', userId: owner.userId },
    ]);
    for (const { at } of rows) expect(Math.abs(at.getTime() - before)).toBeLessThan(60_000);
  });

  it('requires accepting the agreement', async () => {
    const body = {
      email: 'disagrees@example.com',
      code: '123456',
      password: 'Lantern42',
      confirm: 'Lantern42',
      tgContact: '@x',
      agreement: false,
    };
    expect(await app.send(identityApi.register, { body })).toMatchObject({
      status: 400,
      body: { data: { fields: { agreement: expect.any(String) } } },
    });
  });
});
