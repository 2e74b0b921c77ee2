import { describe, expect, it } from 'vitest';
import { ConcurrencyLimiter, RateWindow } from './rate-window.ts';

describe('a rate window', () => {
  it('allows a number per window, each key separately, and returns the time until the window ends', () => {
    const window = new RateWindow({ max: 2, windowMs: 1_000 });
    expect([0, 100, 300, 999].map((now) => window.take('a', now))).toEqual([0, 0, 700, 1]);
    expect(window.take('b', 300)).toBe(0);
    expect([window.wait('a', 300), window.wait('a', 1_000), window.wait('b', 300)]).toEqual([700, 0, 0]);
    expect(window.take('a', 1_000)).toBe(0);
  });

  it('counts with weights', () => {
    const window = new RateWindow({ max: 10, windowMs: 1_000 });
    expect([window.take('a', 0, 10), window.take('a', 0, 1)]).toEqual([0, 1_000]);
  });

  it('forgets the oldest keys when there are too many', () => {
    const window = new RateWindow({ max: 1, windowMs: 1_000, maxKeys: 2 });
    for (const key of ['a', 'b', 'c']) window.take(key, 0);
    expect(window.take('c', 1)).toBeGreaterThan(0);
    expect(window.take('a', 1)).toBe(0);
  });
});

it('counts an open entry under every key, and releases it once', () => {
  const counts = new ConcurrencyLimiter();
  const enter = (session: string) =>
    counts.enter([
      { key: `session ${session}`, max: 1 },
      { key: 'address', max: 2 },
    ]);
  const leave = enter('a');
  expect(enter('a')).toBeNull();
  expect(enter('b')).not.toBeNull();
  expect(enter('c')).toBeNull();
  leave?.();
  leave?.();
  expect(enter('c')).not.toBeNull();
  expect(enter('d')).toBeNull();
});
