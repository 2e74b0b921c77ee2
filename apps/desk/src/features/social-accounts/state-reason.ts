// i18n-keys: account.reason.*
import { ownReasonOf, useFaultSentence } from '@parley/ui';
import { useTranslation } from 'react-i18next';

/**
 * Returns a function that gives the sentence for one of Parley's reasons, or a proxy's; null if the reason is in the
 * platform's words.
 */
export function useOwnReason(): (reason: string | null) => string | null {
  const { t } = useTranslation();
  const faultOf = useFaultSentence();
  return (reason) => {
    if (reason === null) return null;
    const own = ownReasonOf(reason);
    return own === null ? faultOf(reason) : t(`account.reason.${own.word}`, { limit: own.count ?? '' });
  };
}
