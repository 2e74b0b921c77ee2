import { describe, expect, it } from 'vitest';
import { barPlot, linePlot, nearest, shownLabels } from './plot.ts';

const size = { width: 400, height: 200 };
const series = (values: readonly number[]) => [{ key: 'a', name: 'A', values }];

describe('a line plot', () => {
  it('puts larger values higher and later ones further right', () => {
    const { lines } = linePlot(series([1, 5, 3]), 3, size);
    const points = lines[0]?.points ?? [];
    expect(points.map(({ x }) => x)).toEqual([...points.map(({ x }) => x)].sort((a, b) => a - b));
    expect(points[1]?.y).toBeLessThan(points[2]?.y ?? 0);
    expect(lines[0]?.path).toMatch(/^M/);
  });

  it('labels its height with whole numbers, also where everything is zero', () => {
    for (const values of [
      [0, 0],
      [1, 0],
      [3, 2],
    ]) {
      const { ticks } = linePlot(series(values), 2, size);
      expect(ticks.length).toBeGreaterThan(1);
      expect(ticks.every(({ value }) => Number.isInteger(value))).toBe(true);
    }
  });

  it('stays within its frame on the narrowest screen', () => {
    const { lines } = linePlot(series([1]), 1, { width: 10, height: 10 });
    expect(lines[0]?.points[0]).toMatchObject({ x: expect.any(Number), y: expect.any(Number) });
  });
});

it('draws bars of negative values below zero', () => {
  const { bars, zero } = barPlot([4, -2, 0], size);
  expect((bars[0]?.y ?? 0) + (bars[0]?.height ?? 0)).toBeCloseTo(zero);
  expect(bars[1]?.y).toBeCloseTo(zero);
  expect(bars[1]?.height).toBeGreaterThan(0);
  expect(bars[2]?.height).toBe(0);
});

it('draws a line for each goal, on the scale of the bars', () => {
  const { bars, levels, ticks } = barPlot([10, 4, 0], size, [20, null, 10]);
  expect(ticks.at(-1)?.value).toBe(20);
  expect(levels).toHaveLength(2);
  expect(levels[0]?.y).toBeLessThan(bars[0]?.y ?? 0);
  expect(levels[1]?.y).toBeCloseTo(bars[0]?.y ?? 0);
  expect((levels[1]?.x ?? 0) + (levels[1]?.width ?? 0) / 2).toBeCloseTo(
    (bars[2]?.x ?? 0) + (bars[2]?.width ?? 0) / 2,
  );
});

it('labels the last place and only as many others as fit', () => {
  expect([...shownLabels(7, { width: 800, height: 0 })]).toEqual([0, 1, 2, 3, 4, 5, 6]);
  const few = shownLabels(30, { width: 300, height: 0 });
  expect(few.has(29)).toBe(true);
  expect(few.size).toBeLessThan(6);
});

it('finds the place nearest to a pointer', () => {
  expect([-5, 14, 16, 99].map((x) => nearest([0, 10, 20], x))).toEqual([0, 1, 2, 2]);
});
