import { describe, expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { plainWords } from './plain-words.ts';

const run = (text: string, file = 'apps/server/src/base/mail/mail.test.ts') =>
  plainWords.run(treeOf({ [file]: text }));
const contract = 'packages/contract/src/identity/endpoints.ts';
const errors = 'packages/contract/src/identity/errors.ts';

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
    ['// Four run abreast.', 'abreast'],
    ['// The message goes round again.', 'goes round again'],
    ['/** Holds doors against guessing. */', 'Holds doors'],
    ["log.warn({ err }, 'a customer was told');", 'told'],
    ["this.#log.info('jobs were given back');", 'given back'],
    ['deps.log.debug(`it is held by somebody: ${it}`);', 'somebody'],
    ["throw new NoLongerWaits('nobody waits');", 'nobody'],
    ["reject(new EngineError('timeout', 'let go'));", 'let go'],
    ["throw new Error('a row ' + `is ${id} of its own`);", 'of its own'],
    ["class Refused extends AppError { constructor() { super('taken up'); } }", 'taken up'],
  ])('refuses %s', (text, word) => {
    expect(run(text)).toMatchObject([{ problem: `a text says "${word}"` }]);
  });

  test.each([
    ["const a = {\n  summary: 'Completes a log-in.',\n};", contract],
    ["const a = {\n  'x.y': errorEntry(409, '已更改', 'Nobody is online'),\n};", errors],
    ["const a = {\n  'x.y': errorEntry(409, '已满', `At most ${most} anew`),\n};", errors],
    ["const a = {\n  'x.y': { 'zh-CN': '已挂断', 'en-US': 'The other side hung up' },\n};", errors],
  ])('refuses a word in the texts of the contract, with its line: %s', (text, file) => {
    expect(run(text, file)).toMatchObject([{ line: 2 }]);
  });

  test.each([
    '// A login fails.',
    "expect('a log-in is refused');",
    "catalog.warn('a customer was told');",
    "log.child('told');",
    "new Map([['told', 1]]);",
    "class Told extends Base { constructor() { super('told'); } }",
    '// Four run at once.',
    'const told = [];',
    'export type Newsletter = string;',
    "it('connects again', () => {});",
    '// The word is sheared.',
    '// Runs as the user `nobody`.',
    '/** Returns what a row holds. */',
  ])('accepts %s', (text) => {
    expect(run(text)).toEqual([]);
  });

  test.each([
    ['export const letGo = () => {};', 'letGo', 'let go'],
    ['export function askerOf() {}', 'askerOf', 'asker'],
    ['export async function tendLeases() {}', 'tendLeases', 'tend'],
    ['export type House = { a: 1 };', 'House', 'house'],
    ['export interface Strangers {}', 'Strangers', 'strangers'],
    ['export class BelievedLanguage {}', 'BelievedLanguage', 'believed'],
    ['export const [a, MOST_ABREAST] = [1, 2];\nexport const MOST_ABREAST = 4;', 'MOST_ABREAST', 'abreast'],
  ])('refuses an exported name: %s', (text, name, word) => {
    expect(run(text, 'apps/server/src/base/mail/mail.ts')).toMatchObject([
      { problem: `the name ${name} says "${word}"` },
    ]);
  });

  test('refuses dialect in documents, with its line, but not in code and addresses there', () => {
    const text = '# A log-in\n\n`log-in` [page](log-in.md)\n```\nlog-in\n```\nConnects anew.\n';
    expect(run(text, 'docs/operations.md')).toMatchObject([
      { line: 1, problem: 'a text says "log-in"' },
      { line: 7, problem: 'a text says "anew"' },
    ]);
    expect(run(text, 'docs/user-guide/zh/index.md')).toEqual([]);
  });

  test('accepts names in the contract', () => {
    expect(run("const path = '/log-in';", contract)).toEqual([]);
  });
});
