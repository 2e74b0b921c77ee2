import { proxyFaultSentence } from '@parley/contract/proxies';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { printableLine } from '../chat/printable.ts';
import { interfaceLanguageOf } from '../locale/interface-language.ts';

/** Characters of the remote message that are shown: two lines of a table. */
const longestSaid = 160;

/**
 * Returns a sentence for why a proxy fails, with the remote message; null: the text is not one of Parley's reasons.
 */
export function useProxyFault(): (text: string) => string | null {
  const { i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  return useCallback(
    (text) => proxyFaultSentence(text, language, (said) => printableLine(said, longestSaid)),
    [language],
  );
}
