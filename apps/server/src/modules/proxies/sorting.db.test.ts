import * as proxiesApi from '@parley/contract/proxies';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proxies } from '../../schema/proxies.ts';
import { allBatches, allPages, sorted, sortsOf } from '../../testing/sorted.ts';
import { readBatch } from './queries.ts';
import {
  type ProxiesHarness,
  type ProxiesWorkspace,
  startProxiesHarness,
} from './testing/proxies-harness.ts';

const columns: Record<string, (row: proxiesApi.StoredProxy) => string | number | null> = {
  name: (row) => row.name.toLowerCase(),
  latency: (row) => row.latency,
  testedAt: (row) => row.testedAt,
  createdAt: (row) => row.createdAt,
};
const sorts = sortsOf(columns, proxiesApi.proxySort);

let harness: ProxiesHarness;
let world: ProxiesWorkspace;
beforeAll(async () => {
  harness = await startProxiesHarness();
  world = await harness.workspace();
  // Ties in every column; every third one was never tested.
  await harness.database.db.execute(sql`
    insert into ${proxies} (workspace_id, id, name, network_protocol, host, port, user_name, password, range, latency,
                         tested_at, created_at)
    select ${world.workspaceId}, gen_random_uuid(), (array['zurich', 'Madrid', 'madrid', 'Oslo'])[1 + n % 4], 'http',
      'h' || n || '.example.com', 80, '', '', 'all', case when n % 3 > 0 then n % 5 * 10 end,
      case when n % 3 > 0 then timestamptz '2026-01-01' + n % 4 * interval '1 day' end,
      timestamptz '2026-01-01' + n / 2 * interval '1 hour'
    from generate_series(0, 11) n`);
});
afterAll(() => harness.close());

const page = async (query: { pageNo?: number; pageSize: number; sort?: proxiesApi.ProxySort }) =>
  (await world.page(query)).list;

describe.each(sorts)('proxies by %s', (sort, keyOf) => {
  it.each([1, 5])('lists in order over pages of %i, untested ones last', async (pageSize) => {
    const pages = await allPages((place) => page({ ...place, sort }), pageSize);
    expect(pages).toEqual(sorted(await page({ pageSize: 200 }), sort, keyOf));
  });

  it('exports proxies in the order of the list over all batches', async () => {
    const ids = await allBatches(
      (place) => readBatch(harness.database, world.workspaceId, { ...place, sort }),
      5,
    );
    expect(ids).toEqual(sorted(await page({ pageSize: 200 }), sort, keyOf));
  });
});

it('lists proxies newest first unless sorted', async () => {
  const unsorted = await page({ pageSize: 200 });
  expect(unsorted.map(({ id }) => id)).toEqual(sorted(unsorted, 'createdAt.desc', (row) => row.createdAt));
});
