// i18n-keys: account.reason.*
import { ownReasonOf } from '@parley/ui';
import { useTranslation } from 'react-i18next';

/** A reason of our own as a sentence; null: it is the platform's, and in its words. */
export function useOwnReason(): (reason: string | null) => string | null {
  const { t } = useTranslation();
  return (reason) => {
    const own = reason === null ? null : ownReasonOf(reason);
    return own === null ? null : t(`account.reason.${own.word}`, { limit: own.count ?? '' });
  };
}
