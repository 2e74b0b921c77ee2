/** The times of platform tokens, in ms: when they are refreshed, and how long a refresh waits that has failed. */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** A platform whose tokens end sooner would be asked for nothing else; the year keeps a wild figure storable. */
const shortestLife = 30 * second;
const longestLife = 365 * 24 * hour;

/** Returns the life of an access token as it is stored; null: unknown. */
export function lifeOf(expiresInMs: number | null): number | null {
  return expiresInMs === null ? null : Math.round(Math.min(Math.max(expiresInMs, shortestLife), longestLife));
}

/** New tokens are asked for when three to nine tenths of the last quarter are left, so that accounts don't do it together. */
export function refreshIn(life: number | null, random: number): number | null {
  return life === null ? null : Math.round(life * (0.775 + 0.15 * random));
}

const longestPause = 5 * minute;
const longestAskedPause = hour;

/** Returns the pause after so many refreshes that failed; the platform's own, where that is longer. */
export function retryIn(failures: number, random: number, askedFor = 0): number {
  const growing = Math.min(second * 2 ** Math.min(failures, 20), longestPause);
  return Math.round(Math.max(growing * (0.5 + random / 2), Math.min(askedFor, longestAskedPause)));
}

/** A token that is rejected sooner counts as one that never worked. */
const soon = 10 * minute;

/** Returns how many tokens in a row never worked, when one of this age is rejected. */
export function rejectedWith(rejected: number, ageMs: number): number {
  return ageMs < soon ? rejected + 1 : 0;
}

/** Returns the age from which a rejected token is replaced, after so many in a row that never worked. */
export function rejectionPause(rejected: number): number {
  return rejected === 0 ? 0 : Math.min(30 * second * 2 ** Math.min(rejected - 1, 20), hour);
}
