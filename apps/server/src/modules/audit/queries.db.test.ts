import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId } from '../../base/ids.ts';
import { createLog } from '../../base/log.ts';
import { record } from './index.ts';
import { type AuditEntryFilters, readAll, readOfWorkspace } from './queries.ts';

let own: TestDatabase;
let database: Database;
const workspaceId = trustWorkspaceId(newId());
const ownerId = newId();

beforeAll(async () => {
  own = await testDatabase();
  database = connectDatabase(own.url, createLog('silent'));
  await database.db.execute(sql`insert into workspaces (id) values (${workspaceId})`);
  await database.db.execute(sql`insert into users (id, kind, workspace_id, email, password_hash)
    values (${ownerId}, 'owner', ${workspaceId}, 'owner@example.com', 'x')`);
  const object = { kind: 'owner', id: ownerId } as const;
  const place = { address: '203.0.113.7', userAgent: 'Browser', tenantId: null };
  await transaction(database, async (tx) => {
    const owner = { ...place, actor: { kind: 'owner', id: ownerId, workspaceId } } as const;
    await record(tx, owner, { action: 'login.succeeded' }, { action: 'profile.changed', object });
    const operator = { ...place, actor: { kind: 'operator', id: newId(), workspaceId: null } } as const;
    await record(tx, operator, {
      action: 'owner.disabled',
      object,
      workspaceId,
      details: { reason: 'Has not paid', ended: 2 },
    });
  });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const read = (filters: AuditEntryFilters & { cursor?: string; pageNo?: number; pageSize?: number } = {}) =>
  readOfWorkspace(database, workspaceId, 'UTC', { pageSize: 10, ...filters });

it('an owner sees the operator’s acts, without the operator’s name, address and reason', async () => {
  const { list } = await read({ action: 'owner.disabled' });
  expect(list).toMatchObject([
    {
      actorKind: 'operator',
      actorId: null,
      actorName: '',
      address: null,
      userAgent: null,
      details: { ended: 2 },
    },
  ]);
  expect(list[0]?.details).not.toHaveProperty('reason');
  expect((await read({ address: '203.0.113.7' })).list).toHaveLength(2);
  const { list: whole } = await readAll(database, { pageSize: 10, action: 'owner.disabled' });
  expect(whole[0]).toMatchObject({ address: '203.0.113.7', details: { reason: 'Has not paid' } });
});

it('each filter returns its entries', async () => {
  const actions = async (filters: AuditEntryFilters) =>
    (await read(filters)).list.map(({ action }) => action).sort();
  const both = ['login.succeeded', 'profile.changed'];
  expect(await actions({ actor: 'OWNER@example.com' })).toEqual(both);
  expect(await actions({ actor: ownerId })).toEqual(both);
  expect(await actions({ address: '203.0.113.0/24', actorKind: 'owner' })).toEqual(both);
  expect(await actions({ object: 'owner@example.com' })).toEqual(['owner.disabled', 'profile.changed']);
  expect(await actions({ object: ownerId, action: 'profile.changed' })).toEqual(['profile.changed']);
  expect(await actions({ from: '2999-01-01' })).toEqual([]);
  expect(await actions({ to: '1999-01-01' })).toEqual([]);
});

it('pages follow each other without gaps or repetitions', async () => {
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await read({ cursor, pageSize: 1 });
    seen.push(...page.list.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(new Set(seen).size).toBe(3);
  expect(seen).toHaveLength(3);
});

it('a page by number equals the one that the cursor leads to', async () => {
  const all = (await read({ pageSize: 3 })).list.map(({ id }) => id);
  for (const pageNo of [1, 2, 3, 4]) {
    const { list } = await read({ pageSize: 1, pageNo });
    expect(list.map(({ id }) => id)).toEqual(all.slice(pageNo - 1, pageNo));
  }
});
