/** The welcome templates and keyword rules of a workspace, in memory. */
import * as automationApi from '@parley/contract/automation';
import { FixtureRefusal, getItem, has, pageOf, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';

type KeywordRule = automationApi.KeywordRule;
type ShownMaterial = Extract<automationApi.ShownContent, { kind: 'material' }>;
type WelcomeTemplate = automationApi.WelcomeTemplate;

export const someTemplate = (given: Partial<WelcomeTemplate> = {}): WelcomeTemplate => ({
  id: sampleId(61, 1),
  title: 'Opening hours',
  contents: [{ kind: 'text', text: 'We open at nine.' }],
  range: 'all',
  subAccountIds: [],
  subAccountNames: [],
  enabled: true,
  version: 1,
  createdAt: sampleTime,
  updatedAt: sampleTime,
  ...given,
});

export const someKeywordRule = (given: Partial<KeywordRule> = {}): KeywordRule => ({
  ...someTemplate({ id: sampleId(62, 1), title: 'Shipping time' }),
  keywords: ['delivery', 'ship*'],
  match: 'partial',
  matchTranslation: true,
  replyMethod: 'all',
  delaySeconds: 0,
  send: 'translated',
  ...given,
});

export type ReplyRuleWorld = {
  templates: WelcomeTemplate[];
  rules: KeywordRule[];
  trial: automationApi.AutomationTrial;
  tried: unknown[];
  /** The materials available for replies. */
  materials: ShownMaterial[];
};

const noAnswer: automationApi.AutomationTrial = {
  state: 'open',
  welcome: { outcome: 'no-template', template: null, others: [] },
  keyword: { outcome: 'no-match', rule: null, others: [] },
};

export const replyRuleWorld = (given: Partial<ReplyRuleWorld> = {}): ReplyRuleWorld => ({
  templates: [someTemplate()],
  rules: [someKeywordRule()],
  trial: noAnswer,
  tried: [],
  materials: [],
  ...given,
});

/** Returns a form's contents as the server answers them. */
const shownBy =
  ({ materials }: ReplyRuleWorld) =>
  <Form extends { contents: readonly automationApi.ReplyContent[] }>(form: Form) => ({
    ...form,
    contents: form.contents.map((content) => {
      if (content.kind === 'text') return content;
      return getItem(materials, ({ materialId }) => materialId === content.materialId, 'material.not-found');
    }),
  });

/** Finds, changes and removes rows of one kind as the server does. */
function rowsOf<Row extends WelcomeTemplate>(
  rows: Row[],
  refusal: 'welcome-template.not-found' | 'keyword-rule.not-found',
) {
  const one = (id: string) => getItem(rows, (candidate) => candidate.id === id, refusal);
  return {
    one,
    change(id: string, version: number, form: object) {
      const row = one(id);
      if (row.version !== version) throw new FixtureRefusal('resource.stale');
      return Object.assign(row, form, { version: version + 1 });
    },
    enable(ids: readonly string[], enabled: boolean) {
      const changed = ids.map(one).filter((row) => row.enabled !== enabled);
      for (const row of changed) row.enabled = enabled;
      return { changed: changed.length };
    },
    remove(ids: readonly string[]) {
      for (const row of ids.map(one)) rows.splice(rows.indexOf(row), 1);
      return { changed: ids.length };
    },
  };
}

export function replyRuleRoutes(world: ReplyRuleWorld): Route[] {
  return [
    ...templateRoutes(world),
    ...ruleRoutes(world),
    route(automationApi.tryAutomation, ({ body }) => {
      world.tried.push(body);
      return world.trial;
    }),
  ];
}

function templateRoutes(world: ReplyRuleWorld): Route[] {
  const { templates } = world;
  const shown = shownBy(world);
  const rows = rowsOf(templates, 'welcome-template.not-found');
  return [
    route(automationApi.welcomeTemplatePage, ({ query }) =>
      pageOf(
        templates.filter(({ title }) => has(title, query.search)),
        query,
      ),
    ),
    route(automationApi.getWelcomeTemplate, ({ query }) => rows.one(query.templateId)),
    route(automationApi.createWelcomeTemplate, ({ body }) => {
      const row = someTemplate({ ...shown(body), id: sampleId(61, templates.length + 1) });
      templates.push(row);
      return row;
    }),
    route(automationApi.updateWelcomeTemplate, ({ body: { templateId, version, ...form } }) =>
      rows.change(templateId, version, shown(form)),
    ),
    route(automationApi.setWelcomeTemplatesEnabled, ({ body }) => rows.enable(body.ids, body.enabled)),
    route(automationApi.deleteWelcomeTemplates, ({ body }) => rows.remove(body.ids)),
  ];
}

function ruleRoutes(world: ReplyRuleWorld): Route[] {
  const { rules } = world;
  const shown = shownBy(world);
  const rows = rowsOf(rules, 'keyword-rule.not-found');
  return [
    route(automationApi.keywordRulePage, ({ query }) =>
      pageOf(
        rules.filter(
          ({ title, enabled }) =>
            has(title, query.search) && (query.enabled === undefined || query.enabled === String(enabled)),
        ),
        query,
      ),
    ),
    route(automationApi.getKeywordRule, ({ query }) => rows.one(query.ruleId)),
    route(automationApi.createKeywordRule, ({ body }) => {
      const row = someKeywordRule({ ...shown(body), id: sampleId(62, rules.length + 1) });
      rules.push(row);
      return row;
    }),
    route(automationApi.updateKeywordRule, ({ body: { ruleId, version, ...form } }) =>
      rows.change(ruleId, version, shown(form)),
    ),
    route(automationApi.setKeywordRulesEnabled, ({ body }) => rows.enable(body.ids, body.enabled)),
    route(automationApi.deleteKeywordRules, ({ body }) => rows.remove(body.ids)),
  ];
}
