import type { StoredProxy } from '@parley/contract/proxies';
import { ForeignText, useFormats, useProxyFault } from '@parley/ui';
import { Badge } from 'antd';
import { useTranslation } from 'react-i18next';

// i18n-keys: proxies.status.*

const looks = { working: 'success', failing: 'error', untested: 'default' } as const;

type Properties = { proxy: Pick<StoredProxy, 'status' | 'latency' | 'problem'>; testing: boolean };

/** The status of a proxy: its latency, or the reason of its failure. */
export function ProxyStatus({ proxy: { status, latency, problem }, testing }: Properties) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const faultOf = useProxyFault();
  if (testing) return <Badge status="processing" text={t('proxies.status.testing')} />;
  const word = t(`proxies.status.${status}`);
  const text = latency === null ? word : `${word} · ${t('proxies.ms', { latency: number(latency) })}`;
  return (
    <>
      <Badge status={looks[status]} text={<span className="numeric">{text}</span>} />
      {problem === null ? null : (
        <ForeignText className="reason quiet">{faultOf(problem) ?? problem}</ForeignText>
      )}
    </>
  );
}
