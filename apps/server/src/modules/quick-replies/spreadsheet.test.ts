import { expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { QuickReplyItem } from './queries.ts';
import { quickReplySheet } from './spreadsheet.ts';

const at = Date.UTC(2026, 4, 1, 12);
const reply: QuickReplyItem = {
  id: newId(),
  name: 'shipping',
  title: 'Shipping time',
  content: 'Hello {{fan|there}}, it ships today.',
  language: 'en',
  translations: [
    { language: 'es', content: 'Sale hoy.' },
    { language: 'fr', content: 'Il part aujourd’hui.' },
  ],
  material: { id: newId(), title: 'Size chart', type: 'image', size: 48_211 },
  version: 1,
  updatedAt: at,
};

it('lists every column of the quick replies, and their translations in one', () => {
  const sheet = quickReplySheet({ language: 'en-US', timeZone: 'Asia/Shanghai', now: at });
  expect(sheet.fileName).toBe('Quick replies 2026-05-01.xlsx');
  const titles = sheet.columns.map(({ title }) => title);
  expect(Object.fromEntries(titles.map((title, n) => [title, sheet.row(reply)[n]]))).toEqual({
    Name: 'shipping',
    Title: 'Shipping time',
    Content: 'Hello {{fan|there}}, it ships today.',
    Language: 'English',
    Translations: 'Spanish: Sale hoy.\nFrench: Il part aujourd’hui.',
    Medium: 'Size chart',
    'Updated (Asia/Shanghai)': at + 8 * 3_600_000,
  });
});

it('leaves the medium empty where there is none, and names languages in Chinese', () => {
  const sheet = quickReplySheet({ language: 'zh-CN', timeZone: 'UTC', now: at });
  const row = sheet.row({ ...reply, material: null, translations: [] });
  expect(row.slice(3, 6)).toEqual(['英语', '', null]);
});
