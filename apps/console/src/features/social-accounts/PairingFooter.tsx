import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { isPairing, type PairingFlow } from './use-pairing.ts';

type Properties = {
  flow: Pick<PairingFlow<never>, 'pairing' | 'isBeginning' | 'retry'>;
  /** Returns to the form. */
  onBack: () => void;
  onClose: () => void;
};

/** The buttons below a pairing: back, cancel and, after a failure, retry. */
export function PairingFooter({ flow, onBack, onClose }: Properties) {
  const { t } = useTranslation();
  const { pairing, isBeginning, retry } = flow;
  const hasFailed = pairing !== null && !isPairing(pairing) && pairing.state !== 'paired';
  return (
    <>
      <Button onClick={onBack}>{t('accountPairing.back')}</Button>
      <Button onClick={onClose}>{t('accountPairing.cancel')}</Button>
      {hasFailed ? (
        <Button type="primary" loading={isBeginning} onClick={retry}>
          {t('accountPairing.retry')}
        </Button>
      ) : null}
    </>
  );
}
