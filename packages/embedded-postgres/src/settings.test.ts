import { expect, it } from 'vitest';
import { memorySettings } from './settings.ts';

it.each([
  ['512 MB', 2 ** 29, '128MB', '256MB'],
  ['2 GB', 2 ** 31, '256MB', '1024MB'],
  ['24 GB', 24 * 2 ** 30, '3072MB', '12288MB'],
  ['256 GB', 2 ** 38, '4096MB', '131072MB'],
])('the database uses its share of %s', (_, bytes, shared_buffers, effective_cache_size) => {
  expect(memorySettings(bytes)).toEqual({ shared_buffers, effective_cache_size });
});
