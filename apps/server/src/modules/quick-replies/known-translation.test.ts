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
const names = { fan: '王小明', agent: 'ana (nights)', account: 'shop 2' };
const known = (text: string, target: string, candidates = [shipping]) =>
  knownTranslation(candidates, { text, target, names });

describe('knownTranslation', () => {
  it('fills in the variables at their places in the translation', () => {
    expect(known('Hello Marta, it ships today.', 'es')).toEqual({
      source: 'en',
      translation: 'Marta: sale hoy.',
    });
  });

  it('uses the translation’s fallback where the text has the content’s', () => {
    expect(known('Hello there, it ships today.', 'es')?.translation).toBe('Cliente: sale hoy.');
  });

  it.each([
    ['pt', 'Olá cliente, sai hoje.'],
    ['zh-TW', '朋友，今天出貨。'],
  ])('finds a translation for readers of %s', (target, translation) => {
    expect(known('Hello there, it ships today.', target)?.translation).toBe(translation);
  });

  it.each(['zh-CN', 'fr'])('finds no translation for readers of %s', (target) => {
    expect(known('Hello there, it ships today.', target)).toBeNull();
  });

  it('leaves a text unchanged for a customer with the content’s language', () => {
    expect(known('Hello Marta, it ships today.', 'en')).toEqual({ source: 'en', translation: null });
  });

  it('finds no translation for a text that the agent has changed', () => {
    expect(known('Hello Marta, it ships tomorrow.', 'es')).toBeNull();
  });

  it.each([
    ['the customer’s name', '王小明', true],
    ['a name that the agent has typed', 'María José O’Neill-Pérez', true],
    ['the agent’s name in the place of the customer’s', 'ana (nights)', false],
    ['a sentence', 'can you send me your order number please', false],
    ['a sentence with a capital', 'Can you send it', false],
    ['an amount', '20', false],
    ['a text without spaces', '请把订单号发给我', false],
    ['a text that is too long', 'A'.repeat(81), false],
  ])('accepts only a plausible name: %s', (_, name, isOne) => {
    expect(known(`Hello ${name}, it ships today.`, 'es') !== null).toBe(isOne);
    const greeting = { ...shipping, content: 'Hi {{fan|there}}' };
    expect(known(`Hi ${name}`, 'es', [greeting]) !== null).toBe(isOne);
  });

  it('reads each name at its own place', () => {
    const signed = { ...shipping, content: '{{agent}} of {{account}}' };
    expect(known('ana (nights) of shop 2', 'es', [signed])).not.toBeNull();
    expect(known('shop 2 of ana (nights)', 'es', [signed])).toBeNull();
  });

  it('uses the first candidate with a text in the language', () => {
    const bare = { ...shipping, translations: [] };
    expect(known('Hello there, it ships today.', 'es', [bare, shipping])?.translation).toBe(
      'Cliente: sale hoy.',
    );
  });
});
