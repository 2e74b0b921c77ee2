import { expect, it } from 'vitest';
import { encode } from './stream.ts';

it('refuses an answer far longer than its chunk before decoding it', () => {
  const stream = encode([{ text: 'the red car ' }, { keep: '#42' }]);
  expect(() => stream.decode(['[0]'.repeat(300_000)])).toThrow(/^The answer is no translation: 900000 units/);
  expect(stream.decode(['el coche rojo [0][]'])).toBe('el coche rojo #42');
});
