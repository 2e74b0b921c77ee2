import fc from 'fast-check';
import { beforeAll, describe, expect, it, test } from 'vitest';
import type { LanguagePrior } from '../../schema/conversations.ts';
import { chatLines, unseenLines } from './fixtures/chat-lines.ts';
import { type LanguageIdentifier, loadLanguageIdentifier } from './language-identification.ts';
import { firstPrior, observeLine } from './language-prior.ts';

let identifier: LanguageIdentifier;
beforeAll(async () => {
  identifier = await loadLanguageIdentifier();
});

/** Observes a conversation's lines in order: the language of each, and the assumed language after it. */
const converse = (start: LanguagePrior | null, lines: readonly string[]) => {
  let prior = start;
  const languages: (string | null)[] = [];
  const beliefs: (string | null)[] = [];
  for (const line of lines) {
    const observation = observeLine(identifier, prior, line);
    prior = observation.prior;
    languages.push(observation.language);
    beliefs.push(observation.assumed);
  }
  return { languages, beliefs, prior };
};

const spanish = () =>
  converse(null, ['hola, buenos días', 'necesito ayuda con mi pedido', 'no me ha llegado']).prior;

describe('a conversation’s language', () => {
  it('starts with the platform’s hint, or with the first line that reveals a language', () => {
    expect(firstPrior('es')?.language).toBe('es');
    expect(converse(null, ['👍', 'ok', 'cuánto cuesta el envío']).beliefs).toEqual([null, null, 'es']);
  });

  it('a conversation’s language is not changed by short lines of another language, or of none', () => {
    const lines = [
      'ok',
      'jaja',
      'hello',
      '👍',
      '12:30',
      'super',
      'perfect',
      'https://example.com',
      'ciao',
      'si',
      'merci',
    ];
    const { beliefs } = converse(spanish(), lines);
    expect(new Set(beliefs)).toEqual(new Set(['es']));
  });

  it('a conversation’s language is not changed by a single sentence, which is still read in its own language', () => {
    const { languages, beliefs } = converse(spanish(), ['where is my order please', 'perdón, gracias']);
    expect(languages).toEqual(['en', 'es']);
    expect(beliefs).toEqual(['es', 'es']);
  });

  it('follows a customer who continues in another language', () => {
    const { beliefs } = converse(spanish(), [
      'where is my order',
      'can you help me with this',
      'I need it by Friday',
    ]);
    expect(beliefs.at(-1)).toBe('en');
  });

  it('follows an unmistakable long line at once, and returns as fast', () => {
    const long =
      'I would like to know when my order is going to arrive because I need it before the end of the week, thanks';
    const { beliefs } = converse(spanish(), [long, 'perdón, quiero decir que mi pedido no llegó']);
    expect(beliefs).toEqual(['en', 'es']);
  });

  it('gives up a wrong first guess sooner than an established language', () => {
    const { beliefs } = converse(null, ['mama mia', 'where is my order', 'can you help me']);
    expect(beliefs.at(-1)).toBe('en');
  });

  it('keeps the region or the twin that the platform named', () => {
    expect(converse(firstPrior('pt-br'), ['quanto custa o envio?']).languages).toEqual(['pt-BR']);
    expect(converse(firstPrior('ms'), ['berapa harganya', 'terima kasih banyak']).beliefs).toEqual([
      'ms',
      'ms',
    ]);
    expect(converse(firstPrior('zh-hant'), ['你好']).languages).toEqual(['zh-TW']);
    expect(converse(firstPrior('ja'), ['了解']).languages).toEqual(['ja']);
  });

  it('a conversation’s language is plain JSON', () => {
    const { prior } = converse(spanish(), ['where is my order']);
    expect(JSON.parse(JSON.stringify(prior))).toEqual(prior);
  });
});

describe('simulated conversations', () => {
  it('reads 97 of 100 short lines correctly, and never leaves the right language', () => {
    let right = 0;
    let all = 0;
    for (const [language, lines] of Object.entries(unseenLines)) {
      const { languages, beliefs } = converse(null, [...(chatLines[language] ?? []).slice(0, 2), ...lines]);
      all += languages.length;
      right += languages.filter((found) => found === language).length;
      const settled = beliefs.indexOf(language);
      expect(
        beliefs.slice(settled).every((belief) => belief === language),
        language,
      ).toBe(true);
    }
    expect(right / all).toBeGreaterThanOrEqual(0.97);
  });

  it('follows nine of ten customers who switch within four lines', () => {
    const steps: number[] = [];
    for (const [from, before] of Object.entries(chatLines)) {
      for (const [to, after] of Object.entries(unseenLines)) {
        const start = converse(null, before.slice(0, 3)).prior;
        if (from === to || start?.language !== from) continue;
        steps.push(converse(start, after).beliefs.indexOf(to));
      }
    }
    const followed = steps.filter((step) => step >= 0 && step < 4);
    expect(steps.length).toBeGreaterThan(400);
    expect(followed.length / steps.length).toBeGreaterThanOrEqual(0.9);
  });
});

test.each([
  ['es', 'es'],
  ['pt-br', 'pt-BR'],
  ['pt', 'pt'],
  ['en-US', 'en'],
  ['zh-hans', 'zh-CN'],
  ['zh', 'zh-CN'],
  ['zh-HK', 'zh-TW'],
  ['sr-Latn', 'sr-Latn'],
  ['no', 'nb'],
  ['xx', null],
  ['', null],
  ['not a tag', null],
  ['-'.repeat(10_000), null],
])('the platform’s word %j is %j', (hint, language) => {
  expect(firstPrior(hint)?.language ?? null).toBe(language);
});

it('keeps its support within bounds, whatever is written', () => {
  const lines = Object.values(chatLines).flat();
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...lines), { maxLength: 30 }), (conversation) => {
      const { prior } = converse(null, conversation);
      if (prior === null) return;
      expect(prior.support).toBeGreaterThan(0);
      expect(prior.support).toBeLessThanOrEqual(3);
      expect(prior.challenger?.language).not.toBe(prior.language);
    }),
  );
});
