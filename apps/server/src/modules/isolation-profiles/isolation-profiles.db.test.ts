import { randomUUID } from 'node:crypto';
import type * as contract from '@parley/contract';
import * as isolationProfilesApi from '@parley/contract/isolation-profiles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../base/db/database.ts';
import { newId } from '../../base/ids.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestAgent, TestOwner } from '../../testing/test-people.ts';
import { deleteSubAccountData } from './service.ts';

let app: TestApp;
let owner: TestOwner;
let agent: TestAgent;
let socialAccountId: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.registerOwner({ characters: 0 });
});
afterAll(() => app.close());
beforeEach(async () => {
  agent = await app.createSubAccount(owner);
  socialAccountId = await app.addWebchat(owner, agent.subAccountId);
});

const get = (id = socialAccountId) =>
  app.call(isolationProfilesApi.getIsolationProfile, { query: { socialAccountId: id } }, owner.token);
const suggest = () =>
  app.call(isolationProfilesApi.suggestIsolationProfile, { body: { socialAccountId } }, owner.token);

type Change = Partial<contract.RequestOf<typeof isolationProfilesApi.updateIsolationProfile>['body']>;

/** Returns the current profile with these fields changed. */
async function change(over: Change = {}) {
  const { region: _region, warnings: _warnings, ...current } = await get();
  return { ...current, ...over };
}
const send = (body: Change, token = owner.token) =>
  app.send(isolationProfilesApi.updateIsolationProfile, { body }, token);
async function update(over: Change = {}): Promise<isolationProfilesApi.IsolationProfile> {
  return app.call(isolationProfilesApi.updateIsolationProfile, { body: await change(over) }, owner.token);
}

const query = (text: string, values: unknown[]) => app.app.database.pool.query(text, values);
const stored = async () =>
  (await query('select 1 from isolation_profiles where social_account_id = $1', [socialAccountId])).rowCount;

/** Gives the sub-account a proxy with an exit in this region, replacing any other. */
async function proxyIn(region: string | null): Promise<string> {
  const { workspaceId } = owner;
  const of = [workspaceId, agent.subAccountId];
  await query('delete from proxy_sub_accounts where workspace_id = $1 and sub_account_id = $2', of);
  const id = newId();
  await query(
    `insert into proxies (workspace_id, id, name, network_protocol, host, port, user_name, password, range, region)
     values ($1, $2, 'Exit', 'socks5', $3, 1080, 'user', 'sealed', 'some', $4)`,
    [workspaceId, id, `${id}.example`, region],
  );
  await query('insert into proxy_sub_accounts values ($1, $2, $3)', [workspaceId, id, agent.subAccountId]);
  return id;
}
const goThrough = (mode: string, proxyId: string | null) =>
  query('update social_accounts set proxy_mode = $1, proxy_id = $2 where id = $3', [
    mode,
    proxyId,
    socialAccountId,
  ]);

describe('a profile that was never changed', () => {
  it('a profile that was never changed exists from the beginning, equal at each read, and is not stored', async () => {
    const first = await get();
    expect(first).toMatchObject({ socialAccountId, version: 0, region: null, warnings: [], webRtc: 'real' });
    expect(await get()).toEqual(first);
    expect(await stored()).toBe(0);
  });

  it('a profile that was never changed differs for each social account', async () => {
    const other = await app.addWebchat(owner, agent.subAccountId);
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

  it.each([null, 'T1', 'zz'])(
    'a profile that was never changed is neutral where a proxy’s region is %s',
    async (region) => {
      await proxyIn(region);
      expect(await get()).toMatchObject({ region: null, timeZone: 'UTC', webRtc: 'proxy', warnings: [] });
    },
  );

  it('hides addresses where the chosen proxy was deleted, because no connection is made without it', async () => {
    await goThrough('chosen', randomUUID());
    expect(await get()).toMatchObject({ region: null, webRtc: 'proxy' });
  });
});

describe('a profile that was changed', () => {
  it('a profile that was changed is returned as saved, with the next version, in the spelling of browsers', async () => {
    const form = {
      userAgent: '  My own browser  ',
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
      userAgent: 'My own browser',
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

  it('a profile that was changed is saved even if inconsistent, with warnings', async () => {
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
    const bodies = await Promise.all([1, 2, 3, 4, 5, 6].map((canvasNoise) => change({ canvasNoise })));
    const answers = await Promise.all(bodies.map((body) => send(body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const stale = answers.filter(({ status }) => status === 409);
    for (const { body } of stale) expect(body.data).toMatchObject({ error: 'resource.stale' });
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await get()).toMatchObject({ version, canvasNoise: winner + 1 });
  });

  it.each([-1, 1, 7])(
    'a profile that was changed is stale at version %s, which never existed',
    async (version) => {
      const answer = await send(await change({ version }));
      expect(answer).toMatchObject({ status: 409, body: { data: { error: 'resource.stale' } } });
      expect(await stored()).toBe(0);
    },
  );

  it.each<[string, Change, string[]]>([
    ['an unknown time zone', { timeZone: 'Mexico/Nowhere' }, ['timeZone']],
    ['an offset for a time zone', { timeZone: '+05:00' }, ['timeZone']],
    ['an unknown language', { languages: ['es', 'xx', 'es-XX'] }, ['languages.1', 'languages.2']],
    ['both', { timeZone: 'x', languages: ['qq'] }, ['languages.0', 'timeZone']],
    ['no language', { languages: [] }, ['languages']],
    ['a language that is none', { languages: ['es_MX'] }, ['languages.0']],
    ['a header in the user agent', { userAgent: 'x\r\nSet-Cookie: y' }, ['userAgent']],
    ['a screen that is none', { screen: { width: 0, height: 1080, pixelRatio: 1 } }, ['screen.width']],
    ['a seed that is none', { canvasNoise: 0 }, ['canvasNoise']],
  ])('a profile that was changed is refused %s, by the field', async (_, over, fields) => {
    const answer = await send(await change(over));
    expect(answer).toMatchObject({ status: 400, body: { data: { error: 'request.invalid' } } });
    expect(Object.keys(Object(answer.body.data).fields).sort()).toEqual(fields);
    expect(await stored()).toBe(0);
  });

  it('reports errors in the caller’s language', async () => {
    const body = await change({ timeZone: 'x' });
    const said = async (systemLanguageCode: string) => {
      const answer = await app.send(isolationProfilesApi.updateIsolationProfile, { body }, owner.token, {
        systemLanguageCode,
      });
      return Object(answer.body.data).fields.timeZone;
    };
    expect(await said('EN')).toBe('This time zone does not exist');
    expect(await said('CN')).toBe('时区不存在');
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
    const { region: _region, warnings: _warnings, ...body } = await suggest();
    expect(body).toMatchObject({ version: 1, timeZone: 'America/Sao_Paulo' });
    const saved = await app.call(isolationProfilesApi.updateIsolationProfile, { body }, owner.token);
    expect(saved).toMatchObject({ ...body, version: 2, warnings: [] });
  });
});

describe('another workspace', () => {
  it('finds no such social account, and leaves the profile unchanged', async () => {
    const saved = await update({ canvasNoise: 5 });
    const { token } = await app.registerOwner({ characters: 0 });
    const answers = await Promise.all([
      app.send(isolationProfilesApi.getIsolationProfile, { query: { socialAccountId } }, token),
      app.send(isolationProfilesApi.suggestIsolationProfile, { body: { socialAccountId } }, token),
      send(await change({ canvasNoise: 6 }), token),
    ]);
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 404, body: { data: { error: 'resource.not-found' } } });
    expect(await get()).toEqual(saved);
  });
});

describe('a deleted sub-account', () => {
  const forget = () =>
    transaction(app.app.database, (tx) => deleteSubAccountData(tx, owner.workspaceId, agent.subAccountId));

  it('deletes the profiles of its social accounts, and no others', async () => {
    await update();
    const other = await app.createSubAccount(owner);
    const theirs = await app.addWebchat(owner, other.subAccountId);
    const { region: _region, warnings: _warnings, ...body } = await get(theirs);
    await app.call(isolationProfilesApi.updateIsolationProfile, { body }, owner.token);
    expect(await forget()).toBe(false);
    expect(await stored()).toBe(0);
    expect(await get(theirs)).toMatchObject({ version: 1 });
    expect(await forget()).toBe(false);
  });

  it('has no profiles from the moment of its deletion', async () => {
    const body = await change();
    await query(`update sub_accounts set status = 'deleted' where id = $1`, [agent.subAccountId]);
    expect((await send(body)).status).toBe(404);
    expect(await stored()).toBe(0);
  });
});
