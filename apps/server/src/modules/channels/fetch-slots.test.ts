import { expect, it } from 'vitest';
import { createFetchSlots } from './fetch-slots.ts';

it('limits an account to its share, and leaves the rest to others', () => {
  const slots = createFetchSlots({ all: 3, perAccount: 2 });
  const held = [slots.take('slow'), slots.take('slow'), slots.take('slow')];
  expect(held.map((one) => one !== null)).toEqual([true, true, false]);
  expect(slots.take('other')).not.toBeNull();
  expect(slots.take('third')).toBeNull();
});

it('a released slot can be taken again, and a second release frees no other one', () => {
  const slots = createFetchSlots({ all: 1, perAccount: 1 });
  const release = slots.take('account');
  release?.();
  release?.();
  expect(slots.take('account')).not.toBeNull();
  expect(slots.take('account')).toBeNull();
});

it('spaces out the retries of an account’s jobs without delaying those of others', () => {
  const slots = createFetchSlots({ all: 1, perAccount: 1 });
  const times = Array.from({ length: 600 }, () => slots.lookAgainAt('slow', 1_000));
  expect([times[0], times[1], times.at(-1)]).toEqual([4_000, 4_100, 63_900]);
  expect(slots.lookAgainAt('other', 1_000)).toBe(4_000);
  expect(slots.lookAgainAt('slow', 70_000)).toBe(73_000);
});
