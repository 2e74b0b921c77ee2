/** The two kinds of rules, which share list, form and dialogs. */
import { type Client, type Download, type DownloadProgress, isApiError } from '@parley/api-client';
import * as automationApi from '@parley/contract/automation';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { formFrom, type RuleDraft, templateFrom } from './rule-values.ts';

export type ReplyRule = automationApi.WelcomeTemplate | automationApi.KeywordRule;
export type RuleKind = 'welcome' | 'keyword';
export const isKeywordRule = (rule: ReplyRule): rule is automationApi.KeywordRule => 'keywords' in rule;

export type RuleFilters = {
  pageNo: number;
  pageSize: number;
  search?: string | undefined;
  enabled?: 'true' | 'false' | undefined;
  subAccountId?: string | undefined;
  sort?: automationApi.ReplyRuleSort | undefined;
};
type Batch = { ids: string[] };
type Transfer = { signal: AbortSignal; onProgress: DownloadProgress };

/** Page, limits and API calls of a rule kind. */
export type KindCalls = {
  kind: RuleKind;
  path: string;
  most: number;
  mostContents: number;
  list: (
    client: Client,
    query: RuleFilters,
    signal: AbortSignal,
  ) => Promise<{ list: ReplyRule[]; total: number }>;
  export: (
    client: Client,
    query: Omit<RuleFilters, 'pageNo' | 'pageSize'>,
    transfer: Transfer,
  ) => Promise<Download>;
  get: (client: Client, id: string) => Promise<ReplyRule>;
  save: (client: Client, draft: RuleDraft, on: ReplyRule | undefined) => Promise<ReplyRule>;
  setEnabled: (client: Client, body: Batch & { enabled: boolean }) => Promise<{ changed: number }>;
  remove: (client: Client, body: Batch) => Promise<{ changed: number }>;
};

const { automationLimits: limits } = automationApi;

export const ruleKinds: Readonly<Record<RuleKind, KindCalls>> = {
  welcome: {
    kind: 'welcome',
    path: paths.welcomeMessages,
    most: limits.welcomeTemplates,
    mostContents: limits.welcomeContents,
    list: (client, query, signal) => client.call(automationApi.welcomeTemplatePage, { query }, { signal }),
    export: (client, query, transfer) =>
      client.download(automationApi.exportWelcomeTemplates, { query }, transfer),
    get: (client, templateId) => client.call(automationApi.getWelcomeTemplate, { query: { templateId } }),
    save: (client, draft, on) =>
      on === undefined
        ? client.call(automationApi.createWelcomeTemplate, { body: templateFrom(draft) })
        : client.call(automationApi.updateWelcomeTemplate, {
            body: { templateId: on.id, version: on.version, ...templateFrom(draft) },
          }),
    setEnabled: (client, body) => client.call(automationApi.setWelcomeTemplatesEnabled, { body }),
    remove: (client, body) => client.call(automationApi.deleteWelcomeTemplates, { body }),
  },
  keyword: {
    kind: 'keyword',
    path: paths.keywordReplies,
    most: limits.keywordRules,
    mostContents: limits.keywordContents,
    list: (client, query, signal) => client.call(automationApi.keywordRulePage, { query }, { signal }),
    export: (client, query, transfer) =>
      client.download(automationApi.exportKeywordRules, { query }, transfer),
    get: (client, ruleId) => client.call(automationApi.getKeywordRule, { query: { ruleId } }),
    save: (client, draft, on) =>
      on === undefined
        ? client.call(automationApi.createKeywordRule, { body: formFrom(draft) })
        : client.call(automationApi.updateKeywordRule, {
            body: { ruleId: on.id, version: on.version, ...formFrom(draft) },
          }),
    setEnabled: (client, body) => client.call(automationApi.setKeywordRulesEnabled, { body }),
    remove: (client, body) => client.call(automationApi.deleteKeywordRules, { body }),
  },
};

/** Fetches a rule; null: it no longer exists. */
export async function findRule(
  client: Client,
  { kind, get }: KindCalls,
  id: string,
): Promise<ReplyRule | null> {
  const gone = kind === 'welcome' ? 'welcome-template.not-found' : 'keyword-rule.not-found';
  try {
    return await get(client, id);
  } catch (problem) {
    if (isApiError(problem, gone)) return null;
    throw problem;
  }
}

export const rulesKey = (kind: RuleKind) => [...queryKeys.replyRules, kind];
