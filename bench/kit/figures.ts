export type Spread = { count: number; p50: number; p95: number; p99: number; max: number };

/** Returns the nearest-rank percentiles of a sample, in its own unit; all NaN if it is empty. */
export function spreadOf(sample: ArrayLike<number>): Spread {
  const sorted = Float64Array.from(sample).sort();
  const at = (part: number) => sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

/** Returns the median of a few measurements: a single one may have coincided with a checkpoint. */
export const medianOf = (sample: ArrayLike<number>): number => spreadOf(sample).p50;

/** Formats milliseconds for a table, with up to three significant digits. */
export function ms(value: number): string {
  if (Number.isNaN(value)) return '–';
  return value < 10 ? value.toFixed(1) : whole(value);
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

export function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}

/** The last columns of every table of latencies. */
export const spreadTitles = ['p50 ms', 'p95 ms', 'p99 ms', 'max ms'];

export function spreadCells({ p50, p95, p99, max }: Spread): string[] {
  return [p50, p95, p99, max].map(ms);
}

/** Returns a markdown table; the first column is left-aligned, figures right-aligned. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = titles.map((_, index) => (index === 0 ? '---' : '---:'));
  return [line(titles), line(rule), ...rows.map(line)].join('\n');
}
