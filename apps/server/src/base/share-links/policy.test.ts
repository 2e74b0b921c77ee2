import { describe, expect, it } from 'vitest';
import { afterTry, expiryOf, type Guesses, remainingLockMs, statusOf } from './policy.ts';

const now = Date.UTC(2026, 2, 2, 12);
const minute = 60_000;

describe('the status of a link', () => {
  it.each([
    ['enabled', null, 'enabled'],
    ['enabled', now + 1, 'enabled'],
    ['enabled', now, 'expired'],
    ['disabled', now - 1, 'disabled'],
    ['cancelled', now - 1, 'cancelled'],
  ] as const)('a link that is %s until %s is %s', (status, until, shown) => {
    expect(statusOf({ status, expiresAt: until === null ? null : new Date(until) }, now)).toBe(shown);
  });

  it('ends the given number of days after it was shared, or never', () => {
    expect(expiryOf(now, 7)?.getTime()).toBe(now + 7 * 24 * 60 * minute);
    expect(expiryOf(now, null)).toBeNull();
  });
});

describe('wrong passwords', () => {
  const tries = (count: number, at = now): Guesses | null => {
    let known: Guesses | null = null;
    for (let n = 0; n < count; n += 1) known = afterTry(known, at);
    return known;
  };

  it('lock an address with the fifth within ten minutes, for ten minutes', () => {
    expect(remainingLockMs(tries(4), now)).toBe(0);
    expect(remainingLockMs(tries(5), now)).toBe(10 * minute);
    expect(remainingLockMs(tries(5), now + 10 * minute)).toBe(0);
  });

  it('forgets wrong passwords after ten minutes', () => {
    const later = now + 10 * minute;
    expect(afterTry(tries(4), later)).toEqual({ tries: 1, since: later, lockedUntil: null });
    expect(afterTry(tries(5), later)).toEqual({ tries: 1, since: later, lockedUntil: null });
  });
});
