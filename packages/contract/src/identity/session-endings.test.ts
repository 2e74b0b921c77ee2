import { describe, expect, it } from 'vitest';
import { interfaceLanguages } from '../envelope.ts';
import { errorMessage } from '../errors.ts';
import { type SessionEnding, sessionEndingOf, sessionEndings } from './session-endings.ts';

// `keys` of the table itself.
const endings = Object.keys(sessionEndings) as SessionEnding[];

describe.each(interfaceLanguages)('session endings in %s', (language) => {
  it('has a sentence for each session ending', () => {
    const sentences = endings.map((ending) => sessionEndings[ending][language]);
    expect(new Set(sentences).size).toBe(endings.length);
    for (const one of sentences) expect(/[\u4e00-\u9fff]/.test(one)).toBe(language === 'zh-CN');
  });

  it.each(['auth.session-ended', 'auth.session-expired'] as const)(
    'uses the sentence of a session ending as the message of %s',
    (error) => {
      for (const ending of endings)
        expect(errorMessage(error, language, { ending })).toBe(sessionEndings[ending][language]);
    },
  );
});

it.each(['', 'toString', 'password changed', null, undefined, 7])('reads %j as a logout', (name) => {
  expect(sessionEndingOf(name)).toBe('logged-out');
});
