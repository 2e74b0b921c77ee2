import { describe, expect, it } from 'vitest';
import type { LanguagePrior } from '../../../schema/conversations.ts';
import { identifyLanguage, languageIdentifier } from './customer-language.ts';

type Conversation = {
  customerLanguage: string | null;
  customerLanguagePinned: boolean;
  languagePrior: LanguagePrior | null;
};
const prior: LanguagePrior = { language: 'es', support: 1, challenger: null };
const unknown: Conversation = { customerLanguage: null, customerLanguagePinned: false, languagePrior: null };
const spanish: Conversation = {
  customerLanguage: 'es',
  customerLanguagePinned: false,
  languagePrior: prior,
};
const line = { original: 'Buenos días', originalLanguage: null };

/** `rereads`: the conversation's state on each further read; all writes but the last fail because of a concurrent change. */
function setUp(rereads: (Conversation | null)[] = []) {
  const moves: { from: Conversation; assumed: string | null }[] = [];
  return {
    moves,
    ports: {
      observe: (before: LanguagePrior | null) => ({
        language: 'es',
        prior: before ?? prior,
        assumed: 'es',
      }),
      async move(from: Conversation, _: LanguagePrior | null, assumed: string | null) {
        moves.push({ from, assumed });
        return rereads.length === 0;
      },
      reread: async () => rereads.shift() ?? null,
    },
  };
}

describe('identifyLanguage', () => {
  it('identifies the language of a line and stores it as assumed', async () => {
    const { moves, ports } = setUp();
    expect(await identifyLanguage(unknown, line, ports)).toBe('es');
    expect(moves).toEqual([{ from: unknown, assumed: 'es' }]);
  });

  it('writes nothing for a line that confirms the assumed language', async () => {
    const { moves, ports } = setUp();
    expect(await identifyLanguage(spanish, line, ports)).toBe('es');
    expect(moves).toEqual([]);
  });

  it.each([
    ['a line that adds evidence for the same language', { ...spanish, languagePrior: null }],
    ['the same evidence that means another language', { ...spanish, customerLanguage: 'pt' }],
  ])('stores %s', async (_, before) => {
    const { moves, ports } = setUp();
    expect(await identifyLanguage(before, line, ports)).toBe('es');
    expect(moves).toEqual([{ from: before, assumed: 'es' }]);
  });

  it('returns the pinned language regardless of the line’s', async () => {
    const { moves, ports } = setUp();
    const pinned = { ...spanish, customerLanguage: 'pt', customerLanguagePinned: true };
    expect(await identifyLanguage(pinned, line, ports)).toBe('pt');
    expect(moves).toEqual([]);
  });

  it('reuses the language that was identified for the line earlier', async () => {
    const { moves, ports } = setUp();
    expect(await identifyLanguage(unknown, { ...line, originalLanguage: 'fr' }, ports)).toBe('fr');
    expect(moves).toEqual([]);
  });

  it('weighs the line again when another has changed the assumed language meanwhile', async () => {
    const { moves, ports } = setUp([unknown]);
    expect(await identifyLanguage(unknown, line, ports)).toBe('es');
    expect(moves).toHaveLength(2);
  });

  it('returns the language that was pinned meanwhile', async () => {
    const { ports } = setUp([{ ...spanish, customerLanguage: 'pt', customerLanguagePinned: true }]);
    expect(await identifyLanguage(unknown, line, ports)).toBe('pt');
  });

  it('returns null when the conversation is deleted meanwhile', async () => {
    const { ports } = setUp([null]);
    expect(await identifyLanguage(unknown, line, ports)).toBeNull();
  });
});

describe('languageIdentifier', () => {
  /** Each line is in the language that it names, and confirms it once more. */
  const observe = (before: LanguagePrior | null, text: string) => {
    const support = before?.language === text ? before.support + 1 : 1;
    const known = before?.support === 3 && before.language === text;
    return {
      language: text,
      prior: known ? before : { language: text, support, challenger: null },
      assumed: text,
    };
  };
  const es = (support: number): LanguagePrior => ({ language: 'es', support, challenger: null });

  it('weighs each line with what earlier ones of its conversation have revealed', () => {
    const identify = languageIdentifier(observe);
    const revealed = { originalLanguage: 'es', customerLanguage: 'es' };
    expect(identify({ ...unknown, id: 'a' }, 'es')).toEqual({ ...revealed, languagePrior: es(1) });
    expect(identify({ ...unknown, id: 'b' }, 'fr')).toMatchObject({ originalLanguage: 'fr' });
    expect(identify({ ...unknown, id: 'a' }, 'es')).toEqual({ ...revealed, languagePrior: es(2) });
  });

  it('stores no evidence with a line that adds none', () => {
    const identify = languageIdentifier(observe);
    const certain = { ...spanish, languagePrior: es(3), id: 'a' };
    expect(identify(certain, 'es')).toEqual({
      originalLanguage: 'es',
      customerLanguage: null,
      languagePrior: null,
    });
  });

  it('stores with a line the evidence of an earlier one, which may turn out to be stored already', () => {
    const identify = languageIdentifier(observe);
    const nearly = { ...spanish, languagePrior: es(2), id: 'a' };
    identify(nearly, 'es');
    expect(identify(nearly, 'es')).toMatchObject({ languagePrior: es(3) });
  });

  it('reads lines in the pinned language, and weighs none', () => {
    const identify = languageIdentifier(observe);
    const pinned = { ...spanish, customerLanguage: 'pt', customerLanguagePinned: true, id: 'a' };
    expect(identify(pinned, 'es')).toEqual({
      originalLanguage: 'pt',
      customerLanguage: null,
      languagePrior: null,
    });
  });

  it('leaves a line that can’t be identified to its job', () => {
    const identify = languageIdentifier(() => {
      throw new Error('no statistics');
    });
    expect(identify({ ...unknown, id: 'a' }, 'es')).toEqual({
      originalLanguage: null,
      customerLanguage: null,
      languagePrior: null,
    });
  });
});
