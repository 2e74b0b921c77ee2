import { visitorName } from '@parley/contract/catalogues/visitor-names';
import type { SharedFan } from '@parley/contract/work-order-shares';
import { printableLine } from './printable.ts';
import type { ShareLanguage } from './texts.ts';

/** Returns a person's name on one line; null if there is none, or if the link hides it. */
export function shownName(
  { name, visitor }: Pick<SharedFan, 'name' | 'visitor'>,
  language: ShareLanguage,
): string | null {
  if (visitor !== null) return visitorName(visitor, language);
  return name === null ? null : printableLine(name, 80);
}
