/** Welcome templates: the replies to a customer who begins a session. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { batchAnswer, exportLimit, id, idBatch, page, spreadsheetMediaType } from '../values.ts';
import {
  automationLimits,
  namesSubAccounts,
  noSubAccount,
  replyContent,
  ruleFilters,
  ruleForm,
  rulePageQuery,
  storedRule,
} from './reply-rules.ts';

export const welcomeTemplate = z.object(storedRule);
export type WelcomeTemplate = z.output<typeof welcomeTemplate>;

const form = {
  ...ruleForm,
  /** All of these are sent, in this order. */
  contents: z.array(replyContent).min(1).max(automationLimits.welcomeContents),
};
export const welcomeTemplateForm = z.strictObject(form).refine(namesSubAccounts, noSubAccount);
export type WelcomeTemplateForm = z.output<typeof welcomeTemplateForm>;

export const welcomeTemplatePage = endpoint({
  method: 'GET',
  path: '/api/user/welcomeTemplate/page',
  audience: ['console'],
  summary:
    'The workspace’s welcome templates, newest first unless sorted; `search` matches titles, contents and titles of materials.',
  query: z.strictObject(rulePageQuery),
  answer: page(welcomeTemplate),
});

export const exportWelcomeTemplates = endpoint({
  method: 'GET',
  path: '/api/user/welcomeTemplate/export',
  audience: ['console'],
  summary:
    'The welcome templates as a spreadsheet, with the same filters and order, in the caller’s language.',
  query: z.strictObject(ruleFilters),
  answer: z.never(),
  file: spreadsheetMediaType,
  rateLimit: exportLimit,
  audit: 'records.exported',
});

export const getWelcomeTemplate = endpoint({
  method: 'GET',
  path: '/api/user/welcomeTemplate/get',
  audience: ['console'],
  summary: 'One welcome template.',
  query: z.strictObject({ templateId: id }),
  answer: welcomeTemplate,
  errors: ['welcome-template.not-found'],
});

export const createWelcomeTemplate = endpoint({
  method: 'POST',
  path: '/api/user/welcomeTemplate/create',
  audience: ['console'],
  summary:
    'Adds a welcome template. If several apply to a sub-account, one that names it takes precedence over those for all sub-accounts, then the newest one.',
  body: welcomeTemplateForm,
  answer: welcomeTemplate,
  errors: [
    'welcome-template.too-many',
    'welcome-template.too-many-sub-accounts',
    'sub-account.not-found',
    'material.not-found',
  ],
  audit: 'welcome-template.created',
});

export const updateWelcomeTemplate = endpoint({
  method: 'PUT',
  path: '/api/user/welcomeTemplate/update',
  audience: ['console'],
  summary: 'Changes a welcome template.',
  body: z
    .strictObject({ templateId: id, version: z.int32(), ...form })
    .refine(namesSubAccounts, noSubAccount),
  answer: welcomeTemplate,
  errors: [
    'welcome-template.not-found',
    'welcome-template.too-many-sub-accounts',
    'sub-account.not-found',
    'material.not-found',
    'resource.stale',
  ],
  audit: 'welcome-template.changed',
});

export const setWelcomeTemplatesEnabled = endpoint({
  method: 'PUT',
  path: '/api/user/welcomeTemplate/enabled',
  audience: ['console'],
  summary: 'Enables or disables welcome templates: all of them, or none.',
  body: z.strictObject({ ids: idBatch, enabled: z.boolean() }),
  answer: batchAnswer,
  errors: ['welcome-template.not-found'],
  audit: ['welcome-template.enabled', 'welcome-template.disabled'],
});

export const deleteWelcomeTemplates = endpoint({
  method: 'POST',
  path: '/api/user/welcomeTemplate/delete',
  audience: ['console'],
  summary: 'Deletes welcome templates: all of them, or none.',
  body: z.strictObject({ ids: idBatch }),
  answer: batchAnswer,
  errors: ['welcome-template.not-found'],
  audit: 'welcome-template.deleted',
});
