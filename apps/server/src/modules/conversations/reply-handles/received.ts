/** The rule of which handles of a platform are kept, and as what. */

/** As the connector port has it. */
export type ReceivedHandle = { value: string; expiresAt: number; uses: number };

/** In UTF-16 units. */
const longestValue = 4_000;
const mostUses = 100;
const longestLifeMs = 30 * 24 * 3_600_000;

/** Null: it can't be used. */
export function keptHandle(given: ReceivedHandle | undefined, now: number): ReceivedHandle | null {
  if (given === undefined) return null;
  const { value, expiresAt, uses } = given;
  const isUsable = value !== '' && value.length <= longestValue && expiresAt > now && uses >= 1;
  if (!isUsable) return null;
  return {
    value,
    expiresAt: Math.min(expiresAt, now + longestLifeMs),
    uses: Math.min(Math.floor(uses), mostUses),
  };
}
