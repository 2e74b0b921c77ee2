// i18n-keys: account.reason.*
import { ownReasonOf, useFaultSentence } from '@parley/ui';
import { useTranslation } from 'react-i18next';

/** A reason of our own, or of the account's proxy, as a sentence; null: it is the platform's, and in its words. */
export function useOwnReason(): (reason: string | null) => string | null {
  const { t } = useTranslation();
  const faultOf = useFaultSentence();
  return (reason) => {
    if (reason === null) return null;
    const own = ownReasonOf(reason);
    return own === null ? faultOf(reason) : t(`account.reason.${own.word}`, { limit: own.count ?? '' });
  };
}
