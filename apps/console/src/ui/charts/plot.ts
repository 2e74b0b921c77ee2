/** Computes the positions of the marks of a chart, in pixels, without access to elements of the page. */
import { curveMonotoneX, line } from 'd3-shape';

export type Series = { key: string; name: string; values: readonly number[] };

export type Size = { width: number; height: number };

/** The space around the plot for its axes. */
const margin = { top: 10, right: 12, bottom: 24, left: 44 } as const;

const inner = ({ width, height }: Size) => ({
  left: margin.left,
  right: Math.max(margin.left + 1, width - margin.right),
  top: margin.top,
  bottom: Math.max(margin.top + 1, height - margin.bottom),
});

/** The least round number, 1, 2 or 5 at its head, that is no smaller; counts have no fractions. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return power * ([1, 2, 5, 10].find((head) => head * power >= least) ?? 10);
}

type HeightScale = { y: (value: number) => number; ticks: readonly { value: number; y: number }[] };

/**
 * The vertical scale over these values: from zero, or lower where one is below it, to a round number. Written here, because
 * d3-scale brings colors, times and formats along, 10 KB on a page that has none to spare.
 */
function heightScale(values: readonly number[], size: Size): HeightScale {
  const { top, bottom } = inner(size);
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  // Without anything to show the axis has a scale all the same.
  const step = roundStep(most === 0 && least === 0 ? 1 : (most - least) / 4);
  const from = Math.floor(least / step) * step;
  const to = most === 0 && least === 0 ? 4 : Math.ceil(most / step) * step;
  const y = (value: number) => bottom - ((value - from) / (to - from)) * (bottom - top);
  const ticks = range(Math.round((to - from) / step) + 1).map((n) => from + n * step);
  return { y, ticks: ticks.map((value) => ({ value, y: y(value) })) };
}

/** Places along the axis: `padding` of a place is left free before the first and behind the last. */
function placesOf(count: number, left: number, right: number, padding: number): number[] {
  if (count === 1) return [(left + right) / 2];
  const step = (right - left) / (count - 1 + 2 * padding);
  return range(count).map((n) => left + step * (n + padding));
}

/** Which of `count` labels fit side by side: the last one, and every so many before it. */
export function shownLabels(count: number, { width }: Size, labelWidth = 52): ReadonlySet<number> {
  const { left, right } = inner({ width, height: 0 });
  const step = Math.max(1, Math.ceil((count * labelWidth) / (right - left)));
  return new Set(Array.from({ length: count }, (_, n) => n).filter((n) => (count - 1 - n) % step === 0));
}

export type Plot = {
  /** The middle of each place along the axis. */
  xs: readonly number[];
  zero: number;
  left: number;
  right: number;
  ticks: readonly { value: number; y: number }[];
};

/** Lines through the values of each series, with their points. */
export function linePlot(series: readonly Series[], count: number, size: Size) {
  const { left, right } = inner(size);
  const { y, ticks } = heightScale(
    series.flatMap(({ values }) => values),
    size,
  );
  const xs = placesOf(count, left, right, 0.2);
  const path = line<number>(
    (_, n) => xs[n] ?? left,
    (value) => y(value),
  ).curve(curveMonotoneX);
  const lines = series.map(({ key, values }) => ({
    key,
    path: path([...values]) ?? '',
    points: values.map((value, n) => ({ x: xs[n] ?? left, y: y(value) })),
  }));
  return { xs, zero: y(0), left, right, ticks, lines };
}

/** A bar for each value of one series, from zero upwards or downwards, and a level where a place has a goal. */
export function barPlot(values: readonly number[], size: Size, goals: readonly (number | null)[] = []) {
  const { left, right } = inner(size);
  const { y, ticks } = heightScale([...values, ...goals.filter((goal) => goal !== null)], size);
  const gap = 0.3;
  const step = (right - left) / (values.length + gap);
  const zero = y(0);
  const bars = values.map((value, n) => ({
    x: left + step * (n + gap),
    width: step * (1 - gap),
    y: Math.min(zero, y(value)),
    height: Math.abs(y(value) - zero),
  }));
  const levels = goals.flatMap((goal, n) =>
    goal === null ? [] : [{ x: left + step * (n + gap / 2), width: step, y: y(goal) }],
  );
  return { xs: bars.map((bar) => bar.x + bar.width / 2), zero, left, right, ticks, bars, levels };
}

/** The place along the axis that is nearest to `x`. */
export function nearest(xs: readonly number[], x: number): number {
  let best = 0;
  for (const [n, at] of xs.entries()) {
    if (Math.abs(at - x) < Math.abs((xs[best] ?? 0) - x)) best = n;
  }
  return best;
}

const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
