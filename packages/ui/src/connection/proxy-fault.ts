import { proxyFaultSentence } from '@parley/contract/proxies';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { printableLine } from '../chat/printable.ts';
import { interfaceLanguageOf } from '../locale/interface-language.ts';

/** Maximum length of the shown remote message, about two lines of a table. */
const longestSaid = 160;

/**
 * Returns a function that explains in a sentence why a proxy fails, with the remote message; null if the text isn't one
 * of Parley's reasons.
 */
export function useProxyFault(): (text: string) => string | null {
  const { i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  return useCallback(
    (text) => proxyFaultSentence(text, language, (said) => printableLine(said, longestSaid)),
    [language],
  );
}
