import { describe, expect, it } from 'vitest';
import { newId } from '../../../base/ids.ts';
import { compose, directionOf, retryPatch } from './compose.ts';

const readsEnglish = {
  sendTranslationEnable: true,
  sendTargetLanguage: 'auto',
  receiveTargetLanguage: 'en',
};

describe('directionOf', () => {
  it('translates from the language that the agent reads into the customer’s', () => {
    expect(directionOf(readsEnglish, { customerLanguage: 'es' })).toEqual({ source: 'en', target: 'es' });
  });

  it('prefers the target language that is set to the one that the customer writes', () => {
    const settings = { ...readsEnglish, sendTargetLanguage: 'fr' };
    expect(directionOf(settings, { customerLanguage: 'es' })).toEqual({ source: 'en', target: 'fr' });
    expect(directionOf(settings, { customerLanguage: null })).toEqual({ source: 'en', target: 'fr' });
  });

  it('returns no direction before the customer has shown a language', () => {
    expect(directionOf(readsEnglish, { customerLanguage: null })).toBe('unknown');
  });

  it.each(['es', null])(
    'leaves texts as written while translation is off, to a customer of %j',
    (language) => {
      const settings = { ...readsEnglish, sendTranslationEnable: false };
      expect(directionOf(settings, { customerLanguage: language })).toBe('as-written');
    },
  );
});

describe('compose', () => {
  const author = { subAccountId: newId(), name: 'Ana' };
  const draft = { id: newId(), text: 'The house', mode: 'translate', file: null, answers: null } as const;
  const direction = { source: 'en', target: 'es' };
  const untranslated = {
    id: draft.id,
    kind: 'text',
    original: 'The house',
    attachment: null,
    fileId: null,
    replyToId: null,
    replyToSeq: null,
    mentions: null,
    template: null,
    acceptsPrice: false,
    mode: 'translate',
    translation: null,
    translationLanguage: null,
    translationProblem: null,
    characters: 0,
    authorSubAccountId: author.subAccountId,
    authorName: 'Ana',
    triggeredBy: null,
  };

  it('queues a text sent as written, without a language or a price', () => {
    expect(compose(author, draft, 'as-written', null)).toEqual({
      ...untranslated,
      originalLanguage: null,
      translationState: 'none',
      delivery: 'queued',
    });
  });

  it('gives a message of a file the kind that its bytes have', () => {
    const seen = {
      contentType: 'image/png',
      size: 9,
      width: 4,
      height: 3,
      durationMs: null,
      hasPreview: true,
    };
    const file = { id: newId(), name: 'dress.png', ...seen, waveform: null };
    expect(compose(author, { ...draft, text: '', file }, 'as-written', null)).toMatchObject({
      kind: 'image',
      fileId: file.id,
      attachment: { type: 'media', state: 'ready', name: 'dress.png', ...seen },
      delivery: 'queued',
    });
    const document = { ...file, contentType: 'application/pdf' };
    expect(compose(author, { ...draft, file: document }, direction, null)).toMatchObject({
      kind: 'file',
      original: 'The house',
      translationState: 'pending',
    });
  });

  it('makes a text wait for its translation', () => {
    expect(compose(author, draft, direction, null)).toEqual({
      ...untranslated,
      originalLanguage: 'en',
      translationState: 'pending',
      delivery: 'translating',
    });
  });

  it('queues a text with the translation and the price of its preview', () => {
    const preview = { translation: 'La casa', source: 'en', target: 'es', characters: 9 };
    expect(compose(author, draft, direction, preview)).toEqual({
      ...untranslated,
      originalLanguage: 'en',
      translation: 'La casa',
      translationLanguage: 'es',
      translationState: 'done',
      characters: 9,
      delivery: 'queued',
    });
  });

  it('queues a text as it is if that is the customer’s language', () => {
    const ready = { translation: null, source: 'es', target: 'es', characters: 0 };
    expect(compose(author, draft, direction, ready)).toEqual({
      ...untranslated,
      originalLanguage: 'es',
      translationState: 'none',
      delivery: 'queued',
    });
  });

  it('fails a text whose target language is unknown, and sends nothing', () => {
    expect(compose(author, draft, 'unknown', null)).toEqual({
      ...untranslated,
      originalLanguage: null,
      translationState: 'failed',
      translationProblem: 'language-unsupported',
      delivery: 'failed',
    });
  });
});

describe('retryPatch', () => {
  const queued = { delivery: 'queued', deliveryProblem: null, attempts: 1, nextAttemptAt: null };

  it.each(['failed', 'pending'] as const)('translates again what is %s', (translationState) => {
    expect(retryPatch({ mode: 'translate', translationState })).toEqual({
      ...queued,
      delivery: 'translating',
      translationState: 'pending',
      translationProblem: null,
    });
  });

  it.each([
    { mode: 'translate', translationState: 'done' },
    { mode: 'translate', translationState: 'none' },
    { mode: 'original', translationState: 'none' },
    { mode: 'original', translationState: 'failed' },
  ] as const)('sends %j again as it is, as a second attempt', (message) => {
    expect(retryPatch(message)).toEqual(queued);
  });
});
