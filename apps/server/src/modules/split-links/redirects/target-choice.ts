/** Chooses a visitor's target: the available ones, and the order of their turns. */
import type { SplitLink } from '@parley/contract/split-links';

export type LiveTarget = {
  id: string;
  url: string;
  weight: number;
  dailyCap: number | null;
  enabled: boolean;
  /** State of its social account; null without one, which counts as online. */
  online: boolean | null;
};

/** Returns the targets that a visitor may be sent to, ignoring daily caps. */
export function availableTargets<Target extends LiveTarget>(
  targets: readonly Target[],
  eligibility: SplitLink['eligibility'],
): Target[] {
  return targets.filter(({ enabled, online }) => enabled && (eligibility === 'full' || online !== false));
}

/**
 * Returns true if a visitor from this country may pass; `country` is null if unknown. A link limited to countries refuses
 * visitors of unknown country, unless no country is known at all: a missing location file must not turn everyone away.
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

/** Returns true if the target is below its daily cap. */
export const isBelowCap = ({ id, dailyCap }: Capped, taken: ReadonlyMap<string, number>): boolean =>
  dailyCap === null || (taken.get(id) ?? 0) < dailyCap;

/** Returns the targets below their daily cap. */
export function belowCap<Target extends Capped>(
  targets: readonly Target[],
  taken: ReadonlyMap<string, number>,
): Target[] {
  return targets.filter((target) => isBelowCap(target, taken));
}

/**
 * Returns the order of one round, in which each target has as many turns as its weight, spread evenly: smooth weighted round
 * robin, as in nginx (ngx_http_upstream_round_robin.c). With equal weights this is the list itself.
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

/** Returns a random target, weighted, or null if there is none. `random` returns a number in [0, 1). */
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
