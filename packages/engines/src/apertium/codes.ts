/**
 * From BCP 47 to the names that Apertium gives its languages: ISO 639-3 codes, in old pairs ISO 639-1, with a
 * variant behind an underscore (`eng_US`, `hbs_HR`). Source: wiki.apertium.org, «Codes for languages», and the
 * lists of pairs in Debian's packages.
 */
import { iso6393To1 } from 'iso-639-3';
import type { Pair } from '../kit/pairs.ts';

const alpha3 = new Map(Object.entries(iso6393To1).map(([three, one]) => [one, three]));

/** Apertium keeps Serbo-Croatian in one package, and names the written Norwegians apart. */
const alternates: Record<string, readonly string[]> = {
  sr: ['hbs_SR', 'hbs'],
  hr: ['hbs_HR', 'hbs'],
  bs: ['hbs_BS', 'hbs'],
  no: ['nob', 'nor'],
  zh: ['zho', 'cmn'],
  ar: ['ara', 'arb'],
  fa: ['pes', 'fas'],
};

/** Every name that Apertium may have for this language, the closest first; none when the tag is malformed. */
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

/** The installed pair that is closest to the asked one, `undefined` when there is none. */
export function pickPair(source: string, target: string, installed: readonly Pair[]): Pair | undefined {
  const names = new Set(installed.map((pair) => `${pair.source}-${pair.target}`));
  for (const from of apertiumNames(source)) {
    for (const to of apertiumNames(target)) {
      if (names.has(`${from}-${to}`)) return { source: from, target: to };
    }
  }
  return undefined;
}
