import * as api from '@parley/contract/split-links';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { z } from 'zod';
import { transaction } from '../../../base/db/database.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestOwner } from '../../../testing/test-people.ts';

const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

let app: TestApp;
/** A second process on the same database. */
let other: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  app = await startTestApp({ config: { TRUST_PROXY: '127.0.0.1' } });
  other = await startTestApp({ databaseUrl: app.databaseUrl, config: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(async () => {
  await other.close();
  await app.close();
});
beforeEach(async () => {
  owner = await app.registerOwner({ characters: 0 });
});

type Form = z.input<typeof api.splitLinkForm>;
const create = (changes: Partial<Form> = {}, { token } = owner, at = app) =>
  at.call(
    api.createSplitLink,
    {
      body: {
        name: 'Spring',
        platform: 'telegram',
        eligibility: 'full',
        mode: 'sequential',
        bindsAddress: false,
        tracksFans: false,
        defaultUrl: null,
        pageText: '',
        remark: '',
        expiresAt: null,
        targets: ['ana', 'ben', 'cat'].map((name) => ({ url: `https://t.me/${name}` })),
        ...changes,
      },
    },
    token,
  );
const get = (splitLinkId: string) => app.call(api.getSplitLink, { query: { splitLinkId } }, owner.token);
const visits = async (splitLinkId: string) =>
  (await app.call(api.splitLinkVisits, { query: { splitLinkId } }, owner.token)).list;

type Visitor = { headers?: Record<string, string>; method?: string; at?: TestApp; body?: string };
const visit = (code: string, { headers = {}, method = 'GET', at = app, body }: Visitor = {}) =>
  fetch(`${at.url}/s/${code}`, {
    method,
    redirect: 'manual',
    headers: { 'user-agent': browser, ...headers },
    ...(body === undefined ? {} : { body }),
  });
/** The last segment of the address that a visitor is sent to. */
const sentTo = async (code: string, visitor?: Visitor) =>
  (await visit(code, visitor)).headers.get('location')?.split('/').at(-1) ?? null;

describe('a visitor of a split link', () => {
  it('redirects a visitor without a referrer, and counts the visit', async () => {
    const { id, code } = await create();
    const answer = await visit(`${code}?utm_source=leaflet&utm_source=x`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('https://t.me/ana');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    await expect
      .poll(() => get(id))
      .toMatchObject({
        visits: 1,
        visitsToday: 1,
        targets: [{ visits: 1 }, { visits: 0 }, { visits: 0 }],
      });
    const client = { userAgent: browser, device: 'desktop', system: 'Windows', browser: 'Chrome' };
    const visited = { outcome: 'target', url: 'https://t.me/ana', address: '127.0.0.1', ...client };
    expect(await visits(id)).toMatchObject([visited]);
    // Like a visit from before operating systems were recorded.
    await app.app.database.db.execute(sql`
      update split_visits set device = null, system = null, browser = null where split_link_id = ${id}`);
    expect(await visits(id)).toMatchObject([visited]);
  });

  it('redirects to an address with non-ASCII letters, which a header can’t carry unencoded', async () => {
    const { code } = await create({ targets: [{ url: 'https://t.me/ana?text=你好' }] });
    const later = await create({
      name: 'Later',
      targets: [{ url: 'https://t.me/ana', enabled: false }],
      defaultUrl: 'https://例子.example/é',
    });
    // The first visit is answered by the framework, the next one ahead of it.
    for (const _ of [1, 2]) {
      expect(await sentTo(code)).toBe('ana?text=%E4%BD%A0%E5%A5%BD');
      expect((await visit(later.code)).headers.get('location')).toBe('https://xn--fsqu00a.example/%C3%A9');
    }
  });

  it('rotates strictly across processes, however many visitors arrive at once', async () => {
    const { id, code } = await create();
    const rounds = Array.from({ length: 60 }, (_, at) => sentTo(code, { at: at % 2 === 0 ? app : other }));
    const counts = Map.groupBy(await Promise.all(rounds), (name) => name);
    expect([...counts].map(([name, all]) => [name, all.length]).sort()).toEqual([
      ['ana', 20],
      ['ben', 20],
      ['cat', 20],
    ]);
    await expect.poll(async () => (await get(id)).visits).toBe(60);
  });

  it('continues where a process stopped that had the rotation alone', async () => {
    const alone = await startTestApp();
    onTestFinished(() => alone.close());
    const { code } = await create({}, await alone.registerOwner({ characters: 0 }), alone);
    expect([await sentTo(code, { at: alone }), await sentTo(code, { at: alone })]).toEqual(['ana', 'ben']);
    const { rows } = await alone.app.database.db.execute(sql`select 1 from split_rotations`);
    expect(rows).toEqual([]);
    const next = await startTestApp({ databaseUrl: alone.databaseUrl });
    onTestFinished(() => next.close());
    expect([await sentTo(code, { at: next }), await sentTo(code, { at: alone })]).toEqual(['cat', 'ana']);
  });

  it('sends no visitor to a target above its daily cap, in any process', async () => {
    const targets = [
      { url: 'https://t.me/ana', dailyCap: 5 },
      { url: 'https://t.me/ben', dailyCap: 7 },
    ];
    const { id, code } = await create({ targets, defaultUrl: 'https://shop.example/later' });
    const all = Array.from({ length: 20 }, (_, at) => sentTo(code, { at: at % 2 === 0 ? app : other }));
    const counts = Map.groupBy(await Promise.all(all), (name) => name);
    expect([...counts].map(([name, list]) => [name, list.length]).sort()).toEqual([
      ['ana', 5],
      ['ben', 7],
      ['later', 8],
    ]);
    expect((await get(id)).targets.map(({ takenToday }) => takenToday)).toEqual([5, 7]);
  });

  it('draws a target at random if the database gives no turn in time', async () => {
    const { code } = await create();
    await sentTo(code);
    const target = await transaction(app.app.database, async (tx) => {
      await tx.db.execute(sql`lock table split_rotations in access exclusive mode`);
      return sentTo(code);
    });
    expect(['ana', 'ben', 'cat']).toContain(target);
  });

  it('keeps an address’s target while it is enabled', async () => {
    const { id, code, version, targets } = await create({ bindsAddress: true });
    const from = (address: string, at = app) => sentTo(code, { headers: { 'x-forwarded-for': address }, at });
    const first = await Promise.all(['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((address) => from(address)));
    expect([...first].sort()).toEqual(['ana', 'ben', 'cat']);
    expect(await Promise.all(['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((a) => from(a, other)))).toEqual(
      first,
    );
    const disabled = first[0];
    const { name, platform, eligibility, mode, defaultUrl, pageText, remark, expiresAt } = await get(id);
    const changed = targets.map(({ url }) => ({ url, enabled: !url.endsWith(`/${disabled}`) }));
    const kept = { name, platform, eligibility, mode, defaultUrl, pageText, remark, expiresAt };
    const body = { ...kept, splitLinkId: id, version, bindsAddress: true, targets: changed };
    await app.call(api.updateSplitLink, { body }, owner.token);
    const second = await from('192.0.2.1');
    expect(second).not.toBe(disabled);
    // Takes effect within a second in the other process.
    await expect.poll(() => from('192.0.2.1', other)).toBe(second);
    // An address counts as one visitor a day, however often it visits.
    await expect.poll(async () => (await get(id)).visits).toBeGreaterThanOrEqual(8);
    const { rows } = await app.app.database.db.execute<{ visitors: number }>(
      sql`select visitors from split_link_days where split_link_id = ${id}`,
    );
    expect(rows).toEqual([{ visitors: 3 }]);
  });

  it('shows the page where there is no target, and takes a contact', async () => {
    const { id, code } = await create({
      pageText: '<b>Back at nine</b>',
      targets: [{ url: 'https://t.me/ana', enabled: false }],
    });
    const shown = await visit(code, { headers: { 'accept-language': 'es-MX,es;q=0.9' } });
    const html = await shown.text();
    expect(shown.status).toBe(200);
    expect(html).toContain('lang="es"');
    expect(html).toContain('&lt;b&gt;Back at nine&lt;/b&gt;');
    const post = (body: string) =>
      visit(code, { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    const refused = await post('name=Luc%C3%ADa&contact=&message=%C2%BFHola%3F');
    expect(refused.status).toBe(422);
    const again = await refused.text();
    expect(again).toContain('&lt;b&gt;Back at nine&lt;/b&gt;');
    expect(again).toContain('value="Lucía"');
    expect(again).toContain('¿Hola?</textarea>');
    expect((await post('name=x&contact=&extra=1')).status).toBe(422);
    expect(await (await post('name=Luc%C3%ADa&contact=%2B34600&message=%C2%BFHola%3F')).text()).toContain(
      'Thank you',
    );
    const { list } = await app.call(api.splitLinkContacts, { query: { splitLinkId: id } }, owner.token);
    expect(list).toMatchObject([{ name: 'Lucía', contact: '+34600', message: '¿Hola?' }]);
    expect((await get(id)).contacts).toBe(1);
    await expect.poll(() => visits(id)).toMatchObject([{ outcome: 'page', url: null }]);
  });

  it('sends a visitor to the default address when the link has expired or is not for their device', async () => {
    const past = await create({ expiresAt: Date.now() - 1_000, defaultUrl: 'https://shop.example/over' });
    expect(await sentTo(past.code)).toBe('over');
    const phones = await create({
      name: 'Phones',
      device: 'mobile',
      defaultUrl: 'https://shop.example/desk',
    });
    expect(await sentTo(phones.code)).toBe('desk');
    expect(await sentTo(phones.code, { headers: { 'sec-ch-ua-mobile': '?1' } })).toBe('ana');
  });

  it('redirects from a code in capitals or with trailing slashes, and never shows another app’s page', async () => {
    const { id, code } = await create();
    expect(await sentTo(code.toUpperCase())).toBe('ana');
    for (const written of [`${code}/`, `${code.toUpperCase()}//`]) {
      const { status, headers } = await visit(written);
      expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
        302,
        `/s/${code}`,
        'no-store',
      ]);
    }
    for (const odd of [`${code}/more`, '', '/', `${code}.`]) {
      const shown = await visit(odd, { headers: { 'accept-language': 'es' } });
      expect([odd, shown.status]).toEqual([odd, 404]);
      expect(await shown.text()).toContain('Este enlace no está disponible');
    }
    await expect.poll(() => visits(id)).toHaveLength(1);
  });

  it('answers alike for a link that is disabled, deleted or never existed', async () => {
    const { id, code } = await create();
    await app.call(api.enableSplitLinks, { body: { ids: [id], enabled: false } }, owner.token);
    const [disabled, unknown, odd] = await Promise.all(
      [code, 'zzzzzzzz', '..%2Fapi'].map((one) => visit(one)),
    );
    expect([disabled?.status, unknown?.status, odd?.status]).toEqual([404, 404, 404]);
    expect(await disabled?.text()).toBe(await unknown?.text());
    await app.call(api.enableSplitLinks, { body: { ids: [id], enabled: true } }, owner.token);
    expect(await sentTo(code)).toBe('ana');
    // The other process notices the disabling within a second.
    await visit(code, { at: other });
    await app.call(api.deleteSplitLinks, { body: { ids: [id] } }, owner.token);
    expect((await visit(code)).status).toBe(404);
    await expect.poll(async () => (await visit(code, { at: other })).status).toBe(404);
    const left = () =>
      app.app.database.db.execute(sql`
        select 1 from split_visits where split_link_id = ${id} union all
        select 1 from split_targets where split_link_id = ${id}`);
    await expect.poll(async () => (await left()).rowCount).toBe(0);
  });
});

describe('a request that is no visit', () => {
  it.each([
    ['a preview of a link', { headers: { 'user-agent': 'WhatsApp/2.25.1 A' } }],
    ['a prefetch', { headers: { 'sec-purpose': 'prefetch' } }],
    ['a HEAD request', { method: 'HEAD' }],
  ])('leads %s without a turn and a count', async (_what, how) => {
    const { id, code } = await create();
    expect(await sentTo(code, how)).toBe('ana');
    expect(await sentTo(code)).toBe('ana');
    await expect.poll(() => visits(id)).toHaveLength(1);
  });
});

it('shows the link’s own preview to robots only, and counts none of them', async () => {
  const preview = { previewTitle: 'Spring & more', previewImageUrl: 'https://shop.example/a.png' };
  const { id, code } = await create(preview);
  const robot = await visit(code, { headers: { 'user-agent': 'TelegramBot (like TwitterBot)' } });
  expect(robot.status).toBe(200);
  const html = await robot.text();
  expect(html).toContain('<meta property="og:title" content="Spring &amp; more">');
  expect(html).toContain('<a href="https://t.me/ana">');
  expect(await sentTo(code, { headers: { 'sec-purpose': 'prefetch' } })).toBe('ana');
  expect(await sentTo(code)).toBe('ana');
  await expect.poll(() => visits(id)).toHaveLength(1);
});

it('answers with a page when a person leaves too many contacts', async () => {
  const strict = await startTestApp({ databaseUrl: app.databaseUrl, config: { RATE_LIMIT_FACTOR: '0.1' } });
  const { code } = await create({ targets: [{ url: 'https://t.me/ana', enabled: false }] });
  const post = () =>
    visit(code, {
      at: strict,
      method: 'POST',
      body: 'contact=%2B34600&message=%C2%BFHola%3F',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'es' },
    });
  expect((await post()).status).toBe(200);
  const refused = await post();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const page = await refused.text();
  expect(page).toContain('Inténtelo más tarde');
  expect(page).toContain('value="+34600"');
  expect(page).toContain('¿Hola?</textarea>');
  await strict.close();
});

it('sets aside a batch of visits that can not be counted, and counts the others', async () => {
  const { id, code } = await create();
  await app.app.database.db.execute(sql`
    insert into split_visit_batches (id, visits, size)
    values ('00000000-0000-7000-8000-000000000000', '[{"workspaceId": "no id"}]', 1)`);
  await visit(code);
  await expect.poll(async () => (await get(id)).visits).toBe(1);
  const { rows } = await app.app.database.db.execute(sql`select set_aside from split_visit_batches`);
  expect(rows).toEqual([{ set_aside: true }]);
});

it('stores the visits of a server that stops', async () => {
  const stopping = await startTestApp({ databaseUrl: app.databaseUrl });
  const { id, code } = await create();
  await Promise.all(Array.from({ length: 30 }, () => visit(code, { at: stopping })));
  await stopping.close();
  expect((await get(id)).visits).toBe(30);
});
