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
  expect(shownName({ title, chatId: 'chat-77' })).toBe(shown);
});
