import { expect, it } from 'vitest';
import { lettersOf, shareWithLetters } from './bits.ts';
import { termsOf } from './search-terms.ts';

it('has a bit for each letter but no digit', () => {
  const bits = (text: string) => lettersOf(termsOf(text)).toString(2).replaceAll('0', '').length;
  expect(bits('anna')).toBe(2);
  expect(bits('+34 600-11')).toBe(0);
  expect(bits('张伟明 a1')).toBe(4);
  expect(lettersOf(termsOf('anna garcia')) & lettersOf(termsOf('ana'))).toBe(lettersOf(termsOf('ana')));
});

it('estimates a lower share of texts for more letters, and all texts for none', () => {
  const share = (text: string) => shareWithLetters(termsOf(text));
  expect(share('600')).toBe(1);
  expect(share('an')).toBe(share('anna'));
  expect(share('garcia')).toBeLessThan(share('an'));
  expect(share('张伟')).toBeLessThan(share('an'));
});
