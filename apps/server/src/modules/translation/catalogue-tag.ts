import { isKnownLanguage } from '@parley/contract/catalogues';
import { LRUCache } from 'lru-cache';

/** Characters; longer texts of outsiders don't fill the cache. RFC 5646, 4.4.1: a tag that is longer may be cut. */
const longestTag = 35;
/** Converting a tag takes longer than everything else that is read of a message. */
const converted = new LRUCache<string, string | false>({
  max: 500,
  memoMethod: (tag) => convert(tag) ?? false,
});

/**
 * Converts a platform's language tag to the catalogue's: `pt-br` to `pt-BR`, `en-GB` to `en`, `zh-hant` to `zh-TW`. Null if it
 * isn't a language tag, or if the catalogue lacks the language.
 */
export function catalogueTag(tag: string): string | null {
  return tag.length > longestTag ? convert(tag) : converted.memo(tag) || null;
}

function convert(tag: string): string | null {
  if (!isTag(tag)) return null;
  const { language, script, region } = new Intl.Locale(tag).maximize();
  const short = new Intl.Locale(tag).language;
  if (language === 'zh') return script === 'Hant' ? 'zh-TW' : 'zh-CN';
  if (language === 'no') return 'nb';
  const candidates = [`${language}-${region}`, `${language}-${script}`, language, short];
  // A bare `pt` means Portuguese of any region, though most of its writers live in Brazil.
  const named = tag.includes('-') ? candidates : [short];
  return named.find(isKnownLanguage) ?? null;
}

function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false; // not well-formed according to BCP 47
  }
}
