/** The database's notifications, statement by statement, and a process that receives them. */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import { connectDatabase } from '../../../base/db/database.ts';
import { newId } from '../../../base/ids.ts';
import { createLog } from '../../../base/log.ts';
import { splitLinks } from '../../../schema/split-links.ts';
import { setOwnerDisabled } from '../../../testing/owner-row.ts';
import {
  type SplitLinksHarness,
  type SplitLinksWorld,
  startSplitLinksHarness,
} from '../testing/split-links-harness.ts';
import { createLinkChanges } from './link-changes.ts';

let harness: SplitLinksHarness;
let owner: SplitLinksWorld;
let listener: pg.Client;
let announced: string[] = [];

beforeAll(async () => {
  harness = await startSplitLinksHarness();
  owner = await harness.workspace();
  /** A workspace without a split link. */
  const other = await harness.workspace();
  for (const world of [owner, other]) {
    await world.account(world.ana, { platform: 'webchat', publicLink: 'https://shop.example/' });
    await world.workOrder(world.ana, 'webchat');
  }
  const { db } = harness.database;
  await db.execute(sql`insert into tenants (id, name, brand_name) values (${newId()}, '', '')`);
  for (const { workspaceId } of [owner, other]) await setOwnerDisabled({ db }, workspaceId, false);
  await db.execute(sql`update workspaces set tenant_id = (select id from tenants)`);
  const sources = [{ kind: 'sub-account' as const, id: owner.ana }];
  await owner.create({ platform: 'webchat', targets: [{ url: 'https://shop.example/chat' }], sources });
  listener = new pg.Client({ connectionString: harness.url });
  await listener.connect();
  listener.on('notification', ({ payload }) => announced.push(payload ?? ''));
  await listener.query('listen "split-links:changed"');
});
afterAll(async () => {
  await listener.end();
  await harness.close();
});

/** Returns the workspaces that a statement sends notifications for. */
async function announcedBy(statement: string): Promise<string[]> {
  await listener.query('select 1');
  announced = [];
  const { rowCount } = await listener.query(statement);
  expect(rowCount, 'rows that were changed').toBeGreaterThan(0);
  await listener.query('select 1');
  return announced;
}

const own = () => [owner.workspaceId];

describe('a change of the data that decides where a link leads', () => {
  it.each([
    `update split_links set enabled = not enabled`,
    `update split_links set version = version + 1`,
    `update split_links set expires_at = now()`,
    `update split_targets set weight = weight + 1`,
    `update split_targets set enabled = not enabled`,
    `insert into split_targets (workspace_id, id, split_link_id, place, url, weight, enabled)
      select workspace_id, gen_random_uuid(), split_link_id, 7, 'https://x.example/', 1, true from split_targets limit 1`,
    `delete from split_targets where place = 7`,
    `insert into split_link_settings (workspace_id, addresses) select workspace_id, 'truncated' from split_links`,
    `update split_link_settings set addresses = 'whole'`,
    `update split_sources set weight = weight + 1`,
    `insert into split_source_accounts (workspace_id, split_link_id, social_account_id, enabled)
      select s.workspace_id, s.split_link_id, a.id, false from split_sources s join social_accounts a using (workspace_id)`,
    `delete from split_source_accounts`,
    `update social_accounts set state = 'refused'`,
    `update social_accounts set state = 'online'`,
    `update social_accounts set enabled = not enabled`,
    `update social_accounts set public_link = 'https://y.example/'`,
    `update social_accounts set deleted_at = now()`,
    `update sub_accounts set status = 'disabled'`,
    `update work_orders set status = 'closed'`,
    `update users set disabled = not disabled`,
    `update tenants set enabled = not enabled`,
  ])('announces its workspace, and none without split links: %s', async (statement) => {
    expect(await announcedBy(statement)).toEqual(own());
  });

  it('announces an account that is added', async () => {
    await listener.query('select 1');
    announced = [];
    await owner.account(owner.ana, { platform: 'webchat' });
    await listener.query('select 1');
    expect(announced).toEqual(own());
  });

  it.each([
    `update split_links set visits = visits + 1, contacts = contacts + 1`,
    `update split_targets set visits = visits + 1`,
    `update social_accounts set state = state, enabled = enabled, muted_for = muted_for`,
    `update sub_accounts set status = status`,
    `update users set disabled = disabled, nickname = 'Ana'`,
    `update tenants set enabled = enabled, name = 'Sailors'`,
  ])(
    'announces nothing as visits and contacts are counted, or where nothing changes: %s',
    async (statement) => {
      expect(await announcedBy(statement)).toEqual([]);
    },
  );

  /** Columns, by table, that don't affect cached links; a new column must be added here or to a trigger. */
  it.each([
    ['split_links', 'workspace_id id name code domain_id remark visits contacts created_at'],
    ['split_targets', 'workspace_id id split_link_id visits'],
  ])('leaves out of %s what decides nothing', async (table, undecisive) => {
    const { rows } = await listener.query<{ name: string; announced: boolean }>(
      `select a.attname as name, exists (
         select from pg_trigger t where t.tgrelid = a.attrelid and t.tgname like '%_announced' and a.attnum = any(t.tgattr)
       ) as announced
       from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
      [table],
    );
    const silent = rows.filter((column) => !column.announced).map(({ name }) => name);
    expect(silent.sort()).toEqual(undecisive.split(' ').sort());
  });
});

/** `seen`: the workspaces of the changes notified, null for any. */
function follow() {
  const database = connectDatabase(harness.url, createLog('silent'), 2);
  const changes = createLinkChanges({ database, clock: systemClock, log: createLog('silent') });
  const seen: (string | null)[] = [];
  changes.subscribe((workspaceId) => seen.push(workspaceId));
  onTestFinished(async () => {
    await changes.close();
    await database.close();
  });
  return { changes, seen };
}

describe('a process that receives the notifications', () => {
  it('receives each change before the time up to which it knows all changes passes it', async () => {
    const { changes, seen } = follow();
    await expect.poll(() => Date.now() - changes.knownUntil()).toBeLessThan(400);
    expect(seen).toEqual([null]);
    await harness.database.db.execute(sql`update ${splitLinks} set version = version + 1`);
    const changedAt = Date.now();
    await expect.poll(() => changes.knownUntil(), { interval: 5 }).toBeGreaterThan(changedAt);
    expect(seen).toEqual([null, owner.workspaceId]);
  });

  it('reports that any link may have changed when its connection was lost', async () => {
    const { changes, seen } = follow();
    await expect.poll(() => changes.knownUntil()).toBeGreaterThan(0);
    const { rows } = await listener.query<{ pid: number }>(
      `select pid from pg_stat_activity where pid <> pg_backend_pid() and query in ('select 1', 'listen "split-links:changed"')`,
    );
    for (const { pid } of rows) await listener.query('select pg_terminate_backend($1)', [pid]);
    const lostAt = Date.now();
    await expect.poll(() => changes.knownUntil(), { timeout: 5_000 }).toBeGreaterThan(lostAt);
    expect(seen).toEqual([null, null]);
  });
});
