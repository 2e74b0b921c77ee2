import { createHash } from 'node:crypto';
import { storable } from '../../base/db/storable.ts';

/** The beginning of a text, storable too: a cut may not leave half a character behind. */
export function storableStart(text: string, units: number): string {
  return storable(text.slice(0, units));
}

/** Ids of platforms are short; customers who make up their own may not. */
const longestId = 500;

/**
 * A platform's id as an index can hold it (PostgreSQL refuses keys of over 2,700 bytes). A longer one is
 * replaced by its digest, so a redelivery is still known.
 */
export function storableId(id: string): string {
  if (id.length <= longestId) return storable(id);
  return `sha256 ${createHash('sha256').update(id).digest('base64url')}`;
}

const dayMs = 86_400_000;

/** A platform's time, which a customer may have written: what is before 1970 or in the future becomes `now`. */
export function storableTime(at: number, now: number): number {
  return at >= 0 && at <= now + dayMs ? at : now;
}
