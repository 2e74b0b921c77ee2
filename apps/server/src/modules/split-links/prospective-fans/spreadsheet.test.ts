import { expect, it } from 'vitest';
import type { ProspectiveFanItem } from './queries.ts';
import { prospectiveFanSheet } from './spreadsheet.ts';

const id = '0195a3c2-77aa-7bcd-9001-5e2f4c6a0bb2';
const item: ProspectiveFanItem = {
  id: 'p1',
  splitLinkId: 'l1',
  splitLinkName: '',
  platform: 'telegram',
  name: 'Lucía',
  contact: '',
  message: '',
  language: null,
  country: null,
  state: 'done',
  reason: '',
  note: '',
  createdAt: 0,
  since: 0,
  holderId: null,
  holderName: null,
  authorName: null,
  conversationId: 'c1',
  conversationTitle: id,
  chatId: id,
  conversationPlatform: 'webchat',
  conversationOf: null,
};
const without = { conversationId: null, conversationTitle: null, chatId: null, conversationPlatform: null };

it('names the conversation as the console does, if there is one', () => {
  const sheet = prospectiveFanSheet({ language: 'en-US', timeZone: 'UTC', now: 0 });
  const at = sheet.columns.findIndex(({ title }) => title === 'Conversation');
  const named = (changes: Partial<ProspectiveFanItem>) => sheet.row({ ...item, ...changes })[at];
  expect(named({})).toBe('Visitor 0BB2');
  expect(named({ conversationTitle: 'Lucía' })).toBe('Lucía');
  expect(named(without)).toBe('');
});
