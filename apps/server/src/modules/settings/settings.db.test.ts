import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as settingsApi from '@parley/contract/settings';
import * as supportApi from '@parley/contract/support';
import * as tenantsApi from '@parley/contract/tenants';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemSettings } from '../../schema/settings.ts';
import { png } from '../../testing/small-files.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestPeople } from '../../testing/test-people.ts';
import { createUploads } from '../../testing/test-uploads.ts';

let folder: string;
let app: TestApp;
let operator: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-settings-'));
  app = await startTestApp({ config: { DATA_DIR: folder } });
  operator = await app.operatorToken();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await app.app.database.db.delete(systemSettings);
});

const { upload, get } = createUploads(() => app);
const brand = { purpose: 'brand' } as const;
const form = (over: Record<string, unknown> = {}) => ({
  version: 0,
  brandName: '客聊 Chat',
  logoFileId: null,
  clientMinimumVersion: '1.2.3',
  clientDownload: { windows: 'https://example.com/parley.exe', macos: null },
  registrationOpen: true,
  ...over,
});
const set = (over: Record<string, unknown> = {}) =>
  app.call(settingsApi.setSystemConfig, { body: settingsApi.systemConfigForm.parse(form(over)) }, operator);
const send = (body: unknown) => app.send(settingsApi.setSystemConfig, { body }, operator);
const kept = () => app.call(settingsApi.operatorSystemConfig, {}, operator);
const shown = (on = app) => on.call(settingsApi.getSystemConfig, {});

describe('the settings that a client receives before a login', () => {
  const initial: settingsApi.SystemConfig = {
    brand: { name: 'Parley', logo: null },
    clientMinimumVersion: null,
    clientDownload: { windows: null, macos: null },
    demoMode: false,
    tenants: false,
    tenantId: null,
    registrationOpen: true,
    customer: null,
  };

  it('returns defaults until the operator sets other values', async () => {
    expect(await shown()).toEqual(initial);
    expect(await kept()).toMatchObject({ version: 0, brandName: 'Parley', registrationOpen: true });
    await set();
    expect(await shown()).toEqual({
      ...initial,
      brand: { name: '客聊 Chat', logo: null },
      clientMinimumVersion: '1.2.3',
      clientDownload: { windows: 'https://example.com/parley.exe', macos: null },
    });
  });

  it('includes the default contact once it is filled', async () => {
    const contact = { kind: 'telegram', name: 'Help', account: '@help', path: 'https://t.me/help' } as const;
    const body = { ...contact, shown: true, position: 0, version: 1 };
    await app.call(supportApi.changeContact, { params: { id: 2 }, body }, operator);
    expect((await shown()).customer).toEqual({ account: '@help', path: 'https://t.me/help' });
  });

  it('announces a demonstration', async () => {
    const demo = await startTestApp({ databaseUrl: app.databaseUrl, config: { DEMO_MODE: 'on' } });
    try {
      expect(await shown(demo)).toMatchObject({ demoMode: true });
    } finally {
      await demo.close();
    }
  });

  it('shows a tenant’s own brand to clients where tenants are on', async () => {
    const tenant = {
      name: 'Second',
      hosts: [],
      brandName: 'Second Chat',
      logoFileId: null,
      enabled: true,
      registrationOpen: false,
    };
    const { id } = await app.call(tenantsApi.createTenant, { body: tenant }, operator);
    const on = await startTestApp({ databaseUrl: app.databaseUrl, config: { TENANTS: 'on' } });
    try {
      expect(await shown(on)).toMatchObject({ brand: { name: 'Parley' }, tenants: true, tenantId: null });
      const answer = await on.send(settingsApi.getSystemConfig, {}, undefined, { 'tenant-id': id });
      expect(answer.body.data).toMatchObject({
        brand: { name: 'Second Chat' },
        tenants: true,
        tenantId: id,
        registrationOpen: false,
      });
    } finally {
      await on.close();
    }
  });
});

describe('the operator', () => {
  it('refuses the second of two edits of the same version', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map((n) => send(form({ brandName: `Brand ${n}` }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.data).toMatchObject({
      error: 'resource.stale',
    });
    expect(await kept()).toMatchObject({ version: 1 });
    expect(await set({ version: 1 })).toMatchObject({ version: 2 });
    for (const version of [0, 1, 3]) expect((await send(form({ version }))).status).toBe(409);
  });

  it('records who has set which values', async () => {
    await set();
    await set({ version: 1, registrationOpen: false });
    const { rows } = await app.app.database.pool.query(
      `select s.version, s.registration_open as open, u.email from system_settings s
       join users u on u.id = s.set_by order by s.version`,
    );
    expect(rows).toEqual([
      { version: 1, open: true, email: 'operator@example.com' },
      { version: 2, open: false, email: 'operator@example.com' },
    ]);
  });

  it('sets a logo, which replaces the previous one', async () => {
    const [first, second] = [await upload(operator, brand), await upload(operator, brand)];
    expect(await set({ logoFileId: first })).toMatchObject({
      logo: `/api/files/${first}`,
      logoFileId: first,
    });
    const { logo } = (await shown()).brand;
    const served = await fetch(`${app.url}${logo}`);
    expect(Buffer.from(await served.arrayBuffer()).equals(png)).toBe(true);
    await set({ version: 1, logoFileId: first });
    expect((await get(first)).status).toBe(200);
    await set({ version: 2, logoFileId: second });
    expect((await get(first)).status).toBe(404);
    expect((await get(second)).status).toBe(200);
    await set({ version: 3, logoFileId: null });
    expect((await get(second)).status).toBe(404);
    expect((await shown()).brand.logo).toBeNull();
  });

  it('refuses a logo that isn’t a complete file of this kind, and sets nothing', async () => {
    const owner = await app.registerOwner({ characters: 0 });
    const avatar = await upload(owner.token);
    for (const logoFileId of [avatar, randomUUID()]) {
      expect(await send(form({ logoFileId }))).toMatchObject({
        status: 404,
        body: { data: { error: 'resource.not-found' } },
      });
    }
    expect(await kept()).toMatchObject({ version: 0 });
  });

  it.each([
    ['no name', { brandName: ' ' }, 'brandName'],
    ['a long name', { brandName: 'x'.repeat(31) }, 'brandName'],
    ['a version that is none', { clientMinimumVersion: '1.2' }, 'clientMinimumVersion'],
    ['a version with more behind it', { clientMinimumVersion: '1.2.3-beta' }, 'clientMinimumVersion'],
    [
      'a download that runs something',
      { clientDownload: { windows: 'javascript:alert(1)', macos: null } },
      'clientDownload.windows',
    ],
    ['half of the downloads', { clientDownload: { windows: null } }, 'clientDownload.macos'],
    ['a switch that is no switch', { registrationOpen: 'yes' }, 'registrationOpen'],
    ['a version before the first', { version: -1 }, 'version'],
  ])('refuses the operator %s', async (_, over, field) => {
    const answer = await send(form(over));
    expect(answer).toMatchObject({ status: 400, body: { data: { error: 'request.invalid' } } });
    expect(Object.keys(Object(answer.body.data).fields)).toEqual([field]);
  });
});

it('closed registration refuses new users, and reopened registration accepts them', async () => {
  await set({ registrationOpen: false });
  expect((await shown()).registrationOpen).toBe(false);
  const { registerOwner } = createTestPeople(app);
  const closed = registerOwner({ characters: 0 });
  await expect(closed).rejects.toMatchObject({ status: 403, error: 'identity.registration-closed' });
  await set({ version: 1, registrationOpen: true });
  expect((await registerOwner({ characters: 0 })).token).toBeDefined();
});
