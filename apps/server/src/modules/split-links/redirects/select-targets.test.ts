import { describe, expect, it } from 'vitest';
import { liveTarget } from '../testing/live-target.ts';
import { selectTargets, type TargetSelection } from './select-targets.ts';
import { type LiveTarget, roundOf } from './target-choice.ts';

const target = (id: string, dailyCap: number | null = null) => liveTarget(id, { dailyCap });
const sharing = (available: LiveTarget[], more: Partial<TargetSelection> = {}): TargetSelection => ({
  mode: 'sequential',
  available,
  round: roundOf(available),
  position: 0,
  taken: new Map(),
  random: () => 0,
  ...more,
});
const shared = (visitors: number, how: TargetSelection) =>
  selectTargets(visitors, how)
    .map((one) => one?.id ?? '-')
    .join('');

describe('visitors', () => {
  it('assigns targets in turn from the rotation’s position', () => {
    expect(shared(5, sharing([target('a'), target('b'), target('c')], { position: 4 }))).toBe('bcabc');
  });

  it('skips a target that has reached its cap, and ends when all have', () => {
    expect(shared(7, sharing([target('a', 2), target('b'), target('c', 1)]))).toBe('abcabbb');
    expect(shared(4, sharing([target('a', 1), target('b', 2)], { taken: new Map([['b', 1]]) }))).toBe('ab--');
  });

  it('draws among targets below their cap', () => {
    const draws = [0.9, 0.9, 0.9];
    const how = sharing([target('a'), target('b', 1)], { mode: 'random', random: () => draws.pop() ?? 0 });
    expect(shared(3, how)).toBe('baa');
  });

  it('returns null without a target', () => expect(shared(2, sharing([]))).toBe('--'));
});
