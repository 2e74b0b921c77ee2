/** Chooses the target of a visitor: which can be chosen from, and whose turn it is. */
import type { SplitLink } from '@parley/contract/split-links';

export type LiveTarget = {
  id: string;
  url: string;
  weight: number;
  dailyCap: number | null;
  enabled: boolean;
  /** Of its social account; null: it has none, and counts as online. */
  online: boolean | null;
};

/** Returns the targets that a visitor may be sent to, daily caps aside. */
export function availableTargets<Target extends LiveTarget>(
  targets: readonly Target[],
  eligibility: SplitLink['eligibility'],
): Target[] {
  return targets.filter(({ enabled, online }) => enabled && (eligibility === 'full' || online !== false));
}

/**
 * May a visitor from this country pass? `country` null: it isn't known. A link for some countries leaves out who is nowhere,
 * unless nothing is known of anybody: a lost file must not turn all visitors away.
 */
export function isRegionOf(
  regions: readonly string[],
  country: string | null,
  knowsCountries: boolean,
): boolean {
  if (regions.length === 0 || !knowsCountries) return true;
  return country !== null && regions.includes(country);
}

type Capped = Pick<LiveTarget, 'id' | 'dailyCap'>;

/** Returns true for a target that has visitors of today left. */
export const isBelowCap = ({ id, dailyCap }: Capped, taken: ReadonlyMap<string, number>): boolean =>
  dailyCap === null || (taken.get(id) ?? 0) < dailyCap;

/** Returns the targets that have visitors of today left. */
export function belowCap<Target extends Capped>(
  targets: readonly Target[],
  taken: ReadonlyMap<string, number>,
): Target[] {
  return targets.filter((target) => isBelowCap(target, taken));
}

/**
 * Returns the order of one round, in which each target has as many turns as its weight, spread evenly: smooth weighted
 * round robin, as nginx balances its upstreams (ngx_http_upstream_round_robin.c). Equal weights give the list itself.
 */
export function roundOf<Target extends Pick<LiveTarget, 'weight'>>(targets: readonly Target[]): Target[] {
  const divisor = targets.reduce((all, { weight }) => commonDivisor(all, weight), 0);
  const places = targets.map((target) => ({ target, weight: target.weight / divisor, lead: 0 }));
  const turns = places.reduce((sum, { weight }) => sum + weight, 0);
  return Array.from({ length: turns }, () => {
    for (const place of places) place.lead += place.weight;
    const next = places.reduce((best, place) => (place.lead > best.lead ? place : best));
    next.lead -= turns;
    return next.target;
  });
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));

/** Returns a target by chance, in proportion to its weight; null: there is none. `random` returns from 0 to below 1. */
export function drawTarget<Target extends Pick<LiveTarget, 'weight'>>(
  targets: readonly Target[],
  random: () => number,
): Target | null {
  let rest = random() * targets.reduce((sum, { weight }) => sum + weight, 0);
  for (const target of targets) {
    rest -= target.weight;
    if (rest < 0) return target;
  }
  return targets.at(-1) ?? null;
}
