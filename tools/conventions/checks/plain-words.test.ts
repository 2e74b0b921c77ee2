import { describe, expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { plainWords } from './plain-words.ts';

const run = (text: string, file = 'apps/server/src/base/mail/mail.test.ts') =>
  plainWords.run(treeOf({ [file]: text }));
const contract = 'packages/contract/src/identity/endpoints.ts';

describe('plain-words', () => {
  test.each([
    ['// A log-in fails.', 'log-in'],
    ['/** Connects\n * anew. */', 'anew'],
    ["it('hears of a change', () => {});", 'hears'],
    ["describe.each([1])('a form handed in', () => {});", 'handed in'],
    ['const a = 1; // It stops by itself.', 'by itself'],
    ['it(`takes the ${name} of the centre`, () => {});', 'centre'],
  ])('refuses %s', (text, word) => {
    expect(run(text)).toMatchObject([{ problem: `a text says "${word}"` }]);
  });

  test('refuses a word in the texts of the contract, with its line', () => {
    expect(run("const a = {\n  summary: 'Completes a log-in.',\n};", contract)).toMatchObject([{ line: 2 }]);
  });

  test.each([
    '// A login fails.',
    "expect('a log-in is refused');",
    "it('connects again', () => {});",
    '// The word is sheared.',
  ])('accepts %s', (text) => {
    expect(run(text)).toEqual([]);
  });

  test('accepts names in the contract', () => {
    expect(run("const path = '/log-in';", contract)).toEqual([]);
  });
});
