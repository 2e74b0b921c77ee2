import { proxyFaultSentence } from '@parley/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { printableLine } from '../chat/printable.ts';
import { interfaceLanguageOf } from '../locale/interface-language.ts';

/** More of what the other side said than fits two lines of a table tells nobody more. */
const longestSaid = 160;

/** Why nothing comes through a proxy, as a sentence with what was said; null: the text is in somebody else's words. */
export function useProxyFault(): (text: string) => string | null {
  const { i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  return useCallback(
    (text) => proxyFaultSentence(text, language, (said) => printableLine(said, longestSaid)),
    [language],
  );
}
