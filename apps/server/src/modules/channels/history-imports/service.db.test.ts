/** Imports that an owner starts, cancels and continues, in a real database. */
import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemOrigin } from '../../../base/http/origin.ts';
import { newId } from '../../../base/ids.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';
import { auditEntries } from '../../../schema/audit.ts';
import { historyImports } from '../../../schema/channels/history-imports.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { cancelImport, retryImport, startImport } from './service.ts';
import { latestImports } from './store.ts';
import { type ImportAccount, type ImportHarness, startImportHarness } from './testing/import-harness.ts';
import { type HistoryPages, oldMessage } from './testing/open-import.ts';

let harness: ImportHarness;
let own: Awaited<ReturnType<ImportHarness['open']>>;
let emitted: string[];
beforeAll(async () => {
  harness = await startImportHarness();
});
beforeEach(async () => {
  own = await harness.open();
  emitted = [];
});
afterAll(() => harness.close());

const emitter = { emit: (event: string) => void emitted.push(event) };
const deps = () => ({
  database: harness.database,
  clock: { now: Date.now, sleep: async () => undefined },
  // An act on an import uses no more of it.
  realtime: { console: () => emitter, desk: () => emitter } as unknown as RealtimeServer,
});
const start = ({ workspaceId, id }: Pick<ImportAccount, 'workspaceId' | 'id'> = own.account) =>
  startImport(deps(), workspaceId, id, 'all', systemOrigin);
const cancel = () => cancelImport(deps(), own.account.workspaceId, own.account.id, systemOrigin);
const retry = () => retryImport(deps(), own.account.workspaceId, own.account.id, systemOrigin);
async function latest() {
  const { workspaceId, id } = own.account;
  const row = (await latestImports(harness.database, workspaceId, [id])).get(id);
  if (row === undefined) throw new Error('there is no import');
  return row;
}
const one: HistoryPages = () => [{ ok: true, messages: [oldMessage(1)], position: null }];
const run = async (pages: HistoryPages = one) => own.run((await latest()).id, pages);

it('runs one import of an account at a time, which its owner can cancel and continue', async () => {
  await expect(cancel()).rejects.toThrow('channel.history-not-running');
  await expect(retry()).rejects.toThrow('channel.history-not-stopped');
  await start();
  expect(await latest()).toMatchObject({ state: 'waiting', range: 'all', since: null });
  await expect(start()).rejects.toThrow('channel.history-running');
  await expect(retry()).rejects.toThrow('channel.history-not-stopped');
  await cancel();
  expect(await latest()).toMatchObject({ state: 'cancelled', endedAt: expect.any(Date) });
  await expect(cancel()).rejects.toThrow('channel.history-not-running');
  await retry();
  expect(await latest()).toMatchObject({ state: 'waiting', endedAt: null });
  expect(await run()).toMatchObject({ state: 'done', messages: 1 });
  await expect(retry()).rejects.toThrow('channel.history-not-stopped');
  await start();
});

it('continues after the owner’s cancellation without importing a message twice', async () => {
  await start();
  const { id } = await latest();
  await own.run(id, async function* () {
    yield { ok: true, messages: [oldMessage(1)], position: 'a' };
    await cancel();
    yield { ok: true, messages: [oldMessage(2)], position: 'b' };
  });
  expect(await latest()).toMatchObject({ id, state: 'cancelled', messages: 1 });
  await retry();
  const positions: (string | null)[] = [];
  const end = await own.run(id, ({ position }) => {
    positions.push(position);
    return [{ ok: true, messages: [oldMessage(2)], position: null }];
  });
  expect(positions).toEqual(['a']);
  expect(end).toMatchObject({ state: 'done', messages: 2 });
});

it('records each act with what it concerns, and announces it', async () => {
  await start();
  await cancel();
  await retry();
  const { details, action } = auditEntries;
  const ofAccount = and(eq(auditEntries.objectId, own.account.id), like(action, '%history%'));
  const acts = await harness.database.db
    .select({ action, details })
    .from(auditEntries)
    .where(ofAccount)
    .orderBy(auditEntries.createdAt, auditEntries.id);
  expect(acts).toEqual([
    { action: 'social-account.history-started', details: { range: 'all' } },
    { action: 'social-account.history-cancelled', details: { messages: 0 } },
    { action: 'social-account.history-started', details: { range: 'all' } },
  ]);
  expect(emitted.length).toBeGreaterThanOrEqual(3);
});

it('refuses accounts of platforms without a history, and unknown ones', async () => {
  const { workspaceId, id } = own.account;
  await expect(start({ workspaceId, id: newId() })).rejects.toThrow('resource.not-found');
  await harness.database.db
    .update(socialAccounts)
    .set({ platform: 'webchat' })
    .where(eq(socialAccounts.id, id));
  await expect(start()).rejects.toThrow('channel.no-history');
  expect(await harness.database.db.$count(historyImports, eq(historyImports.socialAccountId, id))).toBe(0);
});
