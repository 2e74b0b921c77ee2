import { describe, expect, it } from 'vitest';
import {
  canonicalLanguage,
  canonicalZone,
  knownRegion,
  languageFits,
  usualLanguages,
  usualZone,
  zoneFits,
  zonesOf,
} from './regions.ts';
import { allRegions } from './testing/all-regions.ts';

describe('a country', () => {
  it('resolves a country to its current code', () => {
    expect(knownRegion('MX')).toBe('MX');
    expect(knownRegion('mx')).toBe('MX');
    expect(knownRegion('UK')).toBe('GB');
  });

  it.each([null, '', 'T1', 'ZZ', 'QM', 'MEX', '419', 'M', '墨西'])('recognizes no country in %j', (code) => {
    expect(knownRegion(code)).toBeNull();
  });

  it('includes each inhabited country', () => {
    expect(allRegions.length).toBeGreaterThan(240);
    expect(allRegions).toEqual(expect.arrayContaining(['MX', 'XK', 'AQ', 'TW']));
  });
});

describe('the usual time zone', () => {
  it.each([
    ['US', 'America/New_York'],
    ['BR', 'America/Sao_Paulo'],
    ['CA', 'America/Toronto'],
    ['AU', 'Australia/Sydney'],
    ['RU', 'Europe/Moscow'],
    ['ES', 'Europe/Madrid'],
    ['JP', 'Asia/Tokyo'],
    // As Chrome spells it.
    ['IN', 'Asia/Calcutta'],
    // Uninhabited, and without a zone.
    ['BV', 'UTC'],
  ])('the usual time zone of %s is %s', (region, zone) => {
    expect(usualZone(region)).toBe(zone);
  });

  it('has been decided for every country with several zones', () => {
    const undecided = allRegions
      .filter((region) => zonesOf(region).length > 1)
      .map((region) => [region, usualZone(region)]);
    // In these countries alone, the alphabetically first zone is also the most populous: a country that is new here
    // needs a line.
    const first = undecided.filter(([region = '', zone]) => canonicalZone(zonesOf(region)[0] ?? '') === zone);
    expect(first.map(([region]) => region)).toEqual([
      'CD',
      'CN',
      'DE',
      'EC',
      'ID',
      'KZ',
      'MY',
      'NZ',
      'PS',
      'UA',
      'UM',
    ]);
  });

  it('chooses one of the country’s time zones', () => {
    expect(allRegions.filter((region) => !zoneFits(usualZone(region), region))).toEqual([]);
  });
});

describe('a time zone', () => {
  it.each([
    ['America/Mexico_City', 'America/Mexico_City'],
    ['america/mexico_city', 'America/Mexico_City'],
    ['Asia/Kolkata', 'Asia/Calcutta'],
    ['Etc/UTC', 'UTC'],
  ])('%s is called %s', (name, canonical) => {
    expect(canonicalZone(name)).toBe(canonical);
  });

  it.each(['', 'Mexico', 'America/Nowhere', '+05:00', '-0300', '../UTC', 'UTC\n'])(
    'recognizes no time zone in %j',
    (name) => {
      expect(canonicalZone(name)).toBeNull();
    },
  );

  it.each([
    ['America/Tijuana', 'MX', true],
    ['Asia/Kolkata', 'IN', true],
    ['America/New_York', 'MX', false],
    ['UTC', 'MX', false],
    ['Europe/Oslo', 'BV', true],
  ])('%s in %s: %s', (zone, region, fits) => {
    expect(zoneFits(zone, region)).toBe(fits);
  });
});

describe('the usual languages', () => {
  it.each([
    ['MX', ['es-419', 'es']],
    ['ES', ['es-ES', 'es']],
    ['DE', ['de-DE', 'de', 'en-US', 'en']],
    ['AT', ['de-DE', 'de', 'en-US', 'en']],
    ['GB', ['en-GB', 'en-US', 'en']],
    ['US', ['en-US', 'en']],
    ['PT', ['pt-PT', 'pt', 'en-US', 'en']],
    ['CN', ['zh-CN', 'zh']],
    ['HK', ['zh-TW', 'zh', 'en-US', 'en']],
    ['JP', ['ja', 'en-US', 'en']],
    ['NO', ['nb-NO', 'nb', 'no', 'nn', 'en-US', 'en']],
    ['IS', ['is-IS', 'is', 'en-US', 'en']],
  ])('the usual languages of %s are %j', (region, languages) => {
    expect(usualLanguages(region)).toEqual(languages);
  });

  it('lists a few known languages for each region, in their canonical spelling, the region’s own first', () => {
    for (const region of allRegions) {
      const languages = usualLanguages(region);
      expect(languages.map(canonicalLanguage), region).toEqual(languages);
      expect(new Set(languages).size, region).toBe(languages.length);
      expect(languages.length, region).toBeLessThanOrEqual(8);
      expect(languageFits(languages[0] ?? '', region), region).toBe(true);
    }
  });
});

describe('a language', () => {
  it.each([
    ['es-mx', 'es-MX'],
    ['zh-hant-hk', 'zh-Hant-HK'],
    ['eng', 'en'],
    ['es-419', 'es-419'],
  ])('%s is written %s', (tag, canonical) => {
    expect(canonicalLanguage(tag)).toBe(canonical);
  });

  it.each(['xx', 'es-XX', 'xx-MX', 'en-US-GB', 'en-abcdefgh-abcdefgh', ''])(
    'recognizes no language in %j',
    (tag) => {
      expect(canonicalLanguage(tag)).toBeNull();
    },
  );

  it.each([
    ['es-MX', 'MX'],
    ['es', 'MX'],
    ['es-419', 'MX'],
    ['es-ES', 'MX'],
    ['fr-CH', 'CH'],
    ['it-CH', 'CH'],
    ['fr-CA', 'CA'],
    ['en-IN', 'IN'],
    ['en-US', 'IN'],
    ['en-US', 'GB'],
    ['ca-ES', 'ES'],
    ['zh-TW', 'HK'],
    ['zh-Hant-HK', 'HK'],
    ['ru-RU', 'UA'],
    ['sr-Latn-RS', 'RS'],
    ['nb-NO', 'NO'],
    ['es-US', 'US'],
    ['es-419', 'US'],
    ['en-GB', 'AU'],
  ])('%s may come first in %s', (tag, region) => {
    expect(languageFits(tag, region)).toBe(true);
  });

  it.each([
    ['zh-CN', 'MX'],
    ['de-DE', 'MX'],
    ['es-MX', 'ES'],
    ['es-419', 'ES'],
    ['zh-CN', 'TW'],
    ['zh', 'TW'],
    ['pt-BR', 'US'],
    ['de-MX', 'MX'],
    ['ja', 'KR'],
    ['en-AU', 'GB'],
    ['es-419', 'JP'],
  ])('%s is suspicious in %s', (tag, region) => {
    expect(languageFits(tag, region)).toBe(false);
  });
});
