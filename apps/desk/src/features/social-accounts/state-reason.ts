// i18n-keys: account.reason.*
import { ownReasons } from '@parley/contract';
import { useTranslation } from 'react-i18next';

/** A reason of our own as a sentence; null: it is the platform's, and in its words. */
export function useOwnReason(): (reason: string | null) => string | null {
  const { t } = useTranslation();
  return (reason) => {
    const [word, number = ''] = (reason ?? '').split(' ');
    const own = ownReasons.find((one) => one === word);
    return own === undefined ? null : t(`account.reason.${own}`, { limit: number });
  };
}
