import { platformFaultSentence } from '@parley/contract/channels';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { interfaceLanguageOf } from '../locale/interface-language.ts';
import { useProxyFault } from './proxy-fault.ts';

/**
 * Returns a function that gives the sentence for a proxy's or platform's failure code; null for a text in the
 * platform's own words.
 */
export function useFaultSentence(): (reason: string) => string | null {
  const { i18n } = useTranslation();
  const proxyFaultOf = useProxyFault();
  const language = interfaceLanguageOf(i18n.language);
  return useCallback(
    (reason) => proxyFaultOf(reason) ?? platformFaultSentence(reason, language),
    [proxyFaultOf, language],
  );
}
