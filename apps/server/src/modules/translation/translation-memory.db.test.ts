import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../base/ids.ts';
import { createLog } from '../../base/log.ts';
import { createFakeClock } from './fakes.ts';
import { purge } from './jobs.ts';
import { cachedTranslations } from './queries.ts';
import { createTranslationMemory, memoryKey } from './translation-memory.ts';

const day = 24 * 3_600_000;
const log = createLog('silent');
const hello = { text: 'hello', engine: 'openai' };
const keyOf = (text: string) => memoryKey(text, 'es', 'en', 'ai');

let test: TestDatabase;
let database: Database;
let workspaceId: WorkspaceId;
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, log);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});
beforeEach(() => {
  workspaceId = trustWorkspaceId(newId());
});

/** An unknown sub-account, which therefore keeps its chat history. */
const subAccountId = newId();

const setUp = () => {
  const clock = createFakeClock();
  /** Another process, with an empty in-memory cache. */
  const memory = () => createTranslationMemory(database, clock);
  const remember = (text: string, translation = hello, workspace = workspaceId) =>
    transaction(database, (tx) =>
      memory().remember(tx, [{ workspaceId: workspace, key: keyOf(text), ...translation, subAccountId }]),
    );
  const knows = async (text: string) =>
    (await cachedTranslations(database, [{ workspaceId, key: keyOf(text) }]))[0] !== null;
  return { clock, memory, remember, knows };
};

describe('a workspace’s memory', () => {
  it('finds what was remembered, in this process and in others', async () => {
    const { memory } = setUp();
    const ours = memory();
    expect(await ours.find(workspaceId, keyOf('hola'))).toBeNull();
    await transaction(database, (tx) =>
      ours.remember(tx, [{ workspaceId, key: keyOf('hola'), ...hello, subAccountId }]),
    );
    expect(await ours.find(workspaceId, keyOf('hola'))).toEqual(hello);
    expect(await memory().find(workspaceId, keyOf('hola'))).toEqual(hello);
  });

  it('keeps each workspace’s memory to itself', async () => {
    const { memory, remember } = setUp();
    await remember('hola');
    expect(await memory().find(trustWorkspaceId(newId()), keyOf('hola'))).toBeNull();
  });

  it('returns nothing that was rolled back', async () => {
    const { memory } = setUp();
    const ours = memory();
    const undone = transaction(database, async (tx) => {
      await ours.remember(tx, [{ workspaceId, key: keyOf('hola'), ...hello, subAccountId }]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await ours.find(workspaceId, keyOf('hola'))).toBeNull();
  });

  it('keeps the first of two translations of one text', async () => {
    const { memory, remember } = setUp();
    await remember('hola');
    await remember('hola', { text: 'hi', engine: 'apertium-local' });
    expect(await memory().find(workspaceId, keyOf('hola'))).toEqual(hello);
  });

  it('skips what PostgreSQL can’t store', async () => {
    const { remember, knows } = setUp();
    await remember('one', { text: 'a\0b', engine: 'openai' });
    await remember('two', { text: 'a\ud800', engine: 'openai' });
    expect([await knows('one'), await knows('two')]).toEqual([false, false]);
  });

  it('distinguishes texts that differ only in a lone surrogate, and lines and languages', () => {
    const keys = [
      memoryKey('a\ud800', 'es', 'en', 'ai'),
      memoryKey('a\udc00', 'es', 'en', 'ai'),
      memoryKey('a\ufffd', 'es', 'en', 'ai'),
      memoryKey('a', 'es', 'en', 'ai'),
      memoryKey('a', 'es', 'fr', 'ai'),
      memoryKey('a', 'pt', 'en', 'ai'),
      memoryKey('a', 'es', 'en', 'fast'),
    ].map((key) => key.toString('hex'));
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('the purge', () => {
  const never = new AbortController().signal;
  const limits = { unusedMs: 90 * day, entries: 100, batch: 2 };

  it('deletes entries unused for long, and keeps those in use', async () => {
    const { clock, memory, remember, knows } = setUp();
    for (const text of ['a', 'b', 'c', 'd', 'e']) await remember(text);
    await clock.advance(60 * day);
    await memory().find(workspaceId, keyOf('c'));
    await clock.advance(31 * day);
    await purge({ database, clock, log }, limits, never);
    const known = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(knows));
    expect(known).toEqual([false, false, true, false, false]);
  });

  it('deletes the oldest entries of a workspace with too many, and none of others', async () => {
    const { clock, memory, remember, knows } = setUp();
    const small = trustWorkspaceId(newId());
    await remember('a', hello, small);
    for (const text of ['a', 'b', 'c', 'd', 'e']) {
      await clock.advance(1_000);
      await remember(text);
    }
    await purge({ database, clock, log }, { ...limits, entries: 3 }, never);
    const known = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(knows));
    expect(known).toEqual([false, false, true, true, true]);
    expect(await memory().find(small, keyOf('a'))).toEqual(hello);
  });
});
