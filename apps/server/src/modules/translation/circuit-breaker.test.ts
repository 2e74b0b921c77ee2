import { describe, expect, it } from 'vitest';
import { type BreakerVerdict, type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';

const setUp = () => {
  let now = 0;
  const breaker = createCircuitBreaker({
    now: () => now,
    random: () => 0.5, // the middle of the spread, so pauses have exactly the configured length
    failures: 3,
    pauseMs: 1_000,
    refusedPauseMs: 60_000,
    longestPauseMs: 100_000,
  });
  return { breaker, advance: (ms: number) => (now += ms) };
};

const tryOnce = (breaker: CircuitBreaker, verdict: BreakerVerdict): boolean => {
  const admission = breaker.admit();
  admission?.report(verdict);
  return admission !== null;
};
const tryAll = (breaker: CircuitBreaker, ...verdicts: BreakerVerdict[]) =>
  verdicts.map((v) => tryOnce(breaker, v));

describe('a circuit breaker', () => {
  it('remains closed while failures are not consecutive', () => {
    const { breaker } = setUp();
    tryAll(breaker, 'failed', 'failed', 'healthy', 'failed', 'failed');
    expect(breaker.isOpen()).toBe(false);
  });

  it('opens after three consecutive failures', () => {
    const { breaker } = setUp();
    tryAll(breaker, 'failed', 'failed', 'failed');
    expect(breaker.isOpen()).toBe(true);
    expect(breaker.admit()).toBeNull();
  });

  it('ignores neutral verdicts', () => {
    const { breaker } = setUp();
    tryAll(breaker, 'failed', 'neutral', 'failed', 'neutral', 'neutral');
    expect(breaker.isOpen()).toBe(false);
    tryOnce(breaker, 'failed');
    expect(breaker.isOpen()).toBe(true);
  });

  it('lets one message probe after the pause, and rejects the others meanwhile', () => {
    const { breaker, advance } = setUp();
    tryAll(breaker, 'failed', 'failed', 'failed');
    advance(999);
    expect(breaker.admit()).toBeNull();
    advance(1);
    const probe = breaker.admit();
    expect(probe).not.toBeNull();
    expect(breaker.admit()).toBeNull();
    probe?.report('healthy');
    expect(breaker.isOpen()).toBe(false);
    expect(tryAll(breaker, 'failed', 'failed')).toEqual([true, true]);
    expect(breaker.isOpen()).toBe(false);
  });

  it('doubles the pause after each failed probe, up to a limit', () => {
    const { breaker, advance } = setUp();
    tryAll(breaker, 'failed', 'failed', 'failed');
    for (const pause of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 100_000, 100_000]) {
      advance(pause - 1);
      expect(breaker.isOpen()).toBe(true);
      advance(1);
      expect(tryOnce(breaker, 'failed')).toBe(true);
    }
  });

  it('allows another probe when a probe had no result', () => {
    const { breaker, advance } = setUp();
    tryAll(breaker, 'failed', 'failed', 'failed');
    advance(1_000);
    expect(tryOnce(breaker, 'neutral')).toBe(true);
    expect(tryOnce(breaker, 'healthy')).toBe(true);
    expect(breaker.isOpen()).toBe(false);
  });

  it('opens for long at once after a refusal', () => {
    const { breaker, advance } = setUp();
    tryOnce(breaker, 'refused');
    advance(59_999);
    expect(breaker.isOpen()).toBe(true);
    advance(1);
    expect(breaker.isOpen()).toBe(false);
  });

  it('ignores messages in flight when it opened', () => {
    const { breaker, advance } = setUp();
    const underWay = [1, 2, 3, 4, 5, 6].map(() => breaker.admit());
    for (const admission of underWay) admission?.report('failed');
    advance(1_000);
    expect(breaker.isOpen()).toBe(false);
  });

  it('spreads its pauses', () => {
    const until = (random: number) => {
      let now = 0;
      const breaker = createCircuitBreaker({
        now: () => now,
        random: () => random,
        failures: 1,
        pauseMs: 1_000,
        refusedPauseMs: 1_000,
        longestPauseMs: 1_000,
      });
      tryOnce(breaker, 'failed');
      while (breaker.isOpen()) now += 1;
      return now;
    };
    expect(until(0)).toBe(800);
    expect(until(0.999)).toBe(1_200);
  });
});
