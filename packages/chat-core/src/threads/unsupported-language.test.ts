import { expect, it } from 'vitest';
import { unsupportedLanguage } from './unsupported-language.ts';

const done = {
  direction: 'in',
  originalLanguage: 'es',
  translationState: 'done',
  translationProblem: null,
} as const;
const refused = {
  direction: 'in',
  originalLanguage: 'ja',
  translationState: 'failed',
  translationProblem: 'language-unsupported',
} as const;

it.each([
  ['nothing was written', [], null],
  ['the latest message was translated', [refused, done], null],
  ['the line doesn’t do the latest one', [done, refused], { direction: 'in', language: 'ja' }],
  [
    'a translation is pending after it',
    [refused, { ...done, translationState: 'pending' }],
    { direction: 'in', language: 'ja' },
  ],
  [
    'the agent answered after it',
    [refused, { ...done, direction: 'out' }],
    { direction: 'in', language: 'ja' },
  ],
  [
    'the line doesn’t do what the agent wrote',
    [done, { ...refused, direction: 'out' }],
    { direction: 'out', language: 'ja' },
  ],
  [
    'the agent wrote something else after it',
    [
      { ...refused, direction: 'out' },
      { ...done, direction: 'out' },
    ],
    null,
  ],
  ['the engines failed', [{ ...refused, translationProblem: 'engines-failed' }], null],
] as const)('unsupportedLanguage when %s', (_, messages, expected) => {
  expect(unsupportedLanguage(messages)).toEqual(expected);
});
