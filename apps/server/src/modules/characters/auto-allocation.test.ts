import { describe, expect, it } from 'vitest';
import { autoAllocationOf, blockDownTo, replenishment } from './auto-allocation.ts';

describe('autoAllocationOf', () => {
  const limited = { unlimited: false, autoBelow: 100, autoAmount: 500 };

  it('returns the threshold and the amount of a limited account', () => {
    expect(autoAllocationOf(limited)).toEqual({ below: 100, amount: 500 });
    expect(autoAllocationOf({ ...limited, autoBelow: 0 })).toEqual({ below: 0, amount: 500 });
  });

  it.each([
    ['is unlimited', { unlimited: true }],
    ['has no threshold', { autoBelow: null }],
    ['has no amount', { autoAmount: null }],
  ])('returns null for an account that %s', (_, without) => {
    expect(autoAllocationOf({ ...limited, ...without })).toBeNull();
  });
});

describe('replenishment', () => {
  const auto = { below: 100, amount: 150 };
  it.each([
    ['stays at the threshold', { remaining: 120, need: 20, ownerHas: 1_000 }, 0],
    ['stays above the threshold', { remaining: 500, need: 20, ownerHas: 1_000 }, 0],
    ['goes below by one', { remaining: 120, need: 21, ownerHas: 1_000 }, 150],
    ['goes below by the amount', { remaining: 120, need: 170, ownerHas: 1_000 }, 150],
    ['goes below by one more than the amount', { remaining: 120, need: 171, ownerHas: 1_000 }, 300],
  ])('adds as many amounts as are needed by an account that %s', (_, state, coming) => {
    expect(replenishment(auto, state)).toBe(coming);
  });

  it.each([
    ['less than the amount', 149, 0],
    ['the amount', 150, 150],
    ['less than is missing', 449, 300],
  ])('takes only whole amounts from an owner who has %s', (_, ownerHas, coming) => {
    expect(replenishment(auto, { remaining: 0, need: 500, ownerHas })).toBe(coming);
  });
});

describe('blockDownTo', () => {
  const auto = { below: 100, amount: 150 };
  it.each([
    ['what is wanted while that stays above the threshold', { available: 1_000, need: 10, wanted: 400 }, 400],
    ['what is above the threshold', { available: 450, need: 10, wanted: 400 }, 350],
    ['what is needed when that goes below', { available: 105, need: 10, wanted: 400 }, 10],
  ])('returns %s', (_, state, size) => {
    expect(blockDownTo(auto, state)).toBe(size);
  });
});
