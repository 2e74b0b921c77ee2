import { expect, it } from 'vitest';
import { createDeliveryLimiter } from './delivery-limiter.ts';

it('limits concurrent work per app and in total, and counts it until it settles', async () => {
  const underWay = createDeliveryLimiter({ each: 2, all: 3 });
  const ends: (() => void)[] = [];
  const start = (key: string) =>
    underWay.start(key, () => new Promise<void>((resolve) => ends.push(resolve)));
  const first = start('a');
  expect(start('a')).not.toBeNull();
  expect(start('a')).toBeNull();
  expect(start('b')).not.toBeNull();
  expect(start('c')).toBeNull();
  ends[0]?.();
  await first;
  expect(start('a')).not.toBeNull();
  expect(start('a')).toBeNull();
});

it('frees capacity after a failure', async () => {
  const underWay = createDeliveryLimiter({ each: 1, all: 1 });
  await expect(underWay.start('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(underWay.start('b', async () => 1)).not.toBeNull();
});
