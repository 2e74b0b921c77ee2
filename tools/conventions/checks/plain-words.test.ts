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
    ['// Whoever asks gets it.', 'Whoever'],
    ['// Nobody holds it.', 'Nobody'],
    ["it('refuses somebody else', () => {});", 'somebody'],
    ["it('is told why', () => {});", 'told'],
    ['// A process of its own.', 'of its own'],
    ['/** The belief after it. */', 'belief'],
    ['// This looks after the pool.', 'looks after'],
    ['// It stands for an id.', 'stands for'],
    ['// The other side closed it.', 'The other side'],
    ['// The caller goes away.', 'goes away'],
    ["it('gives back a port', () => {});", 'gives back'],
    ['// Handlers are taken up at the start.', 'taken up'],
    ['// An idle house costs nothing.', 'An idle house'],
    ['// It lets go of the socket.', 'lets go'],
    ['// A page of ours.', 'of ours'],
    ['/** What a row holds. */', '/** What'],
    ['/**\n * Whose row it is.\n */', '/**\n * Whose'],
    ['// Of those only the first.', '// Of those'],
    ['/** Where the files are. */', '/** Where'],
    ['/**\n * How long it waits.\n */', '/**\n * How'],
    ['/** Whether it runs. */', '/** Whether'],
    ['// They recover by themselves.', 'by themselves'],
    ['// Without a sign of life it is closed.', 'sign of life'],
    ["it('mends a file', () => {});", 'mends'],
    ['// It shall end.', 'shall'],
    ['// It waits in vain.', 'in vain'],
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
    '// Runs as the user `nobody`.',
    '/** Returns what a row holds. */',
  ])('accepts %s', (text) => {
    expect(run(text)).toEqual([]);
  });

  test('accepts names in the contract', () => {
    expect(run("const path = '/log-in';", contract)).toEqual([]);
  });
});
