/** Short links over HTTP, as browsers and robots open them. */
import * as api from '@parley/contract/split-links';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { splitVisits } from '../../../schema/split-links.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestOwner } from '../../../testing/test-people.ts';
import { addLink } from '../prospective-fans/testing/left-contacts.ts';
import { browser } from '../testing/redirect-process.ts';
import { plainForm } from '../testing/split-links-harness.ts';

let app: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  // One person leaves up to ten contacts in ten minutes.
  app = await startTestApp({ config: { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_FACTOR: '1' } });
  owner = await app.registerOwner({ characters: 0 });
});
afterAll(() => app.close());

const create = (changes: Parameters<typeof addLink>[2] = {}) =>
  addLink(app, owner.token, { ...plainForm, ...changes });
const get = (splitLinkId: string) => app.call(api.getSplitLink, { query: { splitLinkId } }, owner.token);
const visitsOf = async (splitLinkId: string) =>
  (await app.call(api.splitLinkVisits, { query: { splitLinkId } }, owner.token)).list;

type Visitor = { headers?: Record<string, string>; method?: string; body?: string };
const visit = (code: string, { headers = {}, method = 'GET', body }: Visitor = {}) =>
  fetch(`${app.url}/s/${code}`, {
    method,
    redirect: 'manual',
    headers: { 'user-agent': browser, ...headers },
    ...(body === undefined ? {} : { body }),
  });
const locationOf = async (code: string, visitor?: Visitor) =>
  (await visit(code, visitor)).headers.get('location');
/** Counted once the process has stored and counted what is pending. */
const counted = (id: string, visits: number) =>
  expect.poll(async () => (await get(id)).visits, { interval: 50, timeout: 10_000 }).toBe(visits);
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const post = (code: string, body: string, headers: Record<string, string> = {}) =>
  visit(code, { method: 'POST', body, headers: { ...form, ...headers } });
const disabled = [{ url: 'https://t.me/ana', enabled: false }];

describe('a short link', () => {
  it('redirects a visitor without a referrer, and records the visit', async () => {
    const { id, code } = await create();
    const answer = await visit(`${code}?utm_source=leaflet&utm_source=x`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('https://t.me/ana');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    await counted(id, 1);
    const client = { userAgent: browser, device: 'desktop', system: 'Windows', browser: 'Chrome' };
    const visited = { outcome: 'target', url: 'https://t.me/ana', address: '127.0.0.1', ...client };
    expect(await visitsOf(id)).toMatchObject([visited]);
    // Like a visit from before operating systems were recorded.
    const unread = { device: null, system: null, browser: null };
    await app.app.database.db.update(splitVisits).set(unread).where(eq(splitVisits.splitLinkId, id));
    expect(await visitsOf(id)).toMatchObject([visited]);
  });

  it('redirects to an address with non-ASCII letters, which a header can’t carry unencoded', async () => {
    const { code } = await create({ targets: [{ url: 'https://t.me/ana?text=你好' }] });
    const later = await create({ targets: disabled, defaultUrl: 'https://例子.example/é' });
    // The first visit is answered by the framework, the next one ahead of it.
    for (const _ of [1, 2]) {
      expect(await locationOf(code)).toBe('https://t.me/ana?text=%E4%BD%A0%E5%A5%BD');
      expect(await locationOf(later.code)).toBe('https://xn--fsqu00a.example/%C3%A9');
    }
  });

  it('redirects from a code in capitals or with trailing slashes, and never shows another app’s page', async () => {
    const { id, code } = await create();
    expect(await locationOf(code.toUpperCase())).toBe('https://t.me/ana');
    for (const written of [`${code}/`, `${code.toUpperCase()}//`]) {
      const { status, headers } = await visit(written);
      expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
        302,
        `/s/${code}`,
        'no-store',
      ]);
    }
    for (const odd of [`${code}/more`, '', '/', `${code}.`, '..%2Fapi']) {
      const shown = await visit(odd, { headers: { 'accept-language': 'es' } });
      expect([odd, shown.status]).toEqual([odd, 404]);
      expect(await shown.text()).toContain('Este enlace no está disponible');
    }
    await counted(id, 1);
  });

  it('answers alike when it is disabled, deleted or never existed', async () => {
    const { id, code } = await create();
    const body = { ids: [id] };
    const unknown = await visit('zzzzzzzz');
    expect(unknown.status).toBe(404);
    const page = await unknown.text();
    await app.call(api.enableSplitLinks, { body: { ...body, enabled: false } }, owner.token);
    const shown = await visit(code);
    expect([shown.status, await shown.text()]).toEqual([404, page]);
    await app.call(api.enableSplitLinks, { body: { ...body, enabled: true } }, owner.token);
    expect(await locationOf(code)).toBe('https://t.me/ana');
    await app.call(api.deleteSplitLinks, { body }, owner.token);
    const gone = await visit(code);
    expect([gone.status, await gone.text()]).toEqual([404, page]);
    // A job deletes its data.
    const left = () => app.app.database.db.$count(splitVisits, eq(splitVisits.splitLinkId, id));
    await expect.poll(left, { interval: 50 }).toBe(0);
  });

  it('shows its own preview to robots, and redirects a HEAD request', async () => {
    const preview = { previewTitle: 'Spring & more', previewImageUrl: 'https://shop.example/a.png' };
    const { code } = await create(preview);
    const robot = await visit(code, { headers: { 'user-agent': 'TelegramBot (like TwitterBot)' } });
    expect(robot.status).toBe(200);
    const html = await robot.text();
    expect(html).toContain('<meta property="og:title" content="Spring &amp; more">');
    expect(html).toContain('<a href="https://t.me/ana">');
    expect(await locationOf(code, { method: 'HEAD' })).toBe('https://t.me/ana');
  });
});

describe('the page of a link without a target', () => {
  it('shows the owner’s text in the visitor’s language, and takes a contact', async () => {
    const { id, code } = await create({ pageText: '<b>Back at nine</b>', targets: disabled });
    const shown = await visit(code, { headers: { 'accept-language': 'es-MX,es;q=0.9' } });
    const html = await shown.text();
    expect(shown.status).toBe(200);
    expect(html).toContain('lang="es"');
    expect(html).toContain('&lt;b&gt;Back at nine&lt;/b&gt;');
    const refused = await post(code, 'name=Luc%C3%ADa&contact=&message=%C2%BFHola%3F');
    expect(refused.status).toBe(422);
    const again = await refused.text();
    expect(again).toContain('&lt;b&gt;Back at nine&lt;/b&gt;');
    expect(again).toContain('value="Lucía"');
    expect(again).toContain('¿Hola?</textarea>');
    expect((await post(code, 'name=x&contact=&extra=1')).status).toBe(422);
    const taken = await post(code, 'name=Luc%C3%ADa&contact=%2B34600&message=%C2%BFHola%3F');
    expect(await taken.text()).toContain('Thank you');
    const { list } = await app.call(api.splitLinkContacts, { query: { splitLinkId: id } }, owner.token);
    expect(list).toMatchObject([{ name: 'Lucía', contact: '+34600', message: '¿Hola?' }]);
  });

  it('answers with a page when a person leaves too many contacts', async () => {
    const { code } = await create({ targets: disabled });
    const person = { 'accept-language': 'es', 'x-forwarded-for': '192.0.2.50' };
    const send = () => post(code, 'contact=%2B34600&message=%C2%BFHola%3F', person);
    for (let sent = 0; sent < 10; sent += 1) expect((await send()).status).toBe(200);
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const page = await refused.text();
    expect(page).toContain('Inténtelo más tarde');
    expect(page).toContain('value="+34600"');
    expect(page).toContain('¿Hola?</textarea>');
  });
});
