import { expect, it } from 'vitest';
import { isNamed, shownTitle } from './conversation-titles.ts';

const visitor = '0195a3c2-77aa-7bcd-9001-5e2f4c6a0bb2';
const unnamed = { title: visitor, chatId: visitor, platform: 'webchat' } as const;

it('names an unnamed visitor by the end of the id, in both languages', () => {
  expect(isNamed(unnamed)).toBe(false);
  expect(shownTitle(unnamed, 'en-US')).toBe('Visitor 0BB2');
  expect(shownTitle(unnamed, 'zh-CN')).toBe('访客 0BB2');
});

it('keeps names, and accounts that people recognize', () => {
  expect(shownTitle({ ...unnamed, title: 'Marta' }, 'en-US')).toBe('Marta');
  const contact = { title: 'ana@chat.example', chatId: 'ana@chat.example', platform: 'xmpp' } as const;
  expect(isNamed(contact)).toBe(true);
  expect(shownTitle(contact, 'zh-CN')).toBe('ana@chat.example');
});
