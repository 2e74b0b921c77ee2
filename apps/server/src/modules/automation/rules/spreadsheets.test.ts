import { expect, it } from 'vitest';
import { newId } from '../../../base/ids.ts';
import type { RuleItem } from './queries.ts';
import { keywordRuleSheet, welcomeTemplateSheet } from './spreadsheets.ts';

const at = Date.UTC(2026, 4, 1, 12);
const rule: RuleItem = {
  id: newId(),
  title: 'Shipping time',
  keywords: ['delivery', 'ship*'],
  match: 'partial',
  matchTranslation: true,
  replyMethod: 'one',
  contents: [
    { kind: 'text', text: 'Three to five days.' },
    { kind: 'material', materialId: newId(), title: 'Size chart', type: 'image', text: '' },
  ],
  delaySeconds: 5,
  send: 'translated',
  range: 'some',
  subAccountIds: [newId(), newId(), newId()],
  subAccountNames: ['Ana', 'Ben'],
  enabled: false,
  version: 1,
  createdAt: at,
  updatedAt: at + 60_000,
};
const english = { language: 'en-US', timeZone: 'UTC', now: at } as const;

it('lists every column of the keyword rules, with contents and sub-accounts in words', () => {
  const sheet = keywordRuleSheet(english);
  const titles = sheet.columns.map((column) => column.title);
  expect(Object.fromEntries(titles.map((name, n) => [name, sheet.row(rule)[n]]))).toEqual({
    Title: 'Shipping time',
    Keywords: 'delivery, ship*',
    'Match rule': 'Partial',
    'Match the translation': 'Yes',
    'Reply method': 'One at random',
    'Delay in seconds': 5,
    Sent: 'Translated',
    'Reply contents': 'Three to five days.\n[Image] Size chart',
    'Used by': 'Ana, Ben +1',
    Status: 'Disabled',
    'Created (UTC)': at,
    'Updated (UTC)': at + 60_000,
  });
});

it('leaves the columns of keywords out of welcome templates', () => {
  const sheet = welcomeTemplateSheet({ ...english, language: 'zh-CN' });
  expect(sheet.columns.map((column) => column.title)).toEqual([
    '标题',
    '回复内容',
    '应用子账号',
    '状态',
    '创建时间 (UTC)',
    '更新时间 (UTC)',
  ]);
  expect(sheet.row({ ...rule, range: 'all', enabled: true }).slice(2, 4)).toEqual(['全部子账号', '启用']);
  expect(sheet.row({ ...rule, subAccountIds: [], subAccountNames: [] })[2]).toBe('无适用子账号');
});
