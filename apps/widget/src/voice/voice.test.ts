import { expect, test } from 'vitest';
import { lines as firstLines } from '../lib/words.ts';
import { lines, voiceWords } from './words.ts';

test('every language of the first script has the words of voice messages', () => {
  expect(Object.keys(lines).toSorted()).toEqual(Object.keys(firstLines).toSorted());
  expect(Object.values(lines).flat()).not.toContain('');
  expect(voiceWords('pt-BR').record).toBe('Gravar mensagem de voz');
});
