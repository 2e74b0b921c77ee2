import * as automationApi from '@parley/contract/automation';
import { assertFound } from '../../../base/http/app-error.ts';
import type { Mount } from '../../../base/http/mount.ts';
import { exportSpreadsheet } from '../../audit/index.ts';
import { presentTemplate } from './presenter.ts';
import { readBatch, readOne, readPage } from './queries.ts';
import { createRule, deleteRules, type RulesDeps, setRulesEnabled, updateRule } from './service.ts';
import { keywordRuleSheet, welcomeTemplateSheet } from './spreadsheets.ts';

export function registerWelcomeRoutes(mount: Mount, deps: RulesDeps): void {
  const { database } = deps;
  mount(automationApi.welcomeTemplatePage, async ({ caller, query }) => {
    const { list, total } = await readPage(database, caller.workspaceId, 'welcome', query);
    return { list: list.map(presentTemplate), total };
  });

  mount(automationApi.exportWelcomeTemplates, (request) => {
    const { caller, query } = request;
    return exportSpreadsheet(deps, request, {
      object: 'welcome-templates',
      sheet: welcomeTemplateSheet,
      read: (place) => readBatch(database, caller.workspaceId, 'welcome', { ...query, ...place }),
    });
  });

  mount(automationApi.getWelcomeTemplate, async ({ caller, query }) => {
    const template = await readOne(database, caller.workspaceId, 'welcome', query.templateId);
    return presentTemplate(assertFound(template, 'welcome-template.not-found'));
  });

  mount(automationApi.createWelcomeTemplate, async ({ caller: { workspaceId }, body, origin }) =>
    presentTemplate(await createRule(deps, { workspaceId, origin }, 'welcome', body)),
  );

  mount(automationApi.updateWelcomeTemplate, async ({ caller: { workspaceId }, body, origin }) => {
    const { templateId: id, version, ...form } = body;
    return presentTemplate(await updateRule(deps, { workspaceId, origin }, 'welcome', { id, version, form }));
  });

  mount(automationApi.setWelcomeTemplatesEnabled, async ({ caller: { workspaceId }, body, origin }) => ({
    changed: await setRulesEnabled(deps, { workspaceId, origin }, 'welcome', body),
  }));

  mount(automationApi.deleteWelcomeTemplates, async ({ caller: { workspaceId }, body, origin }) => ({
    changed: await deleteRules(deps, { workspaceId, origin }, 'welcome', body.ids),
  }));
}

export function registerKeywordRoutes(mount: Mount, deps: RulesDeps): void {
  const { database } = deps;
  mount(automationApi.keywordRulePage, ({ caller, query }) =>
    readPage(database, caller.workspaceId, 'keyword', query),
  );

  mount(automationApi.exportKeywordRules, (request) => {
    const { caller, query } = request;
    return exportSpreadsheet(deps, request, {
      object: 'keyword-rules',
      sheet: keywordRuleSheet,
      read: (place) => readBatch(database, caller.workspaceId, 'keyword', { ...query, ...place }),
    });
  });

  mount(automationApi.getKeywordRule, async ({ caller, query }) =>
    assertFound(
      await readOne(database, caller.workspaceId, 'keyword', query.ruleId),
      'keyword-rule.not-found',
    ),
  );

  mount(automationApi.createKeywordRule, ({ caller: { workspaceId }, body, origin }) =>
    createRule(deps, { workspaceId, origin }, 'keyword', body),
  );

  mount(automationApi.updateKeywordRule, ({ caller: { workspaceId }, body, origin }) => {
    const { ruleId: id, version, ...form } = body;
    return updateRule(deps, { workspaceId, origin }, 'keyword', { id, version, form });
  });

  mount(automationApi.setKeywordRulesEnabled, async ({ caller: { workspaceId }, body, origin }) => ({
    changed: await setRulesEnabled(deps, { workspaceId, origin }, 'keyword', body),
  }));

  mount(automationApi.deleteKeywordRules, async ({ caller: { workspaceId }, body, origin }) => ({
    changed: await deleteRules(deps, { workspaceId, origin }, 'keyword', body.ids),
  }));
}
