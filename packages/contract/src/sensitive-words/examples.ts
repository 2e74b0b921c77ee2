import { socialAccountId } from '../channels/examples.ts';
import { conversationId, messageId } from '../conversations/examples.ts';
import { type ExamplesOf, exampleCursor, exampleId, exampleTime } from '../example.ts';
import { subAccountId } from '../sub-accounts/examples.ts';
import type * as endpoints from './index.ts';

export const sensitiveWordRuleId = exampleId('sensitive-word-rule');
const recordId = exampleId('sensitive-word-record');

const decided = {
  title: 'Deals outside the shop',
  links: true,
  walletAddresses: true,
  phoneNumbers: false,
  sender: 'both' as const,
  action: 'block' as const,
  range: 'some' as const,
  enabled: true,
};
const lists = {
  words: ['wire transfer', 'paypal*'],
  exceptions: ['shop.example.com'],
  subAccountIds: [subAccountId],
};
const form = { ...decided, ...lists };
const stored = {
  subAccountNames: ['Ana'],
  version: 1,
  createdAt: exampleTime(-60),
  updatedAt: exampleTime(-60),
};
const rule = { id: sensitiveWordRuleId, ...form, ...stored };
const item = {
  id: sensitiveWordRuleId,
  ...decided,
  ...stored,
  firstWords: lists.words,
  wordCount: 2,
  exceptionCount: 1,
  subAccountCount: 1,
};
const finds = [{ kind: 'link' as const, text: 't.me/other_shop' }];
const filters = {
  ruleId: sensitiveWordRuleId,
  action: 'alert' as const,
  direction: 'in' as const,
  foundIn: 'original' as const,
  subAccountId,
  from: '2026-03-01',
  to: '2026-03-02',
};

export const examples: ExamplesOf<typeof endpoints> = {
  sensitiveWordRulePage: {
    query: { pageNo: 1, pageSize: 20, search: 'paypal', enabled: 'true', action: 'block', subAccountId },
    answer: { list: [item], total: 1 },
  },
  getSensitiveWordRule: { query: { ruleId: sensitiveWordRuleId }, answer: rule },
  createSensitiveWordRule: { body: form, answer: rule },
  updateSensitiveWordRule: {
    body: { ruleId: sensitiveWordRuleId, version: 1, ...form },
    answer: { ...rule, version: 2, updatedAt: exampleTime(0) },
  },
  setSensitiveWordRulesEnabled: {
    body: { ids: [sensitiveWordRuleId], enabled: false },
    answer: { changed: 1 },
  },
  deleteSensitiveWordRules: { body: { ids: [sensitiveWordRuleId] }, answer: { changed: 1 } },
  trySensitiveWords: {
    body: { subAccountId, sender: 'customer', text: 'Write to me: t.me/other_shop' },
    answer: {
      outcome: 'alerted',
      rules: [{ id: sensitiveWordRuleId, title: decided.title, action: 'block', finds }],
    },
  },
  sensitiveWordRecordPage: {
    query: { cursor: exampleCursor, pageSize: 50, pageNo: 1, ...filters },
    answer: {
      list: [
        {
          id: recordId,
          time: exampleTime(0),
          ruleId: sensitiveWordRuleId,
          ruleTitle: decided.title,
          action: 'alert',
          direction: 'in',
          foundIn: 'original',
          finds,
          excerpt: 'Write to me: t.me/other_shop',
          conversationId,
          conversationTitle: 'Marta',
          conversationNamed: true,
          subAccountId,
          subAccountRemark: 'Ana',
          socialAccountId,
          socialAccountName: 'Shop',
          messageId,
          seq: 3,
        },
      ],
      nextCursor: null,
    },
  },
  exportSensitiveWordRecords: { query: filters },
  countSensitiveWordAlerts: { answer: { unseen: 1 } },
  seeSensitiveWordAlerts: { answer: { changed: 1 } },
};
