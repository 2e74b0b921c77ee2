import { describe, expect, it } from 'vitest';
import { boundedLifetime, countRejections, refreshDelay, rejectionPause, retryDelay } from './token-times.ts';

const hour = 3_600_000;

describe('the lifetime of an access token', () => {
  it.each([
    [hour, hour],
    [0, 30_000],
    [-5, 30_000],
    [1e300, 365 * 24 * hour],
    [null, null],
  ])('respects its limits: %s ms is stored as %s', (given, stored) => {
    expect(boundedLifetime(given)).toBe(stored);
  });

  it('ends early by a random margin', () => {
    expect([0, 0.5, 0.999].map((random) => refreshDelay(hour, random))).toEqual([
      2_790_000, 3_060_000, 3_329_460,
    ]);
    expect(refreshDelay(null, 0.5)).toBeNull();
  });
});

describe('the backoff after a failed refresh', () => {
  it('grows up to five minutes', () => {
    const pauses = [0, 1, 2, 8, 9, 1_000].map((failures) => retryDelay(failures, 1));
    expect(pauses).toEqual([1_000, 2_000, 4_000, 256_000, 300_000, 300_000]);
    expect(retryDelay(2, 0)).toBe(2_000);
  });

  it('lasts at least as long as the platform asks, up to an hour', () => {
    expect(retryDelay(0, 1, 20_000)).toBe(20_000);
    expect(retryDelay(5, 1, 20_000)).toBe(32_000);
    expect(retryDelay(0, 1, 9 * hour)).toBe(hour);
  });
});

describe('a token that is rejected', () => {
  it('counts for ten minutes as one that never worked', () => {
    expect([countRejections(0, 599_999), countRejections(3, 1_000), countRejections(3, 600_000)]).toEqual([
      1, 4, 0,
    ]);
  });

  it('causes a refresh at once the first time, and later each further time', () => {
    expect([0, 1, 2, 3, 8, 1_000].map(rejectionPause)).toEqual([0, 30_000, 60_000, 120_000, hour, hour]);
  });
});
