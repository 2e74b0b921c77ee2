/** Computes the positions of a chart's marks, in pixels, without DOM access. */
import { curveMonotoneX, line } from 'd3-shape';

export type Series = { key: string; name: string; values: readonly number[] };

export type Size = { width: number; height: number };

/** Margins around the plot, for its axes. */
const margin = { top: 10, right: 12, bottom: 24, left: 44 } as const;

const inner = ({ width, height }: Size) => ({
  left: margin.left,
  right: Math.max(margin.left + 1, width - margin.right),
  top: margin.top,
  bottom: Math.max(margin.top + 1, height - margin.bottom),
});

/**
 * Returns the smallest round number (1, 2 or 5 times a power of ten) that is at least `least` and at least 1, as counts
 * have no fractions.
 */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return power * ([1, 2, 5, 10].find((head) => head * power >= least) ?? 10);
}

type HeightScale = { y: (value: number) => number; ticks: readonly { value: number; y: number }[] };

/**
 * Returns the vertical scale for these values: from zero, or from a round number below the lowest negative value, to a
 * round number. d3-scale would add 10 KB for colors, times and formats to a page that can't afford them.
 */
function heightScale(values: readonly number[], size: Size): HeightScale {
  const { top, bottom } = inner(size);
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  // An empty chart has a scale too.
  const step = roundStep(most === 0 && least === 0 ? 1 : (most - least) / 4);
  const from = Math.floor(least / step) * step;
  const to = most === 0 && least === 0 ? 4 : Math.ceil(most / step) * step;
  const y = (value: number) => bottom - ((value - from) / (to - from)) * (bottom - top);
  const ticks = range(Math.round((to - from) / step) + 1).map((n) => from + n * step);
  return { y, ticks: ticks.map((value) => ({ value, y: y(value) })) };
}

/** Returns the positions of the places along the axis; `padding` is the fraction of a step left free at either end. */
function placesOf(count: number, left: number, right: number, padding: number): number[] {
  if (count === 1) return [(left + right) / 2];
  const step = (right - left) / (count - 1 + 2 * padding);
  return range(count).map((n) => left + step * (n + padding));
}

/** Returns which of `count` labels fit: the last one, and every nth before it. */
export function shownLabels(count: number, { width }: Size, labelWidth = 52): ReadonlySet<number> {
  const { left, right } = inner({ width, height: 0 });
  const step = Math.max(1, Math.ceil((count * labelWidth) / (right - left)));
  return new Set(Array.from({ length: count }, (_, n) => n).filter((n) => (count - 1 - n) % step === 0));
}

export type Plot = {
  /** The center of each place along the axis. */
  xs: readonly number[];
  zero: number;
  left: number;
  right: number;
  ticks: readonly { value: number; y: number }[];
};

/** Computes a line with its points for each series. */
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

/** Computes a bar per value, upwards or downwards from zero, and the level of each goal. */
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

/** Returns the index of the place nearest to `x`. */
export function nearest(xs: readonly number[], x: number): number {
  let best = 0;
  for (const [n, at] of xs.entries()) {
    if (Math.abs(at - x) < Math.abs((xs[best] ?? 0) - x)) best = n;
  }
  return best;
}

const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
