import { expect, it } from 'vitest';
import { followAbort } from './follow-abort.ts';

it('aborts with the reason of the signal, later or at once', () => {
  const source = new AbortController();
  const later = new AbortController();
  followAbort(later, source.signal);
  expect(later.signal.aborted).toBe(false);
  source.abort('enough');
  expect(later.signal.reason).toBe('enough');
  const late = new AbortController();
  followAbort(late, source.signal);
  expect(late.signal.reason).toBe('enough');
});

it('ignores the signal once it no longer follows it', () => {
  const source = new AbortController();
  const controller = new AbortController();
  followAbort(controller, source.signal)();
  source.abort();
  expect(controller.signal.aborted).toBe(false);
});
