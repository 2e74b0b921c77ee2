// i18n-keys: proxyFault.*
import { proxyFaults } from '@parley/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { printableLine } from '../chat/printable.ts';

/** More of what the other side said than fits two lines of a table tells nobody more. */
const longestSaid = 160;

/** Why nothing comes through a proxy, as a sentence with what was said; null: the text is in somebody else's words. */
export function useProxyFault(): (text: string) => string | null {
  const { t } = useTranslation('ui');
  return useCallback(
    (text) => {
      const [, word, said] = /^([a-z-]+)(?:: (.+))?$/s.exec(text) ?? [];
      const fault = proxyFaults.find((known) => known === word);
      if (fault === undefined) return null;
      const sentence = t(`proxyFault.${fault}`);
      return said === undefined
        ? sentence
        : t('proxyFault.said', { fault: sentence, said: printableLine(said, longestSaid) });
    },
    [t],
  );
}
