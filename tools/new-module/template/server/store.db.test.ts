/** __Plain nouns__ as they are stored, in a real database. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../base/ids.ts';
import { createLog } from '../../base/log.ts';
import { workspaces } from '../../schema/workspaces.ts';
import { readPage } from './queries.ts';
import { __nouns__Store } from './store.ts';

let held: TestDatabase;
let database: Database;
let workspaceId: WorkspaceId;
beforeAll(async () => {
  held = await testDatabase();
  database = connectDatabase(held.url, createLog('silent'));
});
afterAll(async () => {
  await database.close();
  await held.drop();
});
beforeEach(async () => {
  workspaceId = await openWorkspace();
});

async function openWorkspace(): Promise<WorkspaceId> {
  const id = trustWorkspaceId(newId());
  await database.db.insert(workspaces).values({ id });
  return id;
}
const createdAt = new Date('2026-05-01T12:00:00Z');
const insert = (name: string, owner = workspaceId) =>
  transaction(database, (tx) =>
    __nouns__Store.insert(tx, { workspaceId: owner, id: newId(), name, createdAt }),
  );
const listed = async () =>
  (await readPage(database, workspaceId, { pageNo: 1, pageSize: 20, sort: 'name.asc' })).list;

describe('__nouns__Store', () => {
  it('stores one of several concurrent __plain nouns__ with the same name', async () => {
    const stored = await Promise.all(Array.from({ length: 4 }, () => insert('First')));
    expect(stored.toSorted()).toEqual([false, false, false, true]);
    expect(await listed()).toEqual([{ id: expect.any(String), name: 'First', createdAt }]);
  });

  it('stores the same name once for each workspace', async () => {
    const stranger = await openWorkspace();
    expect([await insert('First'), await insert('First', stranger)]).toEqual([true, true]);
    expect(await listed()).toHaveLength(1);
  });
});
