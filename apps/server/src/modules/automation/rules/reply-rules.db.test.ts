/** Welcome templates and keyword rules as the owner edits, lists and tries them, in a real database. */
import { randomUUID } from 'node:crypto';
import { automationLimits } from '@parley/contract/automation';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { newId } from '../../../base/ids.ts';
import { replyRuleSubAccounts, replyRules } from '../../../schema/automation.ts';
import { messages } from '../../../schema/conversations.ts';
import { materials } from '../../../schema/materials.ts';
import { readStoredRules, readVersion } from '../queries.ts';
import { automationHarness } from '../testing/automation-harness.ts';
import { ruleForm, welcomeForm } from '../testing/reply-forms.ts';
import { readPage } from './queries.ts';
import { deleteRules, type RuleForm, setRulesEnabled, updateRule } from './service.ts';
import { deleteSubAccountData, type StoredRuleKind } from './store.ts';

const harness = automationHarness();
const mine = () => ({ range: 'some' as const, subAccountIds: [harness.subAccountId] });
const pageOf = async (kind: StoredRuleKind, query: Partial<Parameters<typeof readPage>[3]> = {}) => {
  const page = await readPage(harness.database, harness.workspaceId, kind, {
    sort: 'createdAt.desc',
    pageNo: 1,
    pageSize: 10,
    ...query,
  });
  return page.list.map(({ title }) => title);
};
const update = (kind: StoredRuleKind, id: string, version: number, form: RuleForm) =>
  updateRule(harness, harness.caller(), kind, { id, version, form });
const refusal = (error: string) => expect.objectContaining({ error });

describe('readPage', () => {
  it('lists rules newest first, finds them by keyword and content, and filters them', async () => {
    const rule = await harness.rule({
      title: 'Mine',
      keywords: ['Ship*', 'ship*', 'SHIP *', '100 %'],
      enabled: false,
      ...mine(),
    });
    expect(rule).toMatchObject({ keywords: ['Ship*', '100 %'], version: 1, subAccountNames: ['Ana'] });
    await harness.rule({
      title: 'Newer',
      enabled: false,
      contents: [{ kind: 'text', text: '"Quoted"\nline' }],
    });
    const { workspaceId } = harness;
    const materialId = newId();
    await harness.database.db
      .insert(materials)
      .values({ workspaceId, id: materialId, type: 'text', title: 'Hours', updatedAt: new Date() });
    await harness.template({ title: 'Welcome', contents: [{ kind: 'material', materialId }] });
    expect(await pageOf('welcome', { search: 'hour' })).toEqual(['Welcome']);
    expect(await pageOf('welcome', { search: 'day' })).toEqual([]);
    expect(await pageOf('keyword')).toEqual(['Newer', 'Mine']);
    expect(await pageOf('keyword', { search: '0 %' })).toEqual(['Mine']);
    expect(await pageOf('keyword', { search: '"quoted"' })).toEqual(['Newer']);
    expect(await pageOf('keyword', { search: 'min' })).toEqual(['Mine']);
    expect(await pageOf('keyword', { enabled: 'true' })).toEqual([]);
    expect(await pageOf('keyword', { subAccountId: harness.subAccountId })).toEqual(['Newer', 'Mine']);
    expect(await pageOf('keyword', { subAccountId: randomUUID() })).toEqual([]);
  });
});

describe('updateRule', () => {
  it('refuses stale changes, unknown sub-accounts, and ids of the other kind', async () => {
    const { id } = await harness.template();
    expect(await update('welcome', id, 1, { ...welcomeForm, title: 'Renamed' })).toMatchObject({
      title: 'Renamed',
      version: 2,
    });
    await expect(update('welcome', id, 1, welcomeForm)).rejects.toEqual(refusal('resource.stale'));
    const foreign = { ...welcomeForm, range: 'some' as const, subAccountIds: [randomUUID()] };
    await expect(update('welcome', id, 2, foreign)).rejects.toEqual(refusal('sub-account.not-found'));
    const missing = refusal('keyword-rule.not-found');
    const { caller } = harness;
    await expect(update('keyword', id, 2, ruleForm)).rejects.toEqual(missing);
    await expect(deleteRules(harness, caller(), 'keyword', [id])).rejects.toEqual(missing);
    const enabling = setRulesEnabled(harness, caller(), 'keyword', { ids: [id], enabled: false });
    await expect(enabling).rejects.toEqual(missing);
    expect(await pageOf('welcome', { enabled: 'true' })).toEqual(['Renamed']);
  });
});

describe('the limits of a workspace', () => {
  const fill = (given: object) => {
    const { workspaceId, database } = harness;
    const id = newId();
    const row = { workspaceId, id, title: 'Many', contents: [], range: 'all', enabled: false } as const;
    return database.db
      .insert(replyRules)
      .values({ ...row, kind: 'keyword', ...given })
      .then(() => id);
  };

  it('limits the keywords of a workspace', async () => {
    await fill({ keywords: Array.from({ length: automationLimits.allKeywords - 1 }, (_, n) => `k${n}`) });
    const { id, version } = await harness.rule();
    await expect(harness.rule()).rejects.toEqual(refusal('keyword-rule.too-many-keywords'));
    // Changing the last rule that fits counts it once.
    expect(await update('keyword', id, version, ruleForm)).toMatchObject({ version: 2 });
  });

  it('limits the sub-accounts that all rules of a workspace name together', async () => {
    const { workspaceId, database } = harness;
    const rule = await fill({ kind: 'welcome', range: 'some' });
    await database.db.execute(sql`
      insert into ${replyRuleSubAccounts} (workspace_id, rule_id, sub_account_id)
      select ${workspaceId}, ${rule}, gen_random_uuid()
      from generate_series(1, ${automationLimits.allSubAccounts - 1}::int)`);
    const { id, version } = await harness.rule(mine());
    await expect(harness.rule(mine())).rejects.toEqual(refusal('keyword-rule.too-many-sub-accounts'));
    await expect(harness.template(mine())).rejects.toEqual(refusal('welcome-template.too-many-sub-accounts'));
    expect(await update('keyword', id, version, { ...ruleForm, ...mine() })).toMatchObject({ version: 2 });
  });
});

describe('runTrial', () => {
  it('tries rules as they would answer, without storing anything', async () => {
    const { id } = await harness.rule({ keywords: ['Order*'], matchTranslation: true });
    await harness.template();
    await harness.decide({ autoReply: false });
    const trial = {
      subAccountId: harness.subAccountId,
      text: '¿Mi pedido?',
      translation: 'My orders?',
      newSession: true,
      agentActive: false,
    };
    const runTrial = (given: Partial<typeof trial> = {}) =>
      harness.automation.runTrial(harness.workspaceId, { ...trial, ...given });
    expect(await runTrial()).toMatchObject({
      state: 'switched-off',
      welcome: { outcome: 'answers', template: { contents: welcomeForm.contents } },
      keyword: {
        outcome: 'answers',
        rule: { id, keyword: 'Order*', foundIn: 'translation', drawnAmong: 1 },
        others: [],
      },
    });
    await harness.decide({ autoReply: true });
    expect((await runTrial({ agentActive: true })).state).toBe('agent-active');
    expect((await runTrial({ newSession: false })).welcome.outcome).toBe('no-new-session');
    expect(await harness.database.db.$count(messages)).toBe(0);
    await expect(runTrial({ subAccountId: randomUUID() })).rejects.toEqual(refusal('sub-account.not-found'));
  });

  it('explains why other rules don’t answer, with keywords as their owner wrote them', async () => {
    const long = await harness.rule({ title: 'Long', keywords: ['Gastos de ENVÍO'] });
    const short = await harness.rule({ title: 'Short', keywords: ['Envío'] });
    const { keyword } = await harness.automation.runTrial(harness.workspaceId, {
      subAccountId: harness.subAccountId,
      text: '¿Y los gastos de envío?',
      newSession: true,
      agentActive: false,
    });
    expect(keyword).toMatchObject({
      rule: { id: long.id, keyword: 'Gastos de ENVÍO', foundIn: 'original' },
      others: [{ id: short.id, title: 'Short', keyword: 'Envío', verdict: 'longer-first' }],
    });
  });
});

describe('deleteSubAccountData', () => {
  it('removes a deleted sub-account from rules, which every process then reads again', async () => {
    const { workspaceId, subAccountId, database } = harness;
    const { id } = await harness.rule(mine());
    const before = await readVersion(database, workspaceId);
    await transaction(database, (tx) => deleteSubAccountData(tx, workspaceId, subAccountId));
    expect(await readVersion(database, workspaceId)).toBe(before + 1);
    expect(await readStoredRules(database, workspaceId)).toMatchObject([{ id, subAccountIds: [] }]);
    expect(await database.db.$count(replyRuleSubAccounts, eq(replyRuleSubAccounts.ruleId, id))).toBe(0);
  });

  it('answers by a change that another process has made', async () => {
    const other = harness.anotherProcess();
    const chat = await harness.openChat();
    await harness.rule();
    await harness.arrive(chat, 'envío');
    const answered = await harness.receive(chat, 'precio');
    await other.answerArrivals(harness.workspaceId, [answered]);
    expect(await harness.repliesIn(chat)).toHaveLength(1);
    await harness.rule({ keywords: ['precio'] });
    await other.answerArrivals(harness.workspaceId, [answered]);
    expect(await harness.repliesIn(chat)).toHaveLength(2);
  });
});
