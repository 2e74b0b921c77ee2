import { errorMessage } from '@parley/contract';
import { type SessionEnding, sessionEndings } from '@parley/contract/identity';
import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { endReasonOf, endSentenceOf, isAccountClosed, isExpired, timedOutReason } from './session-end.ts';

// `keys` of the table itself.
const endings = Object.keys(sessionEndings) as SessionEnding[];

it.each(endings)('reads why a session is over from the refusal of a call and of a renewal: %s', (ending) => {
  const sentence = sessionEndings[ending]['zh-CN'];
  const message = errorMessage('auth.session-ended', 'zh-CN', { ending });
  const call = new ApiError({ code: 50_012, error: 'auth.session-ended', message, details: { ending } });
  const renewal = new ApiError({
    code: 401,
    error: 'identity.invalid-refresh-token',
    message: 'invalid refresh token',
    details: { ending, sentence },
  });
  for (const problem of [call, renewal]) {
    expect(endReasonOf(problem)).toEqual({ reason: ending, sentence });
    expect(endSentenceOf(endReasonOf(problem), 'en-US')).toBe(sentence);
  }
  expect(endSentenceOf({ reason: ending, sentence: sessionEndings[ending] }, 'zh-CN')).toBe(sentence);
});

it.each([
  new Error('no answer'),
  new ApiError({ code: 401, error: 'identity.invalid-refresh-token', message: 'invalid refresh token' }),
])('treats a refusal without details as timed out (%s)', (problem) => {
  expect(endReasonOf(problem)).toEqual(timedOutReason);
  expect(endSentenceOf(endReasonOf(problem), 'en-US')).toBeNull();
});

it('separates closed accounts and expired sessions from other endings', () => {
  const which = (is: typeof isAccountClosed) => endings.filter((reason) => is({ reason, sentence: null }));
  expect(which(isAccountClosed)).toEqual(['disabled', 'deleted', 'owner-disabled', 'tenant-disabled']);
  expect(which(isExpired)).toEqual(['lifetime', 'timed-out']);
});
