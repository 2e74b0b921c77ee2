/** Computes the positions of the marks of a chart, in pixels, without access to elements of the page. */
import { scaleBand, scaleLinear, scalePoint } from 'd3-scale';
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

/** The vertical scale over these values: from zero, or lower where one is below it, to a round number. */
function heightScale(values: readonly number[], size: Size) {
  const { top, bottom } = inner(size);
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  // Without anything to show the axis has a scale all the same; counts have no fractions.
  const domain = most === 0 && least === 0 ? [0, 4] : [least, Math.max(most, 1)];
  return scaleLinear(domain, [bottom, top]).nice(4);
}

type HeightScale = ReturnType<typeof heightScale>;

const ticksOf = (scale: HeightScale) =>
  scale
    .ticks(4)
    .filter(Number.isInteger)
    .map((value) => ({ value, y: scale(value) }));

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
  const y = heightScale(
    series.flatMap(({ values }) => values),
    size,
  );
  const x = scalePoint(range(count), [left, right]).padding(count === 1 ? 0 : 0.2);
  const xs = range(count).map((n) => x(n) ?? left);
  const path = line<number>(
    (_, n) => xs[n] ?? left,
    (value) => y(value),
  ).curve(curveMonotoneX);
  const lines = series.map(({ key, values }) => ({
    key,
    path: path([...values]) ?? '',
    points: values.map((value, n) => ({ x: xs[n] ?? left, y: y(value) })),
  }));
  return { xs, zero: y(0), left, right, ticks: ticksOf(y), lines };
}

/** A bar for each value of one series, from zero upwards or downwards. */
export function barPlot(values: readonly number[], size: Size) {
  const { left, right } = inner(size);
  const y = heightScale(values, size);
  const x = scaleBand(range(values.length), [left, right]).padding(0.3);
  const zero = y(0);
  const bars = values.map((value, n) => ({
    x: x(n) ?? left,
    width: x.bandwidth(),
    y: Math.min(zero, y(value)),
    height: Math.abs(y(value) - zero),
  }));
  return { xs: bars.map((bar) => bar.x + bar.width / 2), zero, left, right, ticks: ticksOf(y), bars };
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
