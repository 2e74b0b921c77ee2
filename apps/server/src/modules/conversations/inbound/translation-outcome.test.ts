import { describe, expect, it } from 'vitest';
import { newId, trustWorkspaceId } from '../../../base/ids.ts';
import { retryPause, translatedMessage } from './translation-outcome.ts';

describe('retryPause', () => {
  const failed = { kind: 'failed', problem: 'engines-failed' } as const;

  it.each([
    [0, 10_000],
    [1, 60_000],
    [2, null],
    [3, null],
  ])('returns the pause after round %i of failed engines: %j ms', (round, pause) => {
    expect(retryPause(failed, round)).toBe(pause);
  });

  it.each([
    { kind: 'none' },
    { kind: 'done', text: 'The house', characters: 7 },
    { kind: 'failed', problem: 'characters-short' },
    { kind: 'failed', problem: 'language-unsupported' },
  ] as const)('tries nothing again after %j', (outcome) => {
    expect(retryPause(outcome, 0)).toBeNull();
  });
});

describe('translatedMessage', () => {
  const message = { workspaceId: trustWorkspaceId(newId()), conversationId: newId(), id: newId(), edits: 0 };
  const languages = { source: 'es', target: 'en' };
  const untranslated = {
    ...message,
    originalLanguage: 'es',
    translation: null,
    translationLanguage: null,
    translationProblem: null,
    characters: 0,
  };

  it('stores text, language and price of a translation', () => {
    const outcome = { kind: 'done', text: 'The house', characters: 7 } as const;
    expect(translatedMessage(message, languages, outcome)).toEqual({
      ...untranslated,
      translation: 'The house',
      translationLanguage: 'en',
      translationState: 'done',
      characters: 7,
    });
  });

  it('stores only the language if there was nothing to translate', () => {
    expect(translatedMessage(message, languages, { kind: 'none' })).toEqual({
      ...untranslated,
      translationState: 'none',
    });
  });

  it('stores the reason of a failure, and charges nothing', () => {
    expect(translatedMessage(message, languages, { kind: 'failed', problem: 'characters-short' })).toEqual({
      ...untranslated,
      translationState: 'failed',
      translationProblem: 'characters-short',
    });
  });
});
