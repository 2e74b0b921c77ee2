/**
 * ISO 3166-1 alpha-2 codes and country names from the browser's locale data, which also determines which codes exist.
 */

import type { InterfaceLanguage } from '@parley/contract';
import { countryCode } from '@parley/contract/identity';

/** Codes that the locale data names although they denote groups of countries or nothing at all. */
const noCountries: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB']);

function isPresent(code: string): boolean {
  if (noCountries.has(code) || !countryCode.safeParse(code).success) return false;
  // Codes of former countries and aliases such as UK are canonicalised to the current code.
  return Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
}

const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
let codes: readonly string[] | undefined;

function countryCodes(): readonly string[] {
  codes ??= letters.flatMap((first) => letters.map((second) => first + second)).filter(isPresent);
  return codes;
}

/** Returns the country's name, or the bare code when the browser has no name for it. */
export function countryName(code: string, language: InterfaceLanguage): string {
  return new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code;
}

/** Options for a select, sorted by the collation of the language. */
export function countryOptions(language: InterfaceLanguage): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return countryCodes()
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
}
