import { randomUUID } from 'node:crypto';
import * as automationApi from '@parley/contract/automation';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestAgent, TestOwner } from '../../../testing/test-people.ts';
import { readStoredRules, readVersion } from '../queries.ts';
import { ruleForm, welcomeForm } from '../testing/reply-forms.ts';
import { deleteSubAccountData } from './store.ts';

let app: TestApp;
let owner: TestOwner;
let agent: TestAgent;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.registerOwner({ characters: 0 });
  agent = await app.createSubAccount(owner);
});
afterAll(() => app.close());

const createTemplate = async (changes: Partial<automationApi.WelcomeTemplateForm> = {}) =>
  app.call(automationApi.createWelcomeTemplate, { body: { ...welcomeForm, ...changes } }, owner.token);
const createRule = async (changes: Partial<automationApi.KeywordRuleForm> = {}) =>
  app.call(automationApi.createKeywordRule, { body: { ...ruleForm, ...changes } }, owner.token);
describe('welcome templates and keyword rules', () => {
  it('lists rules newest first, finds them by keyword and content, and filters them', async () => {
    const mine = await createRule({
      title: 'Mine',
      keywords: ['Ship*', 'ship*', 'SHIP *', '100 %'],
      enabled: false,
      range: 'some',
      subAccountIds: [agent.subAccountId],
    });
    expect(mine).toMatchObject({ keywords: ['Ship*', '100 %'], version: 1 });
    expect(mine.subAccountNames).toHaveLength(1);
    const newer = await createRule({
      title: 'Newer',
      enabled: false,
      contents: [{ kind: 'text', text: '"Quoted"\nline' }],
    });
    const list = async (query: object) => {
      const page = await app.call(automationApi.keywordRulePage, { query }, owner.token);
      return page.list.map(({ title }) => title);
    };
    expect(await list({})).toEqual(['Newer', 'Mine']);
    expect(await list({ search: '0 %' })).toEqual(['Mine']);
    expect(await list({ search: '"quoted"' })).toEqual(['Newer']);
    expect(await list({ enabled: 'true' })).toEqual([]);
    expect(await list({ subAccountId: agent.subAccountId })).toEqual(['Newer', 'Mine']);
    await app.call(automationApi.deleteKeywordRules, { body: { ids: [mine.id, newer.id] } }, owner.token);
  });

  it('refuses stale changes, foreign sub-accounts, and ids of the other kind', async () => {
    const { id, version } = await createTemplate({ enabled: false });
    const update = async (changes: object) =>
      app.call(
        automationApi.updateWelcomeTemplate,
        { body: { templateId: id, version, ...welcomeForm, enabled: false, ...changes } },
        owner.token,
      );
    expect(await update({ title: 'Renamed' })).toMatchObject({ title: 'Renamed', version: 2 });
    await expect(update({})).rejects.toMatchObject({ error: 'resource.stale' });
    await expect(update({ version: 2, range: 'some', subAccountIds: [randomUUID()] })).rejects.toMatchObject({
      error: 'sub-account.not-found',
    });
    await expect(
      app.call(automationApi.deleteKeywordRules, { body: { ids: [id] } }, owner.token),
    ).rejects.toMatchObject({ error: 'keyword-rule.not-found' });
    await app.call(automationApi.deleteWelcomeTemplates, { body: { ids: [id] } }, owner.token);
  });

  it('limits the keywords of a workspace', async () => {
    const { workspaceId } = owner;
    await app.app.database.db.execute(sql`
      insert into reply_rules (workspace_id, id, kind, title, contents, range, enabled, keywords)
      select ${workspaceId}, gen_random_uuid(), 'keyword', 'Many', '[]', 'all', false,
        array(select 'k' || n from generate_series(1, ${automationApi.automationLimits.allKeywords - 1}) n)`);
    const { id } = await createRule({ enabled: false });
    await expect(createRule({ enabled: false })).rejects.toMatchObject({
      error: 'keyword-rule.too-many-keywords',
    });
    await app.app.database.db.execute(sql`
      delete from reply_rules where workspace_id = ${workspaceId} and title = 'Many'`);
    await app.call(automationApi.deleteKeywordRules, { body: { ids: [id] } }, owner.token);
  });

  it('limits the sub-accounts that all rules of a workspace name together', async () => {
    const { workspaceId } = owner;
    const { subAccountId } = agent;
    const most = automationApi.automationLimits.allSubAccounts;
    await app.app.database.db.execute(sql`
      with one as (
        insert into reply_rules (workspace_id, id, kind, title, contents, range, enabled)
        values (${workspaceId}, gen_random_uuid(), 'welcome', 'Many', '[]', 'some', false)
        returning workspace_id, id
      )
      insert into reply_rule_sub_accounts (workspace_id, rule_id, sub_account_id)
      select workspace_id, id, gen_random_uuid() from one, generate_series(1, ${most - 1}::int)`);
    const forOne = { range: 'some' as const, subAccountIds: [subAccountId], enabled: false };
    const { id, version } = await createRule(forOne);
    await expect(createRule(forOne)).rejects.toMatchObject({ error: 'keyword-rule.too-many-sub-accounts' });
    // Changing the last rule that fits counts it once.
    const body = { ruleId: id, version, ...ruleForm, ...forOne };
    await app.call(automationApi.updateKeywordRule, { body }, owner.token);
    await app.app.database.db.execute(sql`
      delete from reply_rules where workspace_id = ${workspaceId} and title = 'Many'`);
    await app.call(automationApi.deleteKeywordRules, { body: { ids: [id] } }, owner.token);
  });

  it('tries rules as they would answer, without storing anything', async () => {
    const { id } = await createRule({ keywords: ['Order*'], matchTranslation: true });
    const count = async () => (await app.app.database.db.execute(sql`select count(*) from messages`)).rows;
    await createTemplate();
    const before = await count();
    const body = {
      subAccountId: agent.subAccountId,
      text: '¿Mi pedido?',
      translation: 'My orders?',
      newSession: true,
      agentActive: false,
    };
    const tried = await app.call(automationApi.tryAutomation, { body }, owner.token);
    expect(tried).toMatchObject({
      state: 'switched-off',
      welcome: { outcome: 'answers', template: { contents: welcomeForm.contents } },
      keyword: { rule: { id, keyword: 'Order*', foundIn: 'translation', drawnAmong: 1 }, others: [] },
    });
    await app.app.database.db.execute(sql`
      update sub_accounts set auto_reply = true where id = ${agent.subAccountId}`);
    const active = { ...body, agentActive: true };
    expect((await app.call(automationApi.tryAutomation, { body: active }, owner.token)).state).toBe(
      'agent-active',
    );
    expect(await count()).toEqual(before);
    await app.call(automationApi.deleteKeywordRules, { body: { ids: [id] } }, owner.token);
  });

  it('removes a deleted sub-account from rules in every process', async () => {
    const { workspaceId } = owner;
    const { database } = app.app;
    const { id } = await createRule({ range: 'some', subAccountIds: [agent.subAccountId] });
    const before = await readVersion(database, workspaceId);
    await transaction(database, (tx) => deleteSubAccountData(tx, workspaceId, agent.subAccountId));
    expect(await readVersion(database, workspaceId)).toBe(before + 1);
    const stored = (await readStoredRules(database, workspaceId)).find((rule) => rule.id === id);
    expect(stored?.subAccountIds).toEqual([]);
  });
});
