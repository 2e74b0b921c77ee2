import type { AnswerOf } from '@parley/contract';
import type { tryProxy } from '@parley/contract/proxies';
import { ForeignText, interfaceLanguageOf, useFormats, useProxyFault } from '@parley/ui';
import { Alert, Descriptions } from 'antd';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../lib/countries.ts';

type Properties = { result: AnswerOf<typeof tryProxy> };

/** The result of testing a form's values. */
export function TrialResult({ result: { status, latency, region, exitAddress, problem } }: Properties) {
  const { t, i18n } = useTranslation();
  const { number } = useFormats();
  const faultOf = useProxyFault();
  const language = interfaceLanguageOf(i18n.language);
  if (status !== 'working') {
    return (
      <Alert
        type="error"
        showIcon
        role="alert"
        title={t('proxies.trialFailed')}
        description={problem === null ? undefined : <ForeignText>{faultOf(problem) ?? problem}</ForeignText>}
      />
    );
  }
  const facts = [
    ...(latency === null
      ? []
      : [
          {
            key: 'latency',
            label: t('proxies.latency'),
            children: t('proxies.ms', { latency: number(latency) }),
          },
        ]),
    ...(exitAddress === null
      ? []
      : [
          {
            key: 'exit',
            label: t('proxies.exitAddress'),
            children: <span className="code">{exitAddress}</span>,
          },
        ]),
    ...(region === null
      ? []
      : [{ key: 'region', label: t('proxies.region'), children: countryName(region, language) }]),
  ];
  return (
    <Alert
      type="success"
      showIcon
      role="status"
      title={t('proxies.trialWorked')}
      description={<Descriptions size="small" column={1} items={facts} />}
    />
  );
}
