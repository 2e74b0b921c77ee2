/** ISO 3166-1 alpha-2 codes with their names, out of the browser's own locale data, which also says what there is. */

import type { InterfaceLanguage } from '@parley/contract';
import { countryCode } from '@parley/contract/identity';

/** Codes that the locale data names although they mean groups of countries, or nothing. */
const noCountries: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB']);

function isPresent(code: string): boolean {
  if (noCountries.has(code) || !countryCode.safeParse(code).success) return false;
  // Codes of former countries, and other spellings such as UK, lead to the present one.
  return Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
}

const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
let codes: readonly string[] | undefined;

function countryCodes(): readonly string[] {
  codes ??= letters.flatMap((first) => letters.map((second) => first + second)).filter(isPresent);
  return codes;
}

/** The country's name; the bare code where the browser knows none. */
export function countryName(code: string, language: InterfaceLanguage): string {
  return new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code;
}

/** For a choice: sorted by name as the language sorts. */
export function countryOptions(language: InterfaceLanguage): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return countryCodes()
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
}
