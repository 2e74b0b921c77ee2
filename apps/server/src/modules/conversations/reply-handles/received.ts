/** Decides which of a platform's handles are stored, and with which limits. */

/** As declared by the connector port. */
export type ReceivedHandle = { value: string; expiresAt: number; uses: number };

/** In UTF-16 units. */
const longestValue = 4_000;
const maxUses = 100;
const longestLifeMs = 30 * 24 * 3_600_000;

/** Returns null if the handle is unusable. */
export function keptHandle(given: ReceivedHandle | undefined, now: number): ReceivedHandle | null {
  if (given === undefined) return null;
  const { value, expiresAt, uses } = given;
  const isUsable = value !== '' && value.length <= longestValue && expiresAt > now && uses >= 1;
  if (!isUsable) return null;
  return {
    value,
    expiresAt: Math.min(expiresAt, now + longestLifeMs),
    uses: Math.min(Math.floor(uses), maxUses),
  };
}
