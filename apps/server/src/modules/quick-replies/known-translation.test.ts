import { describe, expect, it } from 'vitest';
import { knownTranslation } from './known-translation.ts';

const shipping = {
  content: 'Hello {{fan|there}}, it ships today.',
  language: 'en',
  translations: [
    { language: 'pt-BR', content: 'Olá {{fan|cliente}}, sai hoje.' },
    { language: 'es', content: '{{fan|Cliente}}: sale hoy.' },
    { language: 'zh-TW', content: '{{fan|朋友}}，今天出貨。' },
  ],
};
const known = (text: string, target: string, candidates = [shipping]) =>
  knownTranslation(candidates, { text, target });

describe('a known translation', () => {
  it('fills the variables in where the translation has them', () => {
    expect(known('Hello Marta, it ships today.', 'es')).toEqual({
      source: 'en',
      translation: 'Marta: sale hoy.',
    });
  });

  it('takes the translation’s fallback where the text has the content’s', () => {
    expect(known('Hello there, it ships today.', 'es')?.translation).toBe('Cliente: sale hoy.');
  });

  it.each([
    ['pt', 'Olá cliente, sai hoje.'],
    ['zh-TW', '朋友，今天出貨。'],
  ])('is there for readers of %s', (target, translation) => {
    expect(known('Hello there, it ships today.', target)?.translation).toBe(translation);
  });

  it.each(['zh-CN', 'fr'])('is missing for readers of %s', (target) => {
    expect(known('Hello there, it ships today.', target)).toBeNull();
  });

  it('leaves a text as it is for a customer of the content’s language', () => {
    expect(known('Hello Marta, it ships today.', 'en')).toEqual({ source: 'en', translation: null });
  });

  it('is missing for a text that the agent has changed', () => {
    expect(known('Hello Marta, it ships tomorrow.', 'es')).toBeNull();
  });

  it('is of the first candidate that has words in the language', () => {
    const bare = { ...shipping, translations: [] };
    expect(known('Hello there, it ships today.', 'es', [bare, shipping])?.translation).toBe(
      'Cliente: sale hoy.',
    );
  });
});
