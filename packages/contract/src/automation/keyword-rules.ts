/** Keyword rules: replies triggered by the words of a customer's message. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { batchAnswer, exportLimit, id, idBatch, page, spreadsheetMediaType } from '../values.ts';
import {
  automationLimits,
  keyword,
  namesSubAccounts,
  noSubAccount,
  replyContent,
  ruleFilters,
  ruleForm,
  rulePageQuery,
  storedRule,
} from './reply-rules.ts';

/** `exact`: the whole message equals a keyword. `partial`: the message contains one. */
export const keywordMatch = z.enum(['exact', 'partial']);
/** `all`: all contents, in order. `one`: a random one. */
export const replyMethod = z.enum(['all', 'one']);
/** `original`: as written. `translated`: in the customer's language, like an agent's text. */
export const replySending = z.enum(['original', 'translated']);

const decided = {
  match: keywordMatch,
  /** True if the translation is searched as well if the original contains no keyword. */
  matchTranslation: z.boolean(),
  replyMethod,
  /** The delay between message and reply. */
  delaySeconds: z.int().min(0).max(automationLimits.delaySeconds),
  send: replySending,
};

export const keywordRule = z.object({ ...storedRule, ...decided, keywords: z.array(z.string()) });
export type KeywordRule = z.output<typeof keywordRule>;

const form = {
  ...ruleForm,
  /** In a partial rule, `ship*` matches every word that begins with it. */
  keywords: z.array(keyword).min(1).max(automationLimits.keywords),
  ...decided,
  contents: z.array(replyContent).min(1).max(automationLimits.keywordContents),
};
export const keywordRuleForm = z.strictObject(form).refine(namesSubAccounts, noSubAccount);
export type KeywordRuleForm = z.output<typeof keywordRuleForm>;

export const keywordRulePage = endpoint({
  method: 'GET',
  path: '/api/user/keywordRule/page',
  audience: ['console'],
  summary:
    'The workspace’s keyword rules, newest first unless sorted; `search` matches titles, keywords, contents and titles of materials.',
  query: z.strictObject(rulePageQuery),
  answer: page(keywordRule),
});

export const exportKeywordRules = endpoint({
  method: 'GET',
  path: '/api/user/keywordRule/export',
  audience: ['console'],
  summary: 'The keyword rules as a spreadsheet, with the same filters and order, in the caller’s language.',
  query: z.strictObject(ruleFilters),
  answer: z.never(),
  file: spreadsheetMediaType,
  rateLimit: exportLimit,
  audit: 'records.exported',
});

export const getKeywordRule = endpoint({
  method: 'GET',
  path: '/api/user/keywordRule/get',
  audience: ['console'],
  summary: 'One keyword rule.',
  query: z.strictObject({ ruleId: id }),
  answer: keywordRule,
  errors: ['keyword-rule.not-found'],
});

export const createKeywordRule = endpoint({
  method: 'POST',
  path: '/api/user/keywordRule/create',
  audience: ['console'],
  summary:
    'Adds a keyword rule. A message is answered by one rule: exact rules take precedence over partial ones, then the longest keyword, then one at random.',
  body: keywordRuleForm,
  answer: keywordRule,
  errors: [
    'keyword-rule.too-many',
    'keyword-rule.too-many-keywords',
    'keyword-rule.too-many-sub-accounts',
    'sub-account.not-found',
    'material.not-found',
  ],
  audit: 'keyword-rule.created',
});

export const updateKeywordRule = endpoint({
  method: 'PUT',
  path: '/api/user/keywordRule/update',
  audience: ['console'],
  summary: 'Changes a keyword rule. Delayed replies that are due later use the changed rule.',
  body: z.strictObject({ ruleId: id, version: z.int32(), ...form }).refine(namesSubAccounts, noSubAccount),
  answer: keywordRule,
  errors: [
    'keyword-rule.not-found',
    'keyword-rule.too-many-keywords',
    'keyword-rule.too-many-sub-accounts',
    'sub-account.not-found',
    'material.not-found',
    'resource.stale',
  ],
  audit: 'keyword-rule.changed',
});

export const setKeywordRulesEnabled = endpoint({
  method: 'PUT',
  path: '/api/user/keywordRule/enabled',
  audience: ['console'],
  summary: 'Enables or disables keyword rules: all of them, or none.',
  body: z.strictObject({ ids: idBatch, enabled: z.boolean() }),
  answer: batchAnswer,
  errors: ['keyword-rule.not-found'],
  audit: ['keyword-rule.enabled', 'keyword-rule.disabled'],
});

export const deleteKeywordRules = endpoint({
  method: 'POST',
  path: '/api/user/keywordRule/delete',
  audience: ['console'],
  summary: 'Deletes keyword rules: all of them, or none. Their delayed replies are no longer sent.',
  body: z.strictObject({ ids: idBatch }),
  answer: batchAnswer,
  errors: ['keyword-rule.not-found'],
  audit: 'keyword-rule.deleted',
});
