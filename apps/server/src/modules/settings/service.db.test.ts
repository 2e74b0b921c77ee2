/** The installation’s settings and its versions, in a real database. */
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { systemOrigin } from '../../base/http/origin.ts';
import { newId, type TenantId } from '../../base/ids.ts';
import { createLog } from '../../base/log.ts';
import { files } from '../../schema/files.ts';
import { users } from '../../schema/identity.ts';
import { systemSettings } from '../../schema/settings.ts';
import { brandOf, setSettings } from './service.ts';
import { readSettings, type SystemSettings } from './store.ts';

let test: TestDatabase;
let database: Database;
const operatorId = newId();
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, createLog('silent'));
  const operator = {
    id: operatorId,
    kind: 'operator',
    email: 'operator@example.com',
    passwordHash: 'hash',
  } as const;
  await database.db.insert(users).values(operator);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});
beforeEach(() => database.db.delete(systemSettings));

const initial: SystemSettings = {
  version: 0,
  brandName: 'Parley',
  logoFileId: null,
  clientMinimumVersion: null,
  windowsDownload: null,
  macosDownload: null,
  registrationOpen: true,
};
const set = (over: Partial<SystemSettings> = {}) =>
  setSettings(database, operatorId, { ...initial, brandName: '客聊 Chat', ...over }, systemOrigin);
const refusal = (error: string) => expect.objectContaining({ error });

describe('setSettings', () => {
  it('returns defaults until the operator has set other values', async () => {
    expect(await readSettings(database)).toEqual(initial);
    const after = { ...initial, version: 1, brandName: '客聊 Chat', registrationOpen: false };
    expect(await set({ registrationOpen: false })).toEqual(after);
    expect(await readSettings(database)).toEqual(after);
  });

  it('refuses all but one of several edits of the same version', async () => {
    const edits = await Promise.allSettled([1, 2, 3, 4].map((n) => set({ brandName: `Brand ${n}` })));
    expect(edits.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const edit of edits)
      if (edit.status === 'rejected') expect(edit.reason).toEqual(refusal('resource.stale'));
    expect((await readSettings(database)).version).toBe(1);
    expect(await set({ version: 1 })).toMatchObject({ version: 2 });
    for (const version of [0, 1, 3])
      await expect(set({ version })).rejects.toEqual(refusal('resource.stale'));
  });

  it('keeps all versions with the operator who has set them', async () => {
    await set();
    await set({ version: 1, registrationOpen: false });
    const kept = await database.db.select().from(systemSettings).orderBy(asc(systemSettings.version));
    expect(kept).toMatchObject([
      { version: 1, registrationOpen: true, setBy: operatorId },
      { version: 2, registrationOpen: false, setBy: operatorId },
    ]);
  });
});

describe('a logo', () => {
  async function addFile(given: Partial<typeof files.$inferInsert> = {}): Promise<string> {
    const id = newId();
    const picture = { name: 'logo.png', contentType: 'image/png', size: 70, purpose: 'brand' } as const;
    const row = { ...picture, id, state: 'stored' as const, stateSince: new Date() };
    await database.db.insert(files).values({ ...row, ...given });
    return id;
  }
  const stateOf = async (id: string) =>
    (await database.db.select().from(files).where(eq(files.id, id)))[0]?.state;

  it('keeps the file of a logo until another one or none replaces it', async () => {
    const [first, second] = [await addFile(), await addFile()];
    const states = async () => [await stateOf(first), await stateOf(second)];
    await set({ logoFileId: first });
    await set({ version: 1, logoFileId: first });
    expect(await states()).toEqual(['kept', 'stored']);
    await set({ version: 2, logoFileId: second });
    expect(await states()).toEqual(['released', 'kept']);
    await set({ version: 3, logoFileId: null });
    expect(await states()).toEqual(['released', 'released']);
  });

  it('refuses a logo that isn’t a complete file of this kind, and sets nothing', async () => {
    const others = [await addFile({ purpose: 'avatar' }), await addFile({ state: 'uploading' }), newId()];
    for (const logoFileId of others)
      await expect(set({ logoFileId })).rejects.toEqual(refusal('resource.not-found'));
    expect(await readSettings(database)).toEqual(initial);
  });
});

describe('brandOf', () => {
  it('returns a tenant’s brand, and the installation’s without a tenant or for a deleted one', async () => {
    await set({ registrationOpen: false });
    const second = { name: 'Second Chat', logoFileId: null, registrationOpen: true };
    // The tenants that this fake knows.
    const id = newId() as TenantId;
    const tenants = { brandOf: async (asked: TenantId | null) => (asked === id ? second : null) };
    const installation = { name: '客聊 Chat', logoFileId: null, registrationOpen: false };
    expect(await brandOf({ database, tenants }, id)).toEqual(second);
    // As above.
    const deleted = newId() as TenantId;
    for (const other of [deleted, null])
      expect(await brandOf({ database, tenants }, other)).toEqual(installation);
  });
});
