import type { Connector, PlatformTemplate, TemplateList } from '@parley/connectors';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import type { Handler, Queue } from '../../../base/queue/queue.ts';
import { readFetch } from '../../message-templates/index.ts';
import { noPlatformTokens } from '../testing/no-platform-tokens.ts';
import { fetchTemplates, handleTemplateJobs } from './fetch-templates.ts';
import { fetchTemplatesSoon } from './jobs.ts';

let test: TestDatabase;
let database: Database;
let own: { workspaceId: WorkspaceId; account: string };
let answer: () => Promise<TemplateList>;
let asked: number;
let now: number;
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, pino({ level: 'silent' }));
});
afterAll(async () => {
  await database.close();
  await test.drop();
});
beforeEach(async () => {
  own = { workspaceId: trustWorkspaceId(newId()), account: newId() };
  const subAccountId = newId();
  const { pool } = database;
  await pool.query('insert into workspaces (id) values ($1)', [own.workspaceId]);
  await pool.query(
    `insert into sub_accounts (workspace_id, id, account_name, password_hash, remark) values ($1, $2, $3, '', '')`,
    [own.workspaceId, subAccountId, subAccountId],
  );
  await pool.query(
    `insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials)
     values ($1, $2, 'telegram', 'Bot', 'x', 'x', $3, '')`,
    [own.workspaceId, own.account, subAccountId],
  );
  asked = 0;
  now = 10_000_000;
  answer = async () => ({ ok: true, templates: [sale] });
});

const sale: PlatformTemplate = {
  id: 'sale',
  name: 'sale',
  language: 'en',
  category: '',
  state: 'approved',
  header: null,
  body: 'All is cheaper',
  footer: null,
  buttons: [],
};
// A fetch uses no other members of a connector.
const connector = {
  listTemplates: () => {
    asked += 1;
    return answer();
  },
} as unknown as Connector;
const deps = (found: Connector = connector) => ({
  database,
  connectors: { get: () => found, all: () => [found] },
  secrets: { open: () => '{}', seal: (text: string) => text },
  proxies: { findEgress: async () => new Map([[own.account, { kind: 'direct' }]]) } as never, // asks no more
  network: {} as never, // never asked for
  platformTokens: noPlatformTokens,
  clock: { now: () => now } as never, // nothing sleeps here
  log: pino({ level: 'silent' }),
});
const account = () => ({ workspaceId: own.workspaceId, id: own.account });
const fetchNow = () => fetchTemplates(deps(), account(), new AbortController().signal);

it.each<[string, () => Promise<TemplateList>, string]>([
  ['the platform’s sentence', async () => ({ ok: false, reason: 'No permission' }), 'No permission'],
  ['a fault of the connector’s', () => Promise.reject(new Error('no JSON')), 'platform-unreadable'],
])('keeps the earlier templates, and %s', async (_, next, problem) => {
  expect(await fetchNow()).toEqual({ fetchedAt: now, problem: null, leftOut: 0 });
  answer = next;
  now += 1;
  expect(await fetchNow()).toEqual({ fetchedAt: now - 1, problem, leftOut: 0 });
  answer = async () => ({ ok: true, templates: [sale, { ...sale, id: '' }] });
  expect(await fetchNow()).toEqual({ fetchedAt: now, problem: null, leftOut: 1 });
});

it('sends no request to a platform without templates', async () => {
  const none = {} as Connector; // nothing of it is asked for but this
  await expect(fetchTemplates(deps(none), account(), new AbortController().signal)).rejects.toMatchObject({
    error: 'template.unsupported',
  });
  await fetchTemplatesSoon(deps(none), { ...account(), platform: 'telegram' });
  const { rows } = await database.pool.query('select 1 from graphile_worker.jobs');
  expect(rows).toEqual([]);
});

it('fetches once when an account flaps within an hour, and again after a failure', async () => {
  for (let n = 0; n < 3; n += 1) await fetchTemplatesSoon(deps(), { ...account(), platform: 'telegram' });
  const { rows } = await database.pool.query(
    `select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'channels.fetch-templates'`,
  );
  expect(rows).toEqual([{ jobs: 1 }]);
  let run: Handler<never> = async () => undefined;
  // Registering handlers uses no more of a queue.
  const queue = { handle: (_: unknown, handler: Handler<never>) => (run = handler) } as unknown as Queue;
  handleTemplateJobs(queue, deps());
  const payload = { workspaceId: own.workspaceId, socialAccountId: own.account } as never; // of this job's shape
  const again = () => run(payload, { number: 1, last: false, signal: new AbortController().signal });
  await again();
  await again();
  expect(asked).toBe(1);
  now += 3_600_000;
  answer = async () => ({ ok: false, reason: 'busy' });
  await expect(again()).rejects.toThrow('busy');
  answer = async () => ({ ok: true, templates: [] });
  await again();
  expect(asked).toBe(3);
  expect((await readFetch(database, own.workspaceId, own.account)).problem).toBeNull();
  await transaction(database, (tx) => tx.db.execute('delete from graphile_worker._private_jobs'));
});
