import { describe, expect, it, vi } from 'vitest';
import { createPairs } from './pairs.ts';

const minute = 60_000;

function pairsAt(time: { now: number }) {
  const clock = { now: () => time.now, sleep: () => new Promise<void>(() => undefined) };
  const ask = vi.fn(async () => ['es', 'en']);
  const pick = vi.fn((source: string, target: string, list: readonly string[]) =>
    list.includes(source) && list.includes(target) ? { source, target } : undefined,
  );
  return { ask, pick, pairs: createPairs(clock, new AbortController().signal, ask, pick) };
}

describe('pairs', () => {
  it('picks each pair once of a list, known or not', async () => {
    const { pairs, ask, pick } = pairsAt({ now: 0 });
    const { signal } = new AbortController();
    for (let message = 0; message < 3; message += 1) {
      expect(await pairs.supports('es', 'en')).toBe(true);
      expect(await pairs.find({ source: 'es', target: 'en', signal })).toEqual({
        source: 'es',
        target: 'en',
      });
      expect(await pairs.supports('es', 'ja')).toBe(false);
    }
    expect(ask).toHaveBeenCalledTimes(1);
    expect(pick).toHaveBeenCalledTimes(2);
  });

  it('picks again from a list that was requested again', async () => {
    const time = { now: 0 };
    const { pairs, ask, pick } = pairsAt(time);
    await pairs.supports('es', 'ja');
    time.now = 5 * minute;
    ask.mockResolvedValue(['es', 'en', 'ja']);
    expect(await pairs.supports('es', 'ja')).toBe(true);
    expect(pick).toHaveBeenCalledTimes(2);
  });
});
