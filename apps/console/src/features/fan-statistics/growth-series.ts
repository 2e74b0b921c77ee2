import type { PlatformGrowth } from '@parley/contract/fan-statistics';
import type { Series } from '../../ui/charts/plot.ts';

/** The number of distinguishable lines; the rest is summed up in the last one. */
const most = 6;

export type GrowthKind = 'new' | 'repeat';

/** Returns a series for each of the platforms with the most fans of a kind, and one for the sum of the others. */
export function growthSeries(
  platforms: readonly PlatformGrowth[],
  kind: GrowthKind,
  nameOf: (platform: string) => string,
  others: string,
): Series[] {
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
  const ordered = platforms
    .map((one) => ({ key: one.platform, name: nameOf(one.platform), values: one[kind] }))
    .filter(({ values }) => values.some((value) => value !== 0))
    .sort((a, b) => sum(b.values) - sum(a.values));
  if (ordered.length <= most) return ordered;
  const rest = ordered.slice(most - 1).map(({ values }) => values);
  const values = (rest[0] ?? []).map((_, n) => sum(rest.map((one) => one[n] ?? 0)));
  return [...ordered.slice(0, most - 1), { key: 'others', name: others, values }];
}
