import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterFailure,
  afterSuccess,
  type GuessState,
  initialGuessState,
  longestPauseMs,
  remainingPauseMs,
} from './pauses.ts';

const rule = { free: 3, forgetOneMs: 60_000 };
const start = 1_800_000_000_000;

function failing(times: number, everyMs = 0): { state: GuessState; now: number } {
  let state = initialGuessState;
  let now = start;
  for (let n = 0; n < times; n += 1) {
    now += everyMs;
    state = afterFailure(state, now, rule);
  }
  return { state, now };
}

describe('pauses', () => {
  it('returns no pause for the first guesses, and doubles it after them', () => {
    const seconds = [1, 2, 3, 4, 5, 6, 7].map(
      (times) => remainingPauseMs(failing(times).state, start) / 1000,
    );
    expect(seconds).toEqual([0, 0, 0, 15, 30, 60, 120]);
  });

  it('forgives one guess per minute', () => {
    const { state } = failing(4);
    expect(remainingPauseMs(afterFailure(state, start + 60_000, rule), start + 60_000)).toBe(15_000);
    expect(remainingPauseMs(afterFailure(state, start + 4 * 60_000, rule), start + 4 * 60_000)).toBe(0);
  });

  it('ends with a success that was counted as a failure first', () => {
    const { state } = failing(4);
    expect(remainingPauseMs(afterSuccess(state, start, rule), start)).toBe(0);
    expect(afterSuccess(state, start, rule).failures).toBe(3);
    expect(remainingPauseMs(afterSuccess(failing(6).state, start, rule), start)).toBe(60_000);
  });

  it('limits pauses to the longest, regardless of the number of guesses and of changes of the clock', () => {
    const moments = fc.array(fc.integer({ min: -3_600_000, max: 3_600_000 }), { maxLength: 200 });
    fc.assert(
      fc.property(moments, (steps) => {
        let state = initialGuessState;
        let now = start;
        for (const step of steps) {
          now += step;
          state = afterFailure({ ...state, pausedUntil: 0 }, now, rule);
          expect(remainingPauseMs(state, now)).toBeLessThanOrEqual(longestPauseMs);
          expect(state.failures).toBeGreaterThanOrEqual(1);
        }
      }),
    );
  });

  it('admits, in the long run, no more guesses than are forgiven', () => {
    let state = initialGuessState;
    let looked = 0;
    for (let now = start; now < start + 24 * 3_600_000; now += 1000) {
      if (remainingPauseMs(state, now) > 0) continue;
      state = afterFailure(state, now, rule);
      looked += 1;
    }
    // Guesses that are still counted at the end were checked too: the free ones, and those before the last pause.
    expect(looked).toBeLessThanOrEqual(24 * 60 + rule.free + Math.log2(longestPauseMs / 15_000) + 1);
    expect(looked).toBeGreaterThan(90);
  });
});
