import { expect, it } from 'vitest';
import { libraryKey } from './library-key.ts';

it.each([
  [' +86 138-0013-8000 ', '8613800138000'],
  ['@Maryam', 'maryam'],
  ['@', ''],
  [`${'a'.repeat(199)}\u{1F600}`, `${'a'.repeat(199)}\uFFFD`],
  // One character whose compatibility decomposition has eighteen.
  ['\uFDFA'.repeat(12), 'صلى الله عليه وسلم'.repeat(12).slice(0, 200)],
])('spells %j one way', (text, key) => {
  expect(libraryKey(text)).toBe(key);
});
