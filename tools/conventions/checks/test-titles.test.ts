import { describe, expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { testTitles } from './test-titles.ts';

const run = (text: string, file = 'apps/server/src/base/mail/mail.test.ts') =>
  testTitles.run(treeOf({ [file]: text }));

describe('test-titles', () => {
  test.each([
    "it('is refused', () => {});",
    "test('that is empty counts as none', () => {});",
    "it('And then nothing', () => {});",
    "it.each([1])('of %i', () => {});",
    'describe(`with ${name}`, () => {});',
    "it.skipIf(root)('with a disk', () => {});",
    "it('also twice', () => {});",
    "it('not for a limited one', () => {});",
    "it('by keyboard', () => {});",
    "it('no more than there are', () => {});",
    "it('never to a stranger', () => {});",
    "it('are kept apart', () => {});",
    "it('whose token is refused ends', () => {});",
    "it('says why', () => {});",
    "it('can’t log in', () => {});",
    "it('come in order', () => {});",
    "it('under another secret', () => {});",
    "it('one is made', () => {});",
    "describe('whose it is', () => {});",
    "it.each(['curl', 'of nobody'])('%s is none', () => {});",
    "it.each([['a name', 1], ['with nothing', 2]] as const)('%s', () => {});",
    "it.each([{ name: 'a name' }, { name: 'is XML' }])('$name', () => {});",
  ])('refuses %s', (text) => {
    expect(run(`const root = true;\n${text}`)).toMatchObject([{ line: 2 }]);
  });

  test.each([
    "it('marks a mail as failed after the last refusal', () => {});",
    "it('issues one token', () => {});",
    "it('without a network fails', () => {});",
    "it('never loses a message', () => {});",
    "expect('is refused');",
    "it.each(['of', 'is'])('takes %s', () => {});",
    "it.each(rows)('%s is refused', () => {});",
    "it.each([{ name: 'a name', text: 'of' }])('$name', () => {});",
    "it('one-time codes expire', () => {});",
    "describe('without a mail server', () => {});",
    "describe('what is counted', () => {});",
  ])('accepts %s', (text) => {
    expect(run(text)).toEqual([]);
  });

  test('overlooks code that is no test', () => {
    expect(run("it('is refused', () => {});", 'apps/server/src/base/mail/mail.ts')).toEqual([]);
  });
});
