import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { systemOrigin } from '../../base/http/origin.ts';
import { newId, trustWorkspaceId } from '../../base/ids.ts';
import { createLog } from '../../base/log.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { isolationProfiles } from '../../schema/isolation-profiles.ts';
import { proxies, proxySubAccounts } from '../../schema/proxies.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import { workspaces } from '../../schema/workspaces.ts';
import {
  deleteAccountData,
  deleteSubAccountData,
  getProfile,
  suggestProfile,
  updateProfile,
} from './service.ts';

let place: TestDatabase;
let database: Database;
const workspaceId = trustWorkspaceId(newId());
let subAccountId: string;
let socialAccountId: string;
beforeAll(async () => {
  place = await testDatabase();
  database = connectDatabase(place.url, createLog('silent'), 12);
  await database.db.insert(workspaces).values({ id: workspaceId });
});
afterAll(async () => {
  await database.close();
  await place.drop();
});
beforeEach(async () => {
  subAccountId = await addSubAccount();
  socialAccountId = await addAccount(subAccountId);
});

async function addSubAccount(): Promise<string> {
  const id = newId();
  await database.db
    .insert(subAccounts)
    .values({ workspaceId, id, accountName: id, passwordHash: 'hash', remark: 'Agent' });
  return id;
}

async function addAccount(of: string): Promise<string> {
  const id = newId();
  const account = { workspaceId, id, subAccountId: of, name: 'Shop', externalId: id, handle: '' };
  await database.db.insert(socialAccounts).values({ ...account, platform: 'telegram', credentials: '' });
  return id;
}

const get = (id = socialAccountId) => getProfile(database, workspaceId, id);
const suggest = () => suggestProfile({ database, random: Math.random }, workspaceId, socialAccountId);
type Change = Partial<Parameters<typeof updateProfile>[2]>;

/** Returns the current profile with these fields changed. */
async function change(over: Change = {}) {
  const { region: _region, warnings: _warnings, ...current } = await get();
  return { ...current, ...over };
}
const save = (form: Awaited<ReturnType<typeof change>>, language: 'en-US' | 'zh-CN' = 'en-US') =>
  updateProfile({ database }, workspaceId, form, language, systemOrigin);
const update = async (over: Change = {}) => save(await change(over));
const stored = () =>
  database.db.$count(isolationProfiles, eq(isolationProfiles.socialAccountId, socialAccountId));

/** Gives the sub-account a proxy with an exit in this region, replacing any other. */
async function proxyIn(region: string | null): Promise<void> {
  const own = and(
    eq(proxySubAccounts.workspaceId, workspaceId),
    eq(proxySubAccounts.subAccountId, subAccountId),
  );
  await database.db.delete(proxySubAccounts).where(own);
  const id = newId();
  const exit = { host: `${id}.example`, port: 1080, proxyUserName: 'user', password: 'sealed' };
  await database.db
    .insert(proxies)
    .values({ workspaceId, id, name: 'Exit', networkProtocol: 'socks5', range: 'some', region, ...exit });
  await database.db.insert(proxySubAccounts).values({ workspaceId, proxyId: id, subAccountId });
}
const goThrough = (proxyMode: 'direct' | 'chosen', proxyId: string | null) =>
  database.db
    .update(socialAccounts)
    .set({ proxyMode, proxyId })
    .where(eq(socialAccounts.id, socialAccountId));

describe('a profile that was never changed', () => {
  it('exists from the beginning, equal at each read, without being stored', async () => {
    const first = await get();
    expect(first).toMatchObject({ socialAccountId, version: 0, region: null, warnings: [], webRtc: 'real' });
    expect(await get()).toEqual(first);
    expect(await stored()).toBe(0);
  });

  it('differs for each social account', async () => {
    const other = await addAccount(subAccountId);
    expect((await get(other)).canvasNoise).not.toBe((await get()).canvasNoise);
  });

  it('follows the region of its proxy, as the same device', async () => {
    const { userAgent, screen, canvasNoise, audioNoise } = await get();
    const device = { userAgent, screen, canvasNoise, audioNoise, version: 0, warnings: [] };
    await proxyIn('MX');
    const mexico = { region: 'MX', timeZone: 'America/Mexico_City', languages: ['es-419', 'es'] };
    expect(await get()).toEqual({ socialAccountId, ...device, ...mexico, webRtc: 'proxy' });
    await proxyIn('JP');
    const japan = { region: 'JP', timeZone: 'Asia/Tokyo', languages: ['ja', 'en-US', 'en'] };
    expect(await get()).toEqual({ socialAccountId, ...device, ...japan, webRtc: 'proxy' });
    await goThrough('direct', null);
    expect(await get()).toMatchObject({ ...device, region: null, timeZone: 'UTC', webRtc: 'real' });
  });

  it.each([null, 'T1', 'zz'])('stays neutral where a proxy’s region is %s', async (region) => {
    await proxyIn(region);
    expect(await get()).toMatchObject({ region: null, timeZone: 'UTC', webRtc: 'proxy', warnings: [] });
  });

  it('hides addresses where the chosen proxy was deleted, because no connection is made without it', async () => {
    await goThrough('chosen', randomUUID());
    expect(await get()).toMatchObject({ region: null, webRtc: 'proxy' });
  });
});

describe('a profile that was changed', () => {
  it('returns as saved, with the next version, in the spelling of browsers', async () => {
    const form = {
      userAgent: 'My own browser',
      languages: ['es-mx', 'es-MX', 'eng'],
      timeZone: 'asia/kolkata',
      screen: { width: 1366, height: 768, pixelRatio: 1.1 },
      webRtc: 'off' as const,
      canvasNoise: null,
      audioNoise: 4_294_967_295,
    };
    const saved = await update(form);
    expect(saved).toEqual({
      ...form,
      socialAccountId,
      languages: ['es-MX', 'en'],
      timeZone: 'Asia/Calcutta',
      region: null,
      version: 1,
      warnings: ['user-agent-unknown'],
    });
    expect(await get()).toEqual(saved);
    expect(await update({ canvasNoise: 7 })).toEqual({ ...saved, canvasNoise: 7, version: 2 });
  });

  it('keeps its values when the proxy’s exit moves, and warns about what no longer fits', async () => {
    await proxyIn('MX');
    const saved = await update();
    expect(saved).toMatchObject({ version: 1, warnings: [] });
    await proxyIn('JP');
    const elsewhere = ['time-zone-not-of-region', 'language-not-of-region'];
    expect(await get()).toEqual({ ...saved, region: 'JP', warnings: elsewhere });
    await proxyIn('MX');
    expect(await get()).toEqual(saved);
  });

  it('saves what is inconsistent, with warnings', async () => {
    await proxyIn('MX');
    const screen = { width: 777, height: 777, pixelRatio: 3.5 };
    const saved = await update({ timeZone: 'UTC', languages: ['zh-CN'], screen, webRtc: 'real' });
    expect(saved.warnings).toEqual([
      'time-zone-not-of-region',
      'language-not-of-region',
      'screen-not-of-device',
      'web-rtc-tells-address',
    ]);
  });

  it.each([1, 2])('accepts one of many edits of version %s, and the others are stale', async (version) => {
    if (version === 2) await update();
    const forms = await Promise.all([1, 2, 3, 4, 5, 6].map((canvasNoise) => change({ canvasNoise })));
    const outcomes = await Promise.allSettled(forms.map((form) => save(form)));
    const stale = outcomes.filter((one) => one.status === 'rejected');
    expect(stale).toHaveLength(5);
    for (const { reason } of stale) expect(reason).toMatchObject({ error: 'resource.stale' });
    const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
    expect(await get()).toMatchObject({ version, canvasNoise: winner + 1 });
  });

  it.each([-1, 1, 7])('refuses version %s, which never existed, as stale', async (version) => {
    await expect(update({ version })).rejects.toMatchObject({ error: 'resource.stale' });
    expect(await stored()).toBe(0);
  });

  it.each<[string, Change, string[]]>([
    ['an unknown time zone', { timeZone: 'Mexico/Nowhere' }, ['timeZone']],
    ['an offset for a time zone', { timeZone: '+05:00' }, ['timeZone']],
    ['an unknown language', { languages: ['es', 'xx', 'es-XX'] }, ['languages.1', 'languages.2']],
    ['both', { timeZone: 'x', languages: ['qq'] }, ['languages.0', 'timeZone']],
  ])('refuses %s, by the field', async (_, over, fields) => {
    const refusal = await update(over).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ error: 'request.invalid' });
    expect(Object.keys(Object(refusal).fields).sort()).toEqual(fields);
    expect(await stored()).toBe(0);
  });

  it('refuses in the caller’s language', async () => {
    const form = await change({ timeZone: 'x' });
    const fields = (timeZone: string) => ({ fields: { timeZone } });
    await expect(save(form)).rejects.toMatchObject(fields('This time zone does not exist'));
    await expect(save(form, 'zh-CN')).rejects.toMatchObject(fields('时区不存在'));
  });
});

describe('a suggestion', () => {
  it('fits the proxy’s region, differs each time and stores nothing', async () => {
    await proxyIn('MX');
    const [one, other] = [await suggest(), await suggest()];
    expect(one).toMatchObject({ region: 'MX', timeZone: 'America/Mexico_City', version: 0, warnings: [] });
    expect(other.canvasNoise).not.toBe(one.canvasNoise);
    expect(await stored()).toBe(0);
  });

  it('replaces a changed profile when it is saved', async () => {
    await update({ timeZone: 'Europe/Oslo' });
    await proxyIn('BR');
    const { region: _region, warnings: _warnings, ...form } = await suggest();
    expect(form).toMatchObject({ version: 1, timeZone: 'America/Sao_Paulo' });
    expect(await save(form)).toMatchObject({ ...form, version: 2, warnings: [] });
  });
});

describe('another workspace', () => {
  it('finds no such social account, and leaves the profile unchanged', async () => {
    const saved = await update({ canvasNoise: 5 });
    const other = trustWorkspaceId(newId());
    const form = await change({ canvasNoise: 6 });
    const outcomes = await Promise.allSettled([
      getProfile(database, other, socialAccountId),
      suggestProfile({ database, random: Math.random }, other, socialAccountId),
      updateProfile({ database }, other, form, 'en-US', systemOrigin),
    ]);
    const missing = { status: 'rejected', reason: { error: 'resource.not-found' } };
    expect(outcomes).toMatchObject([missing, missing, missing]);
    expect(await get()).toEqual(saved);
  });
});

describe('a deletion', () => {
  const forget = () => transaction(database, (tx) => deleteSubAccountData(tx, workspaceId, subAccountId));

  it('removes the profiles of a sub-account’s social accounts, and no others', async () => {
    await update();
    const theirs = await addAccount(await addSubAccount());
    const { region: _region, warnings: _warnings, ...form } = await get(theirs);
    await save(form);
    expect(await forget()).toBe(false);
    expect(await stored()).toBe(0);
    expect(await get(theirs)).toMatchObject({ version: 1 });
    expect(await forget()).toBe(false);
  });

  it('removes the profile of a social account, and no other', async () => {
    await update();
    const other = await addAccount(subAccountId);
    const { region: _region, warnings: _warnings, ...form } = await get(other);
    await save(form);
    const done = await transaction(database, (tx) => deleteAccountData(tx, workspaceId, socialAccountId));
    expect(done).toBe(false);
    expect(await stored()).toBe(0);
    expect(await get(other)).toMatchObject({ version: 1 });
  });

  it('hides the profiles of a sub-account from its beginning', async () => {
    const form = await change();
    await database.db.update(subAccounts).set({ status: 'deleted' }).where(eq(subAccounts.id, subAccountId));
    await expect(save(form)).rejects.toMatchObject({ error: 'resource.not-found' });
    expect(await stored()).toBe(0);
  });
});
