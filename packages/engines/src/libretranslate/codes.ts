/** Maps BCP 47 tags to the codes of a LibreTranslate server, which differ between its versions. */

/**
 * Chinese and Brazilian Portuguese were `zh`, `zt` and `pb`, as in Argos Translate's packages, before the server adopted
 * `zh-Hans`, `zh-Hant` and `pt-BR`. Source: LibreTranslate, libretranslate/language.py and its history.
 */
const formerCodes: Record<string, readonly string[]> = {
  'zh-hans': ['zh'],
  'zh-hant': ['zt'],
  'pt-br': ['pb'],
  no: ['nb'],
  nb: ['no'],
};

/** Returns the server's code that is closest to this language; `undefined` if it has none. */
export function pickCode(tag: string, codes: readonly string[]): string | undefined {
  const byLowerCase = new Map(codes.map((code) => [code.toLowerCase(), code]));
  for (const candidate of candidates(tag)) {
    const code = byLowerCase.get(candidate.toLowerCase());
    if (code !== undefined) return code;
  }
  return undefined;
}

function candidates(tag: string): string[] {
  let locale: Intl.Locale;
  try {
    locale = new Intl.Locale(tag).maximize();
  } catch {
    return [];
  }
  const { language, script, region } = locale;
  const close = [tag, `${language}-${script}`, `${language}-${region}`];
  // Chinese in the other script is no substitute for the requested one.
  const all = language === 'zh' ? close : [...close, language];
  return all.flatMap((code) => [code, ...(formerCodes[code.toLowerCase()] ?? [])]);
}
