import { createHash } from 'node:crypto';
import { storableText } from '../../base/db/storable-text.ts';

/** Returns the beginning of a text in storable form: cutting may not leave half a character. */
export function storableStart(text: string, units: number): string {
  return storableText(text.slice(0, units));
}

/** Platform ids are short, unless customers make them up. */
const longestId = 500;

/**
 * Returns a platform's id in a form that fits into an index (PostgreSQL refuses keys over 2,700 bytes). A longer one is replaced
 * by its digest, so that a redelivery is still recognised.
 */
export function storableId(id: string): string {
  if (id.length <= longestId) return storableText(id);
  return `sha256 ${createHash('sha256').update(id).digest('base64url')}`;
}

const dayMs = 86_400_000;

/** Clamps a platform's time, which a customer may have forged: before 1970 or in the future it becomes `now`. */
export function storableTime(at: number, now: number): number {
  return at >= 0 && at <= now + dayMs ? at : now;
}
