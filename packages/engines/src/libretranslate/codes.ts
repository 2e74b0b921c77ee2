/** From BCP 47 to the codes that a LibreTranslate server has: its own, which changed over its versions. */

/**
 * Chinese and Brazilian Portuguese were `zh`, `zt` and `pb` after Argos Translate's packages before the server
 * took up `zh-Hans`, `zh-Hant` and `pt-BR`. Source: LibreTranslate, libretranslate/language.py and its changes.
 */
const formerCodes: Record<string, readonly string[]> = {
  'zh-hans': ['zh'],
  'zh-hant': ['zt'],
  'pt-br': ['pb'],
  no: ['nb'],
  nb: ['no'],
};

/** The server's code for this language, the closest first; `undefined` when it has none. */
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
  // Chinese in the other script is no answer to who asked for this one.
  const all = language === 'zh' ? close : [...close, language];
  return all.flatMap((code) => [code, ...(formerCodes[code.toLowerCase()] ?? [])]);
}
