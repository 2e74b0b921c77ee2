import { type ExamplesOf, exampleId, exampleTime } from '../example.ts';
import { materialId } from '../materials/examples.ts';
import { subAccountId } from '../sub-accounts/examples.ts';
import type * as endpoints from './index.ts';
import type { KeywordRule } from './keyword-rules.ts';
import type { WelcomeTemplate } from './welcome-templates.ts';

export const welcomeTemplateId = exampleId('welcome-template');
export const keywordRuleId = exampleId('keyword-rule');

const welcomeForm = {
  title: 'Opening hours',
  contents: [
    { kind: 'text' as const, text: 'Hello {{fan|there}}! We answer from nine to six.' },
    { kind: 'text' as const, text: 'What can we do for you?' },
  ],
  range: 'some' as const,
  subAccountIds: [subAccountId],
  enabled: true,
};
const stored = {
  subAccountNames: ['Ana'],
  version: 1,
  createdAt: exampleTime(-60),
  updatedAt: exampleTime(-60),
};
const template: WelcomeTemplate = { id: welcomeTemplateId, ...welcomeForm, ...stored };

const ruleForm = {
  title: 'Shipping time',
  keywords: ['delivery', 'ship*'],
  match: 'partial' as const,
  matchTranslation: true,
  replyMethod: 'all' as const,
  contents: [
    { kind: 'text' as const, text: 'Orders arrive in three to five days.' },
    { kind: 'material' as const, materialId },
  ],
  delaySeconds: 5,
  send: 'translated' as const,
  range: 'some' as const,
  subAccountIds: [subAccountId],
  enabled: true,
};
const shownContents = [
  { kind: 'text' as const, text: 'Orders arrive in three to five days.' },
  {
    kind: 'material' as const,
    materialId,
    title: 'Opening hours',
    type: 'text' as const,
    text: 'Hello {{fan|there}}, we are open from nine to five.',
  },
];
const rule: KeywordRule = { id: keywordRuleId, ...ruleForm, contents: shownContents, ...stored };
const filters = { enabled: 'true', subAccountId, sort: 'title.asc' } as const;
const later = { version: 2, updatedAt: exampleTime(0) };

export const examples: ExamplesOf<typeof endpoints> = {
  welcomeTemplatePage: {
    query: { pageNo: 1, pageSize: 20, search: 'hours', ...filters },
    answer: { list: [template], total: 1 },
  },
  exportWelcomeTemplates: { query: { search: 'hours', ...filters } },
  getWelcomeTemplate: { query: { templateId: welcomeTemplateId }, answer: template },
  createWelcomeTemplate: { body: welcomeForm, answer: template },
  updateWelcomeTemplate: {
    body: { templateId: welcomeTemplateId, version: 1, ...welcomeForm },
    answer: { ...template, ...later },
  },
  setWelcomeTemplatesEnabled: { body: { ids: [welcomeTemplateId], enabled: false }, answer: { changed: 1 } },
  deleteWelcomeTemplates: { body: { ids: [welcomeTemplateId] }, answer: { changed: 1 } },
  keywordRulePage: {
    query: { pageNo: 1, pageSize: 20, search: 'ship', ...filters },
    answer: { list: [rule], total: 1 },
  },
  exportKeywordRules: { query: { search: 'ship', ...filters } },
  getKeywordRule: { query: { ruleId: keywordRuleId }, answer: rule },
  createKeywordRule: { body: ruleForm, answer: rule },
  updateKeywordRule: {
    body: { ruleId: keywordRuleId, version: 1, ...ruleForm },
    answer: { ...rule, ...later },
  },
  setKeywordRulesEnabled: { body: { ids: [keywordRuleId], enabled: false }, answer: { changed: 1 } },
  deleteKeywordRules: { body: { ids: [keywordRuleId] }, answer: { changed: 1 } },
  tryAutomation: {
    body: {
      subAccountId,
      text: '¿Cuándo llega mi pedido?',
      translation: 'When does my delivery arrive?',
      newSession: true,
      agentActive: false,
    },
    answer: {
      state: 'open',
      welcome: {
        outcome: 'answers',
        template: { id: welcomeTemplateId, title: template.title, contents: template.contents },
        others: [],
      },
      keyword: {
        outcome: 'answers',
        rule: {
          id: keywordRuleId,
          title: rule.title,
          keyword: 'delivery',
          match: 'partial',
          foundIn: 'translation',
          delaySeconds: 5,
          send: 'translated',
          contents: rule.contents,
          drawnAmong: 1,
        },
        others: [],
      },
    },
  },
};
