import { expect, it } from 'vitest';
import { commandAt, replaceCommand } from './quick-reply-command.ts';

it.each([
  ['/', 1, { search: '', from: 0, to: 1 }],
  ['/ship', 5, { search: 'ship', from: 0, to: 5 }],
  ['/ship', 3, { search: 'sh', from: 0, to: 3 }],
  ['Hello /发货', 9, { search: '发货', from: 6, to: 9 }],
  ['Hello\n/a', 8, { search: 'a', from: 6, to: 8 }],
])('%j with the caret at %i is a command', (text, caret, command) => {
  expect(commandAt(text, caret)).toEqual(command);
});

it.each([
  ['and/or', 6],
  ['https://example.com', 8],
  ['/ship now', 9],
  ['//', 2],
  ['/ship', 0],
])('%j with the caret at %i is no command', (text, caret) => {
  expect(commandAt(text, caret)).toBeNull();
});

it('keeps the text around a command', () => {
  const command = { search: 'ship', from: 6, to: 11 };
  expect(replaceCommand('Hello /ship, bye', command, 'it ships')).toEqual({
    text: 'Hello it ships, bye',
    caret: 14,
  });
});
