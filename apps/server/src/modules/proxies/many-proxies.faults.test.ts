/** The list of a workspace with two thousand proxies for ten thousand sub-accounts, beside another of the same size. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { countReadRows } from '../../testing/count-read-rows.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { type ProxyQuery, readEgressProxies, readPage } from './queries.ts';
import { setRange } from './store.ts';

const subAccounts = 10_000;
const proxies = 2_000;
const first = { pageNo: 1, pageSize: 20, sort: 'createdAt.desc' } as const;

let app: TestApp;
const query = (text: string, values: unknown[] = []) => app.app.database.pool.query(text, values);

/**
 * Creates sub-accounts with one social account each. Either every other proxy names ten sub-accounts, or all proxies
 * are for everyone.
 */
async function seed(kind: 'all' | 'mixed'): Promise<WorkspaceId> {
  const { workspaceId } = await app.registerOwner({ characters: 0 });
  await query(
    `insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
     select $1, gen_random_uuid(), 'many-' || gen_random_uuid(), '', 'Sub' from generate_series(1, $2::int)`,
    [workspaceId, subAccounts],
  );
  await query(
    `insert into social_accounts
       (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials, enabled)
     select $1, gen_random_uuid(), 'telegram', 'Bot', id, '@bot', id, '', false
     from sub_accounts where workspace_id = $1 and not is_default`,
    [workspaceId],
  );
  await query(
    `insert into proxies (workspace_id, id, name, network_protocol, host, port, user_name, password, range)
     select $1, gen_random_uuid(), 'Proxy ' || n, 'http', 'h' || n || '.example.com', 80, 'm', '',
       case when $2 = 'mixed' and n % 2 = 0 then 'some' else 'all' end from generate_series(1, $3::int) n`,
    [workspaceId, kind, proxies],
  );
  await query('analyze sub_accounts, social_accounts, proxies');
  const all = await query(`select id from proxies where workspace_id = $1 and range = 'all'`, [workspaceId]);
  const ids = all.rows.map((row) => row.id);
  await transaction(app.app.database, (tx) => setRange(tx, workspaceId, ids, null));
  // Selected by array position: a join on row numbers is planned by guesses, some of which take a hundred million
  // steps.
  await query(
    `insert into proxy_sub_accounts select $1, p.id, s.ids[1 + (p.n * 7 + k) % 9000]
     from (select id, row_number() over () as n from proxies where workspace_id = $1 and range = 'some') p
     cross join generate_series(0, 9) k
     cross join (select array_agg(id) as ids from sub_accounts where workspace_id = $1) s`,
    [workspaceId],
  );
  return workspaceId;
}

const kinds = ['all', 'mixed'] as const;
const workspaces = new Map<(typeof kinds)[number], WorkspaceId>();
beforeAll(async () => {
  app = await startTestApp();
  for (const kind of kinds) workspaces.set(kind, await seed(kind));
  await query('analyze proxy_points, proxy_sub_accounts');
});
afterAll(() => app.close());

const of = (kind: (typeof kinds)[number]): WorkspaceId => {
  const workspaceId = workspaces.get(kind);
  if (!workspaceId) throw new Error('it was seeded');
  return workspaceId;
};
const filters: Partial<ProxyQuery & { pageNo: number }>[] = [
  {},
  { pageNo: 100 },
  { search: 'h19' },
  { status: 'untested', networkProtocol: 'http' },
];

describe.each(kinds)('a page where the ranges are: %s', (kind) => {
  it.each(filters)(
    'reads the rows on a page of %j, and of its workspace only what must be counted',
    async (filter) => {
      const page = { ...first, ...filter };
      const read: Record<string, number> = {};
      for (const table of ['proxies', 'social_accounts', 'proxy_points', 'proxy_sub_accounts']) {
        await transaction(app.app.database, async (tx) => {
          read[table] = await countReadRows(tx, table, async () => {
            expect((await readPage(tx, of(kind), page)).list).toHaveLength(20);
          });
        });
      }
      expect(read.proxies).toBeLessThanOrEqual(2 * proxies + 20);
      // A proxy has one or two dozen accounts, and twice as many points and neighbors.
      expect(read.social_accounts).toBeLessThanOrEqual(20 * 30);
      expect(read.proxy_points).toBeLessThanOrEqual(20 * 32 * 3);
      expect(read.proxy_sub_accounts).toBeLessThanOrEqual(20 * 60);
    },
  );

  it('finds the proxies that one sub-account may use', async () => {
    const { rows } = await query(
      `select s.id, count(r.proxy_id)::int as named from sub_accounts s
       left join proxy_sub_accounts r on r.workspace_id = s.workspace_id and r.sub_account_id = s.id
       where s.workspace_id = $1 group by s.id order by 2 desc limit 1`,
      [of(kind)],
    );
    const { total } = await readPage(app.app.database, of(kind), {
      ...first,
      subAccountId: rows[0].id,
    });
    expect(total).toBe(kind === 'all' ? proxies : proxies / 2 + rows[0].named);
  });

  it('counts each account once, for the proxy that the rule selects', async () => {
    const shown = new Map<string, number>();
    for (let pageNo = 1; pageNo <= proxies / 200; pageNo += 1) {
      const { list } = await readPage(app.app.database, of(kind), { ...first, pageNo, pageSize: 200 });
      for (const { id, socialAccounts } of list) if (socialAccounts > 0) shown.set(id, socialAccounts);
    }
    const { rows } = await query('select id, sub_account_id from social_accounts where workspace_id = $1', [
      of(kind),
    ]);
    const accounts = rows.map((row) => ({
      workspaceId: of(kind),
      id: row.id,
      subAccountId: row.sub_account_id,
      proxyMode: 'auto' as const,
      proxyId: null,
    }));
    const led = new Map<string, number>();
    for (const { id } of (await readEgressProxies(app.app.database, accounts)).values())
      led.set(id, (led.get(id) ?? 0) + 1);
    expect(shown).toEqual(led);
    expect([...led.values()].reduce((sum, n) => sum + n, 0)).toBe(subAccounts);
  });
});
