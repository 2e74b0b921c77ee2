/**
 * Maps BCP 47 tags to Apertium's language names: ISO 639-3 codes, in old pairs ISO 639-1, with a variant after an underscore
 * (`eng_US`, `hbs_HR`). Source: wiki.apertium.org, «Codes for languages», and the lists of pairs in Debian's packages.
 */
import { iso6393To1 } from 'iso-639-3';
import type { Pair } from '../kit/pairs.ts';

const alpha3 = new Map(Object.entries(iso6393To1).map(([three, one]) => [one, three]));

/** Apertium has Serbo-Croatian in one package, and separate names for the two written Norwegians. */
const alternates: Record<string, readonly string[]> = {
  sr: ['hbs_SR', 'hbs'],
  hr: ['hbs_HR', 'hbs'],
  bs: ['hbs_BS', 'hbs'],
  no: ['nob', 'nor'],
  zh: ['zho', 'cmn'],
  ar: ['ara', 'arb'],
  fa: ['pes', 'fas'],
};

/** Returns all names that Apertium may have for this language, the closest first; none for a malformed tag. */
export function apertiumNames(tag: string): string[] {
  const locale = parseTag(tag);
  if (locale === undefined) return [];
  const { language, region, script } = locale;
  const codes = [alpha3.get(language) ?? language, ...(alternates[language] ?? []), language];
  const variants = [region, script].filter((variant) => variant !== undefined);
  const close = codes.flatMap((code) => variants.map((variant) => `${code}_${variant}`));
  return [...new Set([...close, ...codes])];
}

function parseTag(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}

/** Returns the installed pair closest to the requested one, `undefined` if there is none. */
export function pickPair(source: string, target: string, installed: readonly Pair[]): Pair | undefined {
  const names = new Set(installed.map((pair) => `${pair.source}-${pair.target}`));
  for (const from of apertiumNames(source)) {
    for (const to of apertiumNames(target)) {
      if (names.has(`${from}-${to}`)) return { source: from, target: to };
    }
  }
  return undefined;
}
