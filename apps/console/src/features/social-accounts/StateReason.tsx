import { ForeignText, ownReasonOf, useFaultSentence } from '@parley/ui';
import { useTranslation } from 'react-i18next';

// i18n-keys: socialAccounts.reason.* socialAccounts.cure.*

type Properties = {
  reason: string;
  /** Adds the remedy, where one is known. */
  cure?: boolean;
};

/**
 * Why a social account isn't online: Parley's own reasons and proxy failures as translated sentences, a platform's in
 * its words.
 */
export function StateReason({ reason, cure = false }: Properties) {
  const { t } = useTranslation();
  const fault = useFaultSentence()(reason);
  const own = ownReasonOf(reason);
  if (own === null) return <ForeignText>{fault ?? reason}</ForeignText>;
  const { word, count } = own;
  const sentence =
    word === 'port-limit' && count !== undefined
      ? t('socialAccounts.portLimit', { count })
      : t(`socialAccounts.reason.${word}`);
  return (
    <>
      {sentence}
      {cure ? <span className="cure">{t(`socialAccounts.cure.${word}`)}</span> : null}
    </>
  );
}
