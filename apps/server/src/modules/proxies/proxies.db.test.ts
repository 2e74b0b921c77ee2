/** Proxies over HTTP. */
import * as proxiesApi from '@parley/contract/proxies';
import readWorkbook from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSecretBox } from '../../base/crypto/secrets.ts';
import { type RealProxy, startRealProxy } from '../../base/testing/real-proxy.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestOwner } from '../../testing/test-people.ts';
import { type CheckService, startCheckService } from './fixtures/check-service.ts';

let service: CheckService;
let real: RealProxy;
let app: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  [service, real] = await Promise.all([startCheckService(), startRealProxy('socks5')]);
  app = await startTestApp({ config: { PROXY_CHECK_URL: service.url } });
  owner = await app.registerOwner({ characters: 0 });
});
afterAll(async () => {
  await app.close();
  await real.close();
  await service.close();
});

it('adds, tests, changes, lists, exports and deletes proxies, without a password in any answer', async () => {
  const secret = real.access.proxyPassword;
  const form = { name: 'Madrid', ...real.access, range: 'all' as const, subAccountIds: [] };
  const { proxyPassword: _, ...place } = real.access;
  const created = await app.call(proxiesApi.createProxy, { body: form }, owner.token);
  expect(created).toMatchObject({ name: 'Madrid', status: 'untested', version: 1 });
  const { id } = created;
  const { rows } = await app.app.database.pool.query('select password from proxies where id = $1', [id]);
  expect(createSecretBox(app.config.secrets).open(rows[0].password, `proxy ${id}`)).toBe(secret);
  const tried = await app.call(proxiesApi.tryProxy, { body: { ...place, proxyId: id } }, owner.token);
  expect(tried).toMatchObject({ status: 'working', region: 'ES', testedAt: expect.any(Number) });
  const tested = await app.call(proxiesApi.testProxy, { body: { proxyId: id } }, owner.token);
  expect(tested).toMatchObject({ status: 'working', region: 'ES', latency: expect.any(Number) });
  const body = {
    ...place,
    name: 'Toledo',
    proxyId: id,
    version: 1,
    range: 'all' as const,
    subAccountIds: [],
  };
  const changed = await app.call(proxiesApi.updateProxy, { body }, owner.token);
  expect(changed).toEqual({ ...tested, name: 'Toledo', version: 2 });
  expect(await app.call(proxiesApi.getProxy, { query: { proxyId: id } }, owner.token)).toEqual(changed);
  const lines = 'http://m:s3cret@fra.proxy.example:1080 # Frankfurt';
  const imports = { body: { lines, range: 'all' as const, subAccountIds: [] } };
  expect(await app.call(proxiesApi.importProxies, imports, owner.token)).toEqual({ added: 1, problems: [] });
  const { list, total } = await app.call(proxiesApi.proxyPage, { query: {} }, owner.token);
  expect([list.map(({ name }) => name), total]).toEqual([['Frankfurt', 'Toledo'], 2]);
  const all = [created, tried, tested, changed, list];
  for (const password of [secret, 's3cret']) expect(JSON.stringify(all)).not.toContain(`"${password}"`);
  const ids = list.map((proxy) => proxy.id);
  expect(await app.call(proxiesApi.deleteProxies, { body: { ids } }, owner.token)).toEqual({ changed: 2 });
});

it('asks for the password in the reader’s language before it would be sent to another place', async () => {
  const { proxyPassword: _, ...place } = real.access;
  const asked = service.asked();
  const answer = await app.send(proxiesApi.tryProxy, { body: place }, owner.token);
  expect(answer).toMatchObject({
    status: 400,
    body: { data: { error: 'request.invalid', fields: { proxyPassword: 'This is required' } } },
  });
  expect(service.asked()).toBe(asked);
});

it('downloads the filtered list in the reader’s language', async () => {
  const lines = ['http://m:s3cret@fra.example:80 # Frankfurt', 'http://m:s3cret@mad.example:80'].join('\n');
  const body = { lines, range: 'all' as const, subAccountIds: [] };
  await app.call(proxiesApi.importProxies, { body }, owner.token);
  const response = await fetch(`${app.url}/api/user/proxy/exportExcel?search=fra`, {
    headers: { authorization: `Bearer ${owner.token}`, systemLanguageCode: 'CN' },
  });
  expect(response.status).toBe(200);
  const [sheet] = await readWorkbook(Buffer.from(await response.arrayBuffer()));
  const [titles, ...rows] = sheet?.data ?? [];
  expect(titles?.[0]).toBe('名称');
  expect(rows.map((row) => row[0])).toEqual(['Frankfurt']);
  expect(JSON.stringify(rows)).not.toContain('s3cret');
});
