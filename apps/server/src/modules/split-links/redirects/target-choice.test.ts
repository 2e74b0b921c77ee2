import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { liveTarget } from '../testing/live-target.ts';
import {
  availableTargets,
  belowCap,
  drawTarget,
  isRegionOf,
  type LiveTarget,
  roundOf,
} from './target-choice.ts';

const target = (id: string, more: Partial<LiveTarget> = {}) => liveTarget(id, { online: true, ...more });
const idsOf = (targets: readonly LiveTarget[]) => targets.map(({ id }) => id).join('');

describe('the targets that a visitor may be sent to', () => {
  const targets = [
    target('a'),
    target('b', { online: false }),
    target('c', { online: null }),
    target('d', { enabled: false }),
  ];

  it('accepts targets that are online or have no social account, for a link of online targets', () => {
    expect(idsOf(availableTargets(targets, 'online'))).toBe('ac');
  });

  it('accepts all enabled targets for a link that is fully assigned', () => {
    expect(idsOf(availableTargets(targets, 'full'))).toBe('abc');
  });

  it('leaves out targets that have reached their daily cap', () => {
    const capped = [target('a', { dailyCap: 2 }), target('b', { dailyCap: 2 }), target('c')];
    expect(
      idsOf(
        belowCap(
          capped,
          new Map([
            ['a', 2],
            ['b', 1],
            ['c', 900],
          ]),
        ),
      ),
    ).toBe('bc');
  });
});

describe('a round', () => {
  it('gives equal targets their turns in order', () => {
    expect(idsOf(roundOf([target('a'), target('b'), target('c')]))).toBe('abc');
    expect(idsOf(roundOf([target('a', { weight: 50 }), target('b', { weight: 50 })]))).toBe('ab');
  });

  it('spreads the turns of a heavy target', () => {
    const targets = [target('a', { weight: 4 }), target('b', { weight: 2 }), target('c', { weight: 1 })];
    expect(idsOf(roundOf(targets))).toBe('abacaba');
  });

  it('has no turn without a target', () => expect(roundOf([])).toEqual([]));

  it('gives each target turns by its weight, for any weights', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 20 }), (weights) => {
        const targets = weights.map((weight, at) => target(String(at), { weight }));
        const round = roundOf(targets);
        const sum = weights.reduce((all, weight) => all + weight, 0);
        for (const one of targets) {
          const turns = round.filter(({ id }) => id === one.id).length;
          expect(turns * sum).toBe(one.weight * round.length);
        }
      }),
    );
  });
});

describe('a target by chance', () => {
  const targets = [target('a'), target('b', { weight: 3 })];

  it('draws targets in proportion to their weights', () => {
    expect([0, 0.24, 0.25, 0.999].map((at) => drawTarget(targets, () => at)?.id)).toEqual([
      'a',
      'a',
      'b',
      'b',
    ]);
  });

  it('draws null without a target', () => expect(drawTarget([], () => 0.5)).toBeNull());
});

describe('the region of a visitor', () => {
  it.each([
    [[], null, true, true],
    [['DE', 'MX'], 'MX', true, true],
    [['DE', 'MX'], 'CN', true, false],
    [['DE', 'MX'], null, true, false],
    [['DE', 'MX'], null, false, true],
  ] as const)(
    'lets visitors pass a link for %j: from %s, countries known: %s',
    (regions, country, knows, may) => {
      expect(isRegionOf(regions, country, knows)).toBe(may);
    },
  );
});
