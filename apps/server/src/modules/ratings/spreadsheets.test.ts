import { expect, it } from 'vitest';
import type { RatingItem } from './queries.ts';
import { ratingSheet } from './spreadsheets.ts';

const id = '0195a3c2-77aa-7bcd-9001-5e2f4c6a0bb2';
const item: RatingItem = {
  id: 'r1',
  at: 0,
  ratedAt: 0,
  score: 5,
  comment: null,
  translation: null,
  translationLanguage: null,
  language: null,
  closedBy: null,
  agentName: null,
  conversationId: 'c1',
  conversationTitle: id,
  chatId: id,
  platform: 'webchat',
  subAccountId: 's1',
  subAccountRemark: '',
  socialAccountId: 'a1',
  socialAccountName: '',
};

it.each([
  ['en-US', id, 'Visitor 0BB2'],
  ['zh-CN', id, '访客 0BB2'],
  ['en-US', 'Marta', 'Marta'],
] as const)('names the conversation as the console does, %s', (language, conversationTitle, shown) => {
  const sheet = ratingSheet({ language, timeZone: 'UTC', now: 0 });
  expect(sheet.row({ ...item, conversationTitle })).toContain(shown);
});
