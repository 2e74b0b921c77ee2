import { expect, it } from 'vitest';
import { type Load, planMoves } from './fair-share.ts';

const load = (processId: string, held: number, settled = true): Load => ({ processId, held, settled });

/** Runs rounds of plans until nothing moves. */
function settle(loads: readonly Load[]): { held: number[]; rounds: number } {
  let now = loads.map((one) => ({ ...one }));
  for (let rounds = 0; ; rounds += 1) {
    const moves = planMoves(now);
    if (moves.length === 0) return { held: now.map(({ held }) => held), rounds };
    now = now.map((one) => ({
      ...one,
      held: moves.reduce(
        (held, { from, to, count }) =>
          held + (to === one.processId ? count : 0) - (from === one.processId ? count : 0),
        one.held,
      ),
    }));
  }
}

it('a process that has returned gets its share, ten accounts per round', () => {
  expect(planMoves([load('a', 100), load('b', 0)])).toEqual([{ from: 'a', to: 'b', count: 10 }]);
  expect(settle([load('a', 100), load('b', 0)])).toEqual({ held: [52, 48], rounds: 5 });
});

it.each<[string, Load[]]>([
  ['one process', [load('a', 50)]],
  ['equal processes', [load('a', 5), load('b', 5)]],
  ['a difference of one', [load('a', 3), load('b', 2)]],
  ['a difference within a tenth', [load('a', 105), load('b', 97)]],
  ['a process that has just started', [load('a', 10), load('b', 0, false)]],
  ['no account', [load('a', 0), load('b', 0)]],
])('moves nothing with %s', (_, loads) => {
  expect(planMoves(loads)).toEqual([]);
});

it('two accounts on one of two processes are split up', () => {
  expect(planMoves([load('a', 2), load('b', 0)])).toEqual([{ from: 'a', to: 'b', count: 1 }]);
});

it('several processes end with a difference of at most one, or of a tenth', () => {
  expect(settle([load('a', 9), load('b', 0), load('c', 0)]).held).toEqual([3, 3, 3]);
  const { held } = settle([load('a', 1_000), load('b', 200), load('c', 0), load('d', 0)]);
  expect(Math.max(...held) - Math.min(...held)).toBeLessThanOrEqual(30);
});

it('an unsettled process gives accounts, but receives none', () => {
  expect(planMoves([load('a', 6, false), load('b', 0)])).toEqual([{ from: 'a', to: 'b', count: 3 }]);
});

it('the plan does not depend on the order in which the processes are read', () => {
  const loads = [load('b', 12), load('a', 12), load('d', 0), load('c', 0)];
  expect(planMoves(loads.toReversed())).toEqual(planMoves(loads));
});
