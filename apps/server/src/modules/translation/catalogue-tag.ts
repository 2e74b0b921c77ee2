import { isKnownLanguage } from '@parley/contract/catalogues';

/**
 * The catalogue's tag for what a platform calls a language: `pt-br` is `pt-BR`, `en-GB` is `en`, `zh-hant` is
 * `zh-TW`. Null when it isn't a language tag, or names a language that the catalogue lacks.
 */
export function catalogueTag(tag: string): string | null {
  if (!isTag(tag)) return null;
  const { language, script, region } = new Intl.Locale(tag).maximize();
  const short = new Intl.Locale(tag).language;
  if (language === 'zh') return script === 'Hant' ? 'zh-TW' : 'zh-CN';
  if (language === 'no') return 'nb';
  const candidates = [`${language}-${region}`, `${language}-${script}`, language, short];
  // A bare `pt` means Portuguese anywhere, though most who write it live in Brazil.
  const named = tag.includes('-') ? candidates : [short];
  return named.find(isKnownLanguage) ?? null;
}

function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false; // not well-formed as BCP 47 asks
  }
}
