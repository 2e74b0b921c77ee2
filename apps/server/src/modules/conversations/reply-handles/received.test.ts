import { expect, it } from 'vitest';
import { keptHandle } from './received.ts';

const day = 24 * 3_600_000;
const handle = { value: 'h', expiresAt: 60_001, uses: 1 };

it.each([
  ['a handle that can be used', handle, handle],
  ['no handle', undefined, null],
  ['one that is over', { ...handle, expiresAt: 60_000 }, null],
  ['one without a time', { ...handle, expiresAt: Number.NaN }, null],
  ['one without a use', { ...handle, uses: 0 }, null],
  ['an empty one', { ...handle, value: '' }, null],
  ['the longest', { ...handle, value: 'x'.repeat(4_000) }, { ...handle, value: 'x'.repeat(4_000) }],
  ['a longer one', { ...handle, value: 'x'.repeat(4_001) }, null],
  [
    'one for good',
    { ...handle, expiresAt: Number.POSITIVE_INFINITY, uses: Number.POSITIVE_INFINITY },
    { value: 'h', expiresAt: 60_000 + 30 * day, uses: 100 },
  ],
])('keeps of %s what is within the limits', (_, given, kept) => {
  expect(keptHandle(given, 60_000)).toEqual(kept);
});
