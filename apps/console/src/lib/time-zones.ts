import type { InterfaceLanguage } from '@parley/contract';
import { isTimeZone } from '@parley/contract/catalogues';

/** Returns the time zone of the user's device; undefined when the browser reports none or one that isn't supported. */
export function ownTimeZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : undefined;
}

export const zoneNames = (): string[] => [...Intl.supportedValuesOf('timeZone'), 'UTC'];

function part(name: string, language: InterfaceLanguage, at: number, style: 'longGeneric' | 'shortOffset') {
  const writer = new Intl.DateTimeFormat(language, { timeZone: name, timeZoneName: style });
  return writer.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/**
 * Returns an option such as `Asia/Shanghai · China Time · GMT+8`. `at` (ms) decides between standard and daylight
 * saving time.
 */
export function namedZone(
  name: string,
  language: InterfaceLanguage,
  at: number,
): { value: string; label: string } {
  const facts = [part(name, language, at, 'longGeneric'), part(name, language, at, 'shortOffset')];
  return { value: name, label: [...new Set([name, ...facts])].join(' · ') };
}

const searched = new Map<string, string>();

/** True when every typed word occurs in the zone's name or in its common name in either language. */
export function findsZone(name: string, typed: string): boolean {
  const known = searched.get(name) ?? plain(`${name} ${labelsOf(name)}`);
  searched.set(name, known);
  return plain(typed)
    .split(' ')
    .every((word) => known.includes(word));
}

const labelsOf = (name: string) =>
  (['zh-CN', 'en-US'] as const).map((language) => namedZone(name, language, Date.now()).label).join(' ');

/** Users don't type the underscore of Mexico_City. */
const plain = (text: string) => text.replaceAll('_', ' ').toLowerCase().trim();
