/** An owner's sensitive-word rules in a real database. */
import { randomUUID } from 'node:crypto';
import {
  type SensitiveWordRuleForm,
  sensitiveWordLimits,
  sensitiveWordRuleForm,
} from '@parley/contract/sensitive-words';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { systemOrigin } from '../../../base/http/origin.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { createLog } from '../../../base/log.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';
import { sensitiveWordRecords, sensitiveWordRules } from '../../../schema/sensitive-words.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { workspaces } from '../../../schema/workspaces.ts';
import { testClock } from '../../../testing/test-clock.ts';
import { createSensitiveWords } from '../service.ts';
import { tryRules } from '../trial.ts';
import { readPage } from './queries.ts';
import { createRule, updateRule } from './service.ts';

const clock = testClock();
let place: TestDatabase;
let database: Database;
let workspaceId: WorkspaceId;
let subAccountId: string;
beforeAll(async () => {
  place = await testDatabase();
  database = connectDatabase(place.url, createLog('silent'), 4);
});
beforeEach(async () => {
  workspaceId = trustWorkspaceId(newId());
  subAccountId = newId();
  await database.db.insert(workspaces).values({ id: workspaceId });
  const agent = { id: subAccountId, accountName: subAccountId, passwordHash: 'constant', remark: 'Ana' };
  await database.db.insert(subAccounts).values({ ...agent, workspaceId });
});
afterAll(async () => {
  await database.close();
  await place.drop();
});

const form: SensitiveWordRuleForm = {
  title: 'Payment',
  words: ['paypal'],
  links: false,
  walletAddresses: false,
  phoneNumbers: false,
  exceptions: [],
  sender: 'both',
  action: 'block',
  range: 'all',
  subAccountIds: [],
  enabled: true,
};
const owner = () => ({
  workspaceId,
  origin: { ...systemOrigin, actor: { ...systemOrigin.actor, workspaceId } },
});
const create = (changes: Partial<SensitiveWordRuleForm> = {}) =>
  createRule({ database, clock }, owner(), { ...form, ...changes });
const update = (id: string, version: number, changes: Partial<SensitiveWordRuleForm> = {}) =>
  updateRule({ database, clock }, owner(), { id, version, form: { ...form, ...changes } });
const refusal = (error: string) => expect.objectContaining({ error });

describe('sensitive-word rules', () => {
  it('stores each word once, whatever its case', async () => {
    const words = ['Pay*', 'pay*', '加微信'];
    const made = await create({ words, range: 'some', subAccountIds: [subAccountId] });
    expect(made).toMatchObject({ words: ['Pay*', '加微信'], subAccountIds: [subAccountId], version: 1 });
  });

  it('lists rules latest first, and finds them by word, exception, sub-account and action', async () => {
    await create({ title: 'Mine', words: ['Pay*', '加微信'], range: 'some', subAccountIds: [subAccountId] });
    await create({ title: 'Newer', action: 'log', enabled: false, exceptions: ['own.example'] });
    type Query = Omit<Parameters<typeof readPage>[2], 'pageNo' | 'pageSize'>;
    const list = async (query: Query = {}) =>
      (await readPage(database, workspaceId, { pageNo: 1, pageSize: 20, ...query })).list.map(
        ({ title }) => title,
      );
    expect(await list()).toEqual(['Newer', 'Mine']);
    expect(await list({ search: '微' })).toEqual(['Mine']);
    expect(await list({ search: 'OWN.ex' })).toEqual(['Newer']);
    expect(await list({ enabled: 'true', subAccountId })).toEqual(['Mine']);
    expect(await list({ action: 'log' })).toEqual(['Newer']);
  });

  it('refuses a change of an older version, and sub-accounts that the workspace lacks', async () => {
    const { id } = await create();
    expect(await update(id, 1)).toMatchObject({ version: 2 });
    await expect(update(id, 1)).rejects.toEqual(refusal('resource.stale'));
    const foreign = { range: 'some' as const, subAccountIds: [randomUUID()] };
    await expect(update(id, 2, foreign)).rejects.toEqual(refusal('sub-account.not-found'));
  });

  it('refuses a rule that looks for nothing', () => {
    expect(sensitiveWordRuleForm.safeParse(form).success).toBe(true);
    expect(sensitiveWordRuleForm.safeParse({ ...form, words: [] }).success).toBe(false);
  });

  it('refuses more words than all rules may have', async () => {
    const { id } = await create();
    const words = Array.from({ length: sensitiveWordLimits.allWords }, (_, n) => `w${n}`);
    await database.db.update(sensitiveWordRules).set({ words }).where(eq(sensitiveWordRules.id, id));
    await expect(create()).rejects.toEqual(refusal('sensitive-word-rule.too-many-words'));
    expect(await create({ words: [], links: true })).toMatchObject({ links: true });
  });

  it('refuses more rules than a workspace may have', async () => {
    const { id } = await create();
    const [row] = await database.db.select().from(sensitiveWordRules).where(eq(sensitiveWordRules.id, id));
    if (row === undefined) throw new Error('it was created');
    const others = Array.from({ length: sensitiveWordLimits.rules - 2 }, () => ({ ...row, id: newId() }));
    await database.db.insert(sensitiveWordRules).values(others);
    await create();
    await expect(create()).rejects.toEqual(refusal('sensitive-word-rule.too-many'));
  });
});

describe('tryRules', () => {
  it('returns what rules would do to a text, and stores nothing', async () => {
    const { id } = await create({ words: [], links: true, exceptions: ['own.example.com'] });
    // Nothing is recorded here, so no console is notified.
    const sensitiveWords = createSensitiveWords({ realtime: {} as RealtimeServer, clock });
    const attempt = (sender: 'agent' | 'customer', text: string) =>
      tryRules(sensitiveWords, database, workspaceId, { subAccountId, sender, text });
    const finds = [{ kind: 'link', text: 't.me/other' }];
    expect(await attempt('agent', 'own.example.com or t.me/other')).toEqual({
      outcome: 'blocked',
      rules: [{ id, title: 'Payment', action: 'block', finds }],
    });
    expect((await attempt('customer', 't.me/other')).outcome).toBe('alerted');
    expect((await attempt('customer', 'own.example.com')).outcome).toBe('none');
    const { workspaceId: of } = sensitiveWordRecords;
    expect(await database.db.$count(sensitiveWordRecords, eq(of, workspaceId))).toBe(0);
  });
});
