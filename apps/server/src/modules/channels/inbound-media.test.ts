import { expect, it } from 'vitest';
import { finalOutcomeOf } from './inbound-media.ts';

const later = { result: 'later', reason: 'busy' } as const;
const gone = { result: { problem: 'gone' } } as const;
const tooLarge = { result: { problem: 'too-large' } } as const;

it.each([
  ['busy platform', later, { expired: false, last: false }, null],
  ['busy platform at the last try', later, { expired: false, last: true }, { problem: 'not-fetched' }],
  [
    'busy platform after the end of the handle',
    later,
    { expired: true, last: false },
    { problem: 'expired' },
  ],
  ['file that is gone before it', gone, { expired: false, last: false }, { problem: 'gone' }],
  ['file that is gone after it', gone, { expired: true, last: true }, { problem: 'expired' }],
  ['file that is too large after it', tooLarge, { expired: true, last: false }, { problem: 'too-large' }],
] as const)('ends the fetching of a medium or not: a %s', (_, outcome, state, end) => {
  expect(finalOutcomeOf(outcome, state)).toEqual(end);
});
