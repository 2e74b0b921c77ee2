import { expect, it } from 'vitest';
import { growthSeries } from './growth-series.ts';

const platform = (n: number) => ({ platform: `p${n}`, new: [n, n], repeat: [0, n === 1 ? 1 : 0] });
const upper = (id: string) => id.toUpperCase();

it('shows the five largest platforms and adds the others up', () => {
  const series = growthSeries([1, 2, 3, 4, 5, 6, 7].map(platform), 'new', upper, 'Others');
  expect(series.map(({ name }) => name)).toEqual(['P7', 'P6', 'P5', 'P4', 'P3', 'Others']);
  expect(series.at(-1)?.values).toEqual([3, 3]);
});

it('leaves out platforms without fans of the kind', () => {
  expect(growthSeries([1, 2].map(platform), 'repeat', upper, 'Others')).toEqual([
    { key: 'p1', name: 'P1', values: [0, 1] },
  ]);
});
