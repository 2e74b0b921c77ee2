import { expect, it } from 'vitest';
import { mentionAt, replaceMention } from './mention-command.ts';

it.each([
  ['@', { search: '', from: 0, to: 1 }],
  ['Hola @Ma', { search: 'Ma', from: 5, to: 8 }],
  ['Hola @Ana Ma', { search: 'Ana Ma', from: 5, to: 12 }],
  ['你好@李', { search: '李', from: 2, to: 4 }],
  ['ana@example', null],
  ['@Ana María López', null],
  ['@@', null],
  ['no', null],
])('finds in %j %j', (text, found) => {
  expect(mentionAt(text, text.length)).toEqual(found);
});

it('replaces the command by a name, followed by a space', () => {
  const command = { search: 'Ma', from: 5, to: 8 };
  expect(replaceMention('Hola @Ma', command, 'María')).toEqual({ text: 'Hola @María ', caret: 12 });
  expect(replaceMention('Hola @Ma dime', command, 'María').text).toBe('Hola @María dime');
});
