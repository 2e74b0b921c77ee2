/**
 * Maps countries to their languages and time zones by the locale data of Node (CLDR), the same data that browsers use.
 */

/** For countries with several zones, the one with the most inhabitants. */
const principalZones: Readonly<Record<string, string>> = {
  AQ: 'Antarctica/McMurdo',
  AR: 'America/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Truk',
  GL: 'America/Godthab',
  ID: 'Asia/Jakarta',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Gaza',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kiev',
  UM: 'Pacific/Midway',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
};

/** Returns a country's current code; null when it is not one in which a proxy's address could be. */
export function knownRegion(code: string | null): string | null {
  if (code === null || !/^[A-Za-z]{2}$/.test(code)) return null;
  const region = new Intl.Locale(`und-${code}`).region ?? null;
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  return region !== null && region !== 'ZZ' && names.of(region) !== undefined ? region : null;
}

export function zonesOf(region: string): readonly string[] {
  return new Intl.Locale(`und-${region}`).getTimeZones() ?? [];
}

/** Implies no country, and so contradicts none. */
export const neutralZone = 'UTC';

/** Returns the zone in which most people of the country live. */
export function usualZone(region: string): string {
  return canonicalZone(principalZones[region] ?? zonesOf(region)[0] ?? neutralZone) ?? neutralZone;
}

/** Returns the zone's name as browsers send it, `Asia/Calcutta` for `Asia/Kolkata`; null when there is no such zone. */
export function canonicalZone(name: string): string | null {
  // JavaScript accepts offsets such as +05:00 as zones, but no system is set to one.
  if (!/^[A-Za-z]/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Returns whether a time zone fits a country. A country without zones in the data fits any. */
export function zoneFits(zone: string, region: string): boolean {
  const zones = zonesOf(region).map(canonicalZone);
  return zones.length === 0 || zones.includes(canonicalZone(zone));
}

/** Returns the canonical spelling, `es-MX` for `es-mx`; null for an unknown language or country. */
export function canonicalLanguage(tag: string): string | null {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
    return canonical !== undefined && names.of(canonical) !== undefined ? canonical : null;
  } catch {
    return null;
  }
}

/** The regions where Chrome uses American English, and those where it uses the Spanish of Spain. */
const american: ReadonlySet<string> = new Set(['US', 'AS', 'GU', 'MH', 'MP', 'PH', 'PR', 'UM', 'VI']);
const castilian: ReadonlySet<string> = new Set(['ES', 'EA', 'IC', 'GQ']);

/**
 * The languages that Chrome sends where they don't follow the rule `de-DE, de, en-US, en`. Source: Chromium's
 * `components/strings/components_locale_settings_*.xtb`, message IDS_ACCEPT_LANGUAGES.
 */
const chromeLanguages: Readonly<Record<string, string>> = {
  am: 'am,en-GB,en',
  ar: 'ar,en-US,en',
  bg: 'bg-BG,bg',
  ca: 'ca-ES,ca',
  cs: 'cs-CZ,cs',
  el: 'el-GR,el',
  'en-GB': 'en-GB,en-US,en',
  'en-US': 'en-US,en',
  es: 'es-ES,es',
  'es-419': 'es-419,es',
  fa: 'fa,en-US,en',
  fil: 'fil,fil-PH,en-US,en',
  ja: 'ja,en-US,en',
  lt: 'lt,en-US,en,ru,pl',
  nb: 'nb-NO,nb,no,nn,en-US,en',
  'pt-BR': 'pt-BR,pt,en-US,en',
  'pt-PT': 'pt-PT,pt,en-US,en',
  sk: 'sk-SK,sk,cs,en-US,en',
  sl: 'sl-SI,sl,en-GB,en',
  sw: 'sw,en-GB,en',
  th: 'th-TH,th',
  vi: 'vi-VN,vi,fr-FR,fr,en-US,en',
  'zh-CN': 'zh-CN,zh',
  'zh-TW': 'zh-TW,zh,en-US,en',
};

/** Language codes that browsers replace by other ones. */
const renamed: Readonly<Record<string, string>> = { no: 'nb', tl: 'fil' };
const named = ({ language }: Intl.Locale) => renamed[language] ?? language;

const likely = (region: string) => new Intl.Locale(`und-${region}`).maximize();

function chromeLocale(locale: Intl.Locale): string {
  const { script, region = '' } = locale;
  const language = named(locale);
  if (language === 'en') return american.has(region) ? 'en-US' : 'en-GB';
  if (language === 'es') return castilian.has(region) ? 'es' : 'es-419';
  if (language === 'pt') return region === 'BR' ? 'pt-BR' : 'pt-PT';
  if (language === 'zh') return script === 'Hant' ? 'zh-TW' : 'zh-CN';
  return language;
}

const homeOf = (language: string) => new Intl.Locale(language).maximize().region;

/** Returns the languages sent by a browser that was set up in this country, the most common one first. */
export function usualLanguages(region: string): string[] {
  const locale = chromeLocale(likely(region));
  const fixed = chromeLanguages[locale];
  return fixed === undefined ? [`${locale}-${homeOf(locale)}`, locale, 'en-US', 'en'] : fixed.split(',');
}

export const neutralLanguages: readonly string[] = ['en-US', 'en'];

/** Returns whether browsers of this country commonly send this language first. */
export function languageFits(tag: string, region: string): boolean {
  if (tag === usualLanguages(region)[0]) return true;
  const { language, script } = new Intl.Locale(tag).maximize();
  const here = new Intl.Locale(`${language}-${script}-${region}`);
  return spellingFits(tag, here) && spokenIn(here);
}

/** Returns whether the tag names this country, the one that browsers use with this language here, or none. */
function spellingFits(tag: string, here: Intl.Locale): boolean {
  const { region: told } = new Intl.Locale(tag);
  return (
    told === undefined ||
    told === here.region ||
    told === homeOf(here.language) ||
    // Includes regions of the world, as in `es-419`.
    tag === chromeLocale(here)
  );
}

/** Returns whether the locale data lists this language, in this script, for this country. */
function spokenIn(locale: Intl.Locale): boolean {
  const { region } = locale;
  const most = likely(region ?? 'ZZ');
  if (named(locale) === named(most) && locale.script === most.script) return true;
  const short = locale.minimize();
  if (short.region === undefined) return true;
  const known = new Intl.DateTimeFormat(short.baseName).resolvedOptions().locale;
  return new Intl.Locale(known).region === region;
}
