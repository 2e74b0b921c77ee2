import { expect, it } from 'vitest';
import { mailProblem } from './mail-problem.ts';

const failed = (fields: Record<string, unknown>) =>
  Object.assign(new Error('a library’s text\n    at code.js:1'), fields);

it.each([
  [failed({ code: 'ESOCKET' }), 'mail-unreachable'],
  [failed({ code: 'EDNS' }), 'mail-name-unknown'],
  [failed({ code: 'ETIMEDOUT' }), 'mail-silent'],
  [failed({ code: 'EAUTH', response: '535 5.7.8 Bad credentials' }), 'mail-login: 535 5.7.8 Bad credentials'],
  [
    failed({ code: 'EENVELOPE', response: '550-No such\r\n550 mailbox' }),
    'mail-refused: 550-No such 550 mailbox',
  ],
  [failed({ response: 'x'.repeat(600) }), `mail-refused: ${'x'.repeat(500)}`],
  [failed({}), 'mail-failed'],
  [new TypeError('undefined is not a function'), 'mail-failed'],
  ['a text', 'mail-failed'],
  [null, 'mail-failed'],
])('names the problem of %o without a library’s text', (error, problem) => {
  expect(mailProblem(error)).toBe(problem);
});
