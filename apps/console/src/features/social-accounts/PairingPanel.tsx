import './pairing.css';
import { CheckCircleOutlined, MobileOutlined } from '@ant-design/icons';
import { platforms } from '@parley/contract/catalogues';
import type { AccountPairing, AccountPairingState } from '@parley/contract/channels';
import { CopyButton, interfaceLanguageOf } from '@parley/ui';
import { Alert, Skeleton, Spin } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { QrCode } from '../../ui/QrCode.tsx';
import { StateReason } from './StateReason.tsx';

// i18n-keys: accountPairing.state.* accountPairing.hint.*

type Properties = {
  pairing: AccountPairing;
  /** True while the server can't be reached. */
  isCutOff: boolean;
};

/** Side of the code in pixels: the maximum in a dialog on a narrow phone. */
const side = 240;

/** Shows a pairing: its code, the steps on the phone, and the outcome. */
export function PairingPanel({ pairing, isCutOff }: Properties) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  // The button that opened it has been unmounted.
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  const end = endings[pairing.state];
  return (
    <div ref={place} tabIndex={-1} className="focus-place pairing">
      {isCutOff ? <Alert showIcon type="warning" title={t('accountPairing.cutOff')} /> : null}
      {end === undefined ? <Running pairing={pairing} /> : <Ended pairing={pairing} type={end} />}
    </div>
  );
}

const endings: Readonly<Partial<Record<AccountPairingState, 'success' | 'warning' | 'error'>>> = {
  refused: 'error',
  expired: 'warning',
  cancelled: 'warning',
  interrupted: 'warning',
};

function Running({ pairing }: { pairing: AccountPairing }) {
  const { t, i18n } = useTranslation();
  const { state, code } = pairing;
  const platform = platforms[pairing.platform].names[interfaceLanguageOf(i18n.language)];
  const isOver = code !== null && code.validMs === 0;
  const shown = isOver ? 'renewing' : state;
  return (
    <>
      <div className="pairing-code">
        {state === 'scanned' ? <MobileOutlined aria-hidden className="pairing-icon" /> : null}
        {state === 'paired' ? <CheckCircleOutlined aria-hidden className="pairing-icon" /> : null}
        {state === 'waiting' ? <Skeleton.Node active style={{ width: side, height: side }} /> : null}
        {code === null ? null : (
          <Spin spinning={isOver}>
            <QrCode text={code.text} title={t('accountPairing.codeOf', { platform })} side={side} />
          </Spin>
        )}
      </div>
      <div role="status">
        <p className="pairing-state">{t(`accountPairing.state.${shown}`)}</p>
        {shown === 'code' || shown === 'scanned' ? (
          <p>{t(`accountPairing.hint.${shown}`, { platform })}</p>
        ) : null}
      </div>
      {code === null || isOver ? null : (
        <p className="quiet">
          {t('accountPairing.validFor', { seconds: Math.ceil(code.validMs / 1_000) })}{' '}
          <CopyButton text={code.text} label={t('accountPairing.copy')} />
        </p>
      )}
    </>
  );
}

type EndedProperties = { pairing: AccountPairing; type: 'success' | 'warning' | 'error' };

function Ended({ pairing: { state, reason }, type }: EndedProperties) {
  const { t } = useTranslation();
  return (
    <Alert
      role="alert"
      showIcon
      type={type}
      title={t(`accountPairing.state.${state}`)}
      description={
        state === 'refused' && reason !== null ? (
          <StateReason reason={reason} />
        ) : (
          t(`accountPairing.hint.${state}`)
        )
      }
    />
  );
}
