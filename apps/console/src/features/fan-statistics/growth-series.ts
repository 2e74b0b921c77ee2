import type { PlatformGrowth } from '@parley/contract/fan-statistics';
import type { Series } from '../../ui/charts/plot.ts';

/** The number of lines that can be distinguished; the rest is summed up in one of them. */
const most = 6;

export type GrowthKind = 'new' | 'repeat';

/** The platforms with the most fans of a kind as series, the others added up as one. */
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
