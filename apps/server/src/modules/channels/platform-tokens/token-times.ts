/** The times of platform tokens, in ms: when they are refreshed, and the backoff after a failed refresh. */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Shorter lifetimes would mean nothing but refreshes; the upper limit keeps an absurd figure storable. */
const shortestLife = 30 * second;
const longestLife = 365 * 24 * hour;

/** Returns the lifetime of an access token within the limits; null when unknown. */
export function boundedLifetime(expiresInMs: number | null): number | null {
  return expiresInMs === null ? null : Math.round(Math.min(Math.max(expiresInMs, shortestLife), longestLife));
}

/**
 * Returns when to refresh: after 77.5 % to 92.5 % of the lifetime, jittered so that accounts don't refresh together.
 */
export function refreshDelay(life: number | null, random: number): number | null {
  return life === null ? null : Math.round(life * (0.775 + 0.15 * random));
}

const longestPause = 5 * minute;
const longestAskedPause = hour;

/** Returns the backoff after this many failed refreshes, or the platform's own where that is longer. */
export function retryDelay(failures: number, random: number, askedFor = 0): number {
  const growing = Math.min(second * 2 ** Math.min(failures, 20), longestPause);
  return Math.round(Math.max(growing * (0.5 + random / 2), Math.min(askedFor, longestAskedPause)));
}

/** A token rejected within this time counts as one that never worked. */
const soon = 10 * minute;

/** Returns the number of consecutive tokens that never worked, after one of this age was rejected. */
export function countRejections(rejected: number, ageMs: number): number {
  return ageMs < soon ? rejected + 1 : 0;
}

/**
 * Returns the minimum age at which a rejected token is replaced, after `rejected` consecutive tokens that never worked.
 */
export function rejectionPause(rejected: number): number {
  return rejected === 0 ? 0 : Math.min(30 * second * 2 ** Math.min(rejected - 1, 20), hour);
}
