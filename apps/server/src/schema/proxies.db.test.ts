import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../base/db/testing/test-database.ts';
import { createLog } from '../base/log.ts';
import { type ProxiedAccount, proxyOf, ringPoint } from './proxies.ts';

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await testDatabase();
  database = connectDatabase(own.url, createLog('silent'), 2);
  for (const id of [workspace, elsewhere])
    await database.db.execute(sql`insert into workspaces (id) values (${id})`);
  for (const id of [agent, colleague])
    await database.db.execute(sql`
      insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
      values (${workspace}, ${id}, ${id}, '', '')`);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const [workspace, elsewhere, agent, colleague] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];

async function pointOf(text: string): Promise<number> {
  const { rows } = await database.db.execute<{ point: number }>(
    sql`select ${ringPoint(sql`${text}`)} as point`,
  );
  return rows[0]?.point ?? Number.NaN;
}

describe('ringPoint', () => {
  it('gives a text the same point for ever', async () => {
    expect(await pointOf('2f1c4d5e-0000-4000-8000-000000000001')).toBe(165_409_175_690_749_570);
  });

  it('gives points from 0 to 2^60 - 1', async () => {
    const points = await Promise.all(Array.from({ length: 50 }, (_, i) => pointOf(`account ${i}`)));
    expect(Math.min(...points)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...points)).toBeLessThan(2 ** 60);
    expect(new Set(points).size).toBe(50);
  });
});

type Account = {
  workspaceId: string;
  id: string;
  subAccountId: string;
  proxyMode: string;
  proxyId: string | null;
};

describe('proxyOf', () => {
  beforeEach(async () => {
    await database.db.execute(sql`delete from proxies`);
  });

  const accountOf = (over: Partial<Account> = {}): Account => ({
    workspaceId: workspace,
    id: randomUUID(),
    subAccountId: agent,
    proxyMode: 'auto',
    proxyId: null,
    ...over,
  });

  async function found(account: Account): Promise<unknown> {
    const columns: ProxiedAccount = {
      workspaceId: sql`${account.workspaceId}::uuid`,
      id: sql`${account.id}::uuid`,
      subAccountId: sql`${account.subAccountId}::uuid`,
      proxyMode: sql`${account.proxyMode}`,
      proxyId: sql`${account.proxyId}::uuid`,
    };
    const { rows } = await database.db.execute<{ proxy_id: unknown }>(
      sql`select w.proxy_id from (select) one cross join ${proxyOf(columns)} w`,
    );
    expect(rows).toHaveLength(1);
    return rows[0]?.proxy_id;
  }

  /** Stores a proxy for all sub-accounts, at these points of the ring, or for one sub-account. */
  async function add(range: number[] | string, workspaceId = workspace): Promise<string> {
    const id = randomUUID();
    await database.db.execute(sql`
      insert into proxies (workspace_id, id, name, network_protocol, host, port, user_name, password, range)
      values (${workspaceId}, ${id}, '', 'http', ${id}, 8080, '', '', ${Array.isArray(range) ? 'all' : 'some'})`);
    if (typeof range === 'string')
      await database.db.execute(sql`insert into proxy_sub_accounts values (${workspaceId}, ${id}, ${range})`);
    else
      for (const point of range)
        await database.db.execute(sql`insert into proxy_points values (${workspaceId}, ${point}, ${id})`);
    return id;
  }

  it('finds one row without a proxy where there is none, and for a direct connection', async () => {
    expect(await found(accountOf())).toBeNull();
    await add([0]);
    expect(await found(accountOf({ proxyMode: 'direct' }))).toBeNull();
  });

  it('finds the proxy of the next point on the ring, and after the last point that of the first', async () => {
    const account = accountOf();
    const point = await pointOf(account.id);
    const first = await add([0]);
    expect(await found(account)).toBe(first);
    // Doubles are rounded at 2^60: a distance of 1,024 remains exact.
    await add([point - 1_024]);
    expect(await found(account)).toBe(first);
    const next = await add([point + 1_024]);
    expect(await found(account)).toBe(next);
  });

  it('prefers a proxy that names the sub-account, and keeps one of several for each account', async () => {
    const forAll = await add([0]);
    const named = [await add(agent), await add(agent)];
    expect(await found(accountOf({ subAccountId: colleague }))).toBe(forAll);
    const account = accountOf();
    const one = await found(account);
    expect(named).toContain(one);
    expect(await found(account)).toBe(one);
  });

  it('finds a chosen proxy as long as it applies to the sub-account, and no other instead', async () => {
    const [forAll, named] = [await add([0]), await add(agent)];
    const chosen = (proxyId: string, subAccountId = agent) =>
      found(accountOf({ proxyMode: 'chosen', proxyId, subAccountId }));
    expect(await chosen(forAll)).toBe(forAll);
    expect(await chosen(named)).toBe(named);
    expect(await chosen(named, colleague)).toBeNull();
    expect(await chosen(randomUUID())).toBeNull();
  });

  it('finds no proxy of another workspace', async () => {
    const other = await add([0], elsewhere);
    expect(await found(accountOf())).toBeNull();
    expect(await found(accountOf({ proxyMode: 'chosen', proxyId: other }))).toBeNull();
  });
});
