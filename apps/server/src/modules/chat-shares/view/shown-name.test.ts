import { expect, it } from 'vitest';
import { shownName } from './shown-name.ts';

it.each([
  ['Marta', 'Marta'],
  [' 李雷 ', '李雷'],
  ['Marta 2', 'Marta 2'],
  ['', null],
  ['chat-77', null],
  ['+34 600-100 200', null],
  ['@marta', null],
  ['marta@example.org', null],
  ['https://t.me/marta', null],
])('shows a customer called %j as %s', (title, shown) => {
  const conversation = { title, chatId: 'chat-77', platform: 'telegram' } as const;
  expect(shownName(conversation)).toEqual({ name: shown, visitor: null });
});

it('shows of an unnamed website visitor only the end of the id', () => {
  const visitor = '0195a3c2-77aa-7bcd-9001-5e2f4c6a0bb2';
  const conversation = { title: visitor, chatId: visitor, platform: 'webchat' } as const;
  expect(shownName(conversation)).toEqual({ name: null, visitor: '0BB2' });
  expect(shownName({ ...conversation, title: 'Marta' })).toEqual({ name: 'Marta', visitor: null });
});
