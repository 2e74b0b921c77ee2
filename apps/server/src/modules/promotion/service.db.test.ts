/** Invitation links and their clicks, in a real database. */
import { invitationCode } from '@parley/contract/promotion';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../base/ids.ts';
import { createLog } from '../../base/log.ts';
import { invitationClicks, invitationLinks } from '../../schema/promotion.ts';
import { workspaces } from '../../schema/workspaces.ts';
import { createDefaultLink } from './service.ts';
import { countClick, insertDefaultLink } from './store.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, createLog('silent'));
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

/** Creates a workspace in Shanghai, eight hours ahead all year, and returns it with its code. */
async function openWorkspace(): Promise<{ workspaceId: WorkspaceId; code: string }> {
  const workspaceId = trustWorkspaceId(newId());
  await database.db.insert(workspaces).values({ id: workspaceId, timeZone: 'Asia/Shanghai' });
  await transaction(database, (tx) => createDefaultLink(tx, workspaceId));
  return { workspaceId, code: (await codesOf(workspaceId))[0] ?? '' };
}
const codesOf = async (workspaceId: WorkspaceId) =>
  (await database.db.select().from(invitationLinks).where(eq(invitationLinks.workspaceId, workspaceId))).map(
    ({ code }) => code,
  );
const clicksOf = async (workspaceId: WorkspaceId) =>
  (
    await database.db
      .select()
      .from(invitationClicks)
      .where(eq(invitationClicks.workspaceId, workspaceId))
      .orderBy(invitationClicks.day)
  ).map(({ day, clicks }) => [day, clicks]);

describe('createDefaultLink', () => {
  it('gives every workspace a separate invitation code that is easy to type', async () => {
    const found = [(await openWorkspace()).code, (await openWorkspace()).code];
    expect(new Set(found).size).toBe(2);
    for (const code of found) {
      expect(code).toMatch(/^[a-z2-9]{10}$/);
      expect(invitationCode.safeParse(code).success).toBe(true);
    }
  });

  it('gives a workspace only one default link', async () => {
    const { workspaceId, code } = await openWorkspace();
    await expect(transaction(database, (tx) => createDefaultLink(tx, workspaceId))).rejects.toThrow();
    expect(await codesOf(workspaceId)).toEqual([code]);
  });

  it('reports a code that another workspace has, so that another one is generated', async () => {
    const { code } = await openWorkspace();
    const workspaceId = trustWorkspaceId(newId());
    await database.db.insert(workspaces).values({ id: workspaceId });
    const insert = (text: string) =>
      transaction(database, (tx) => insertDefaultLink(tx, { workspaceId, id: newId(), code: text }));
    expect([await insert(code), await insert('abcdefgh22')]).toEqual([false, true]);
    expect(await codesOf(workspaceId)).toEqual(['abcdefgh22']);
  });
});

describe('countClick', () => {
  it('counts clicks on the day in the workspace’s time zone, and loses no concurrent one', async () => {
    const { workspaceId, code } = await openWorkspace();
    const late = new Date('2026-05-06T15:59:59Z');
    await Promise.all(Array.from({ length: 20 }, () => countClick(database, code, late)));
    await countClick(database, code, new Date('2026-05-06T16:00:00Z'));
    expect(await clicksOf(workspaceId)).toEqual([
      ['2026-05-06', 20],
      ['2026-05-07', 1],
    ]);
  });

  it('counts a click on an unknown code nowhere', async () => {
    const { workspaceId } = await openWorkspace();
    const before = await database.db.$count(invitationClicks);
    await countClick(database, 'nobodys1', new Date());
    expect(await clicksOf(workspaceId)).toEqual([]);
    expect(await database.db.$count(invitationClicks)).toBe(before);
  });
});
