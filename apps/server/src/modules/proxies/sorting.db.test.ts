import * as proxiesApi from '@parley/contract/proxies';
import { sql } from 'drizzle-orm';
import readWorkbook from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPages, sorted } from '../../testing/sorted.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestOwner } from '../../testing/test-people.ts';
import { readBatch } from './queries.ts';

const columns: Record<string, (row: proxiesApi.KeptProxy) => string | number | null> = {
  name: (row) => row.name.toLowerCase(),
  latency: (row) => row.latency,
  testedAt: (row) => row.testedAt,
  createdAt: (row) => row.createdAt,
};
const sorts = Object.entries(columns).flatMap(([column, keyOf]) =>
  ['asc', 'desc'].map((way) => [proxiesApi.proxySort.parse(`${column}.${way}`), keyOf] as const),
);

let app: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.registerOwner();
  // Ties in every column; every third one was never tested.
  await app.app.database.db.execute(sql`
    insert into proxies (workspace_id, id, name, network_protocol, host, port, user_name, password, range, latency,
                         tested_at, created_at)
    select ${owner.workspaceId}, gen_random_uuid(), (array['zurich', 'Madrid', 'madrid', 'Oslo'])[1 + n % 4], 'http',
      'h' || n || '.example.com', 80, '', '', 'all', case when n % 3 > 0 then n % 5 * 10 end,
      case when n % 3 > 0 then timestamptz '2026-01-01' + n % 4 * interval '1 day' end,
      timestamptz '2026-01-01' + n / 2 * interval '1 hour'
    from generate_series(0, 11) n`);
});
afterAll(() => app.close());

const page = async (query: { pageNo?: number; pageSize: number; sort?: proxiesApi.ProxySort }) =>
  (await app.call(proxiesApi.proxyPage, { query }, owner.token)).list;

describe.each(sorts)('proxies by %s', (sort, keyOf) => {
  it.each([1, 5])('lists in order over pages of %i, untested ones last', async (pageSize) => {
    const pages = await allPages((place) => page({ ...place, sort }), pageSize);
    expect(pages).toEqual(sorted(await page({ pageSize: 200 }), sort, keyOf));
  });

  it('exports proxies in the order of the list over all batches', async () => {
    const ids: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const batch = await readBatch(app.app.database, owner.workspaceId, { sort, cursor, pageSize: 5 });
      ids.push(...batch.list.map(({ id }) => id));
      if (batch.nextCursor === null) break;
      cursor = batch.nextCursor;
    }
    expect(ids).toEqual(sorted(await page({ pageSize: 200 }), sort, keyOf));
  });
});

it('proxies are exported in the reader’s language, without passwords', async () => {
  const other = await app.registerOwner({ characters: 0 });
  const body: proxiesApi.ProxyForm = {
    name: '=HYPERLINK("x")',
    networkProtocol: 'socks5',
    host: 'fra.proxy.example',
    port: 1080,
    proxyUserName: 'marta',
    proxyPassword: 's3cret-of-marta',
    range: 'all',
    subAccountIds: [],
  };
  const { id } = await app.call(proxiesApi.createProxy, { body }, other.token);
  await app.app.database.db.execute(sql`
    update proxies set status = 'failing', region = 'DE', problem = 'proxy-login: 407 No' where id = ${id}`);
  const download = async (language: string) => {
    const response = await fetch(`${app.url}/api/user/proxy/exportExcel?search=fra`, {
      headers: { authorization: `Bearer ${other.token}`, systemLanguageCode: language },
    });
    expect(response.status).toBe(200);
    const [sheet] = await readWorkbook(Buffer.from(await response.arrayBuffer()));
    return sheet?.data ?? [];
  };
  const [titles = [], row = [], ...others] = await download('EN');
  expect(others).toEqual([]);
  expect(Object.fromEntries(titles.map((title, n) => [String(title), row[n]]))).toMatchObject({
    Name: '=HYPERLINK("x")',
    Protocol: 'SOCKS5',
    Host: 'fra.proxy.example',
    Port: 1080,
    'User name': 'marta',
    'Used by': 'All accounts',
    Status: 'Not working',
    Region: 'Germany',
    Problem: 'The proxy rejected the user name or password: 407 No',
    'Social accounts': 0,
  });
  const chinese = JSON.stringify(await download('CN'));
  expect(chinese).toContain('不可用');
  expect(chinese).not.toContain('s3cret');
});

it('proxies come newest first unless sorted', async () => {
  const unsorted = await page({ pageSize: 200 });
  expect(unsorted.map(({ id }) => id)).toEqual(sorted(unsorted, 'createdAt.desc', (row) => row.createdAt));
});
