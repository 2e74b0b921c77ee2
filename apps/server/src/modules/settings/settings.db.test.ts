/** The settings over HTTP: what the operator sets, and what a client receives before a login. */
import * as settingsApi from '@parley/contract/settings';
import * as supportApi from '@parley/contract/support';
import * as tenantsApi from '@parley/contract/tenants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../base/files/temporary-folder.ts';
import { png } from '../../testing/small-files.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestPeople } from '../../testing/test-people.ts';
import { createUploads } from '../../testing/test-uploads.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let app: TestApp;
let operator: string;
let version = 0;
beforeAll(async () => {
  folder = await temporaryFolder();
  app = await startTestApp({ config: { DATA_DIR: folder.path } });
  operator = await app.operatorToken();
});
afterAll(async () => {
  await app.close();
  await folder[Symbol.asyncDispose]();
});

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
async function set(over: Partial<settingsApi.StoredSystemConfig>) {
  const { logo: _, ...form } = await app.call(settingsApi.operatorSystemConfig, {}, operator);
  expect(form.version).toBe(version);
  version += 1;
  const body = settingsApi.systemConfigForm.parse({ ...form, ...over });
  return app.call(settingsApi.setSystemConfig, { body }, operator);
}
const shown = (on = app) => on.call(settingsApi.getSystemConfig, {});

it('shows clients defaults, then what the operator has set, with its logo and the default contact', async () => {
  expect(await shown()).toEqual(initial);
  const logoFileId = await createUploads(() => app).upload(operator, { purpose: 'brand' });
  const clientDownload = { windows: 'https://example.com/parley.exe', macos: null };
  const kept = await set({
    brandName: '客聊 Chat',
    clientMinimumVersion: '1.2.3',
    clientDownload,
    logoFileId,
  });
  const logo = `/api/files/${logoFileId}`;
  expect(kept).toMatchObject({ version: 1, brandName: '客聊 Chat', logoFileId, logo, clientDownload });
  const contact = { kind: 'telegram', name: 'Help', account: '@help', path: 'https://t.me/help' } as const;
  const body = { ...contact, shown: true, position: 0, version: 1 };
  await app.call(supportApi.changeContact, { params: { id: 2 }, body }, operator);
  expect(await shown()).toEqual({
    ...initial,
    brand: { name: '客聊 Chat', logo },
    clientMinimumVersion: '1.2.3',
    clientDownload,
    customer: { account: '@help', path: 'https://t.me/help' },
  });
  const served = await fetch(app.url + logo);
  expect(Buffer.from(await served.arrayBuffer()).equals(png)).toBe(true);
  await set({ logoFileId: null });
  expect((await fetch(app.url + logo)).status).toBe(404);
});

it('announces a demonstration, and shows tenants their own brand', async () => {
  const body = {
    name: 'Second',
    hosts: [],
    brandName: 'Second Chat',
    logoFileId: null,
    enabled: true,
    registrationOpen: false,
  };
  const { id: tenantId } = await app.call(tenantsApi.createTenant, { body }, operator);
  const config = { DEMO_MODE: 'on', TENANTS: 'on' };
  const other = await startTestApp({ databaseUrl: app.databaseUrl, config });
  try {
    expect(await shown(other)).toMatchObject({ demoMode: true, tenants: true, tenantId: null });
    expect(await other.at(tenantId).call(settingsApi.getSystemConfig, {})).toMatchObject({
      brand: { name: 'Second Chat' },
      tenants: true,
      tenantId,
      registrationOpen: false,
    });
  } finally {
    await other.close();
  }
});

it('refuses new users while registration is closed, and accepts them once it is open again', async () => {
  await set({ registrationOpen: false });
  expect((await shown()).registrationOpen).toBe(false);
  const { registerOwner } = createTestPeople(app);
  const closed = registerOwner({ characters: 0 });
  await expect(closed).rejects.toMatchObject({ status: 403, error: 'identity.registration-closed' });
  await set({ registrationOpen: true });
  expect((await registerOwner({ characters: 0 })).token).toBeDefined();
});
