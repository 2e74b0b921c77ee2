import { describe, expect, it } from 'vitest';
import { mapLimited } from './abort.ts';

describe('mapLimited', () => {
  it('returns results in the items’ order, with no more in flight than the width', async () => {
    let running = 0;
    let most = 0;
    const work = async (item: number): Promise<number> => {
      most = Math.max(most, ++running);
      for (let turn = 0; turn < 10 - item; turn++) await Promise.resolve();
      running--;
      return item * 2;
    };
    expect(await mapLimited([1, 2, 3, 4, 5], 2, work)).toEqual([2, 4, 6, 8, 10]);
    expect(most).toBe(2);
  });

  it('starts nothing more after a failure', async () => {
    const begun: number[] = [];
    const outcome = mapLimited([1, 2, 3, 4, 5], 2, async (item) => {
      begun.push(item);
      if (item === 1) throw new Error('the first');
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    });
    await expect(outcome).rejects.toThrow('the first');
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    expect(begun).toEqual([1, 2]);
  });
});
