import { ForeignText, ownReasonOf, useFaultSentence } from '@parley/ui';
import { useTranslation } from 'react-i18next';

// i18n-keys: socialAccounts.reason.* socialAccounts.cure.*

type Properties = {
  reason: string;
  /** Says what to do as well, where we know. */
  cure?: boolean;
};

/** Why a social account isn't online: our own reasons and its proxy's as sentences, a platform's in its own words. */
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
