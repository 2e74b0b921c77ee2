import type { StoredProxy } from '@parley/contract/proxies';
import { ForeignText, interfaceLanguageOf, useFormats } from '@parley/ui';
import { Badge } from 'antd';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../lib/countries.ts';

// i18n-keys: proxies.status.*

const looks = { working: 'success', failing: 'error', untested: 'default' } as const;

/** A proxy's status and egress region, for selecting it. */
export function ProxyFacts({ proxy }: { proxy: StoredProxy }) {
  const { t, i18n } = useTranslation();
  const { dateTime } = useFormats();
  const { status, region, problem, testedAt } = proxy;
  const ends =
    region === null
      ? t('socialAccounts.proxyRegionUnknown')
      : t('socialAccounts.proxyRegion', { region: countryName(region, interfaceLanguageOf(i18n.language)) });
  return (
    <div className="proxy-facts" role="status">
      <Badge status={looks[status]} text={t(`proxies.status.${status}`)} /> · {ends}
      {testedAt === null ? null : (
        <span className="quiet"> · {t('socialAccounts.proxyTested', { at: dateTime(testedAt) })}</span>
      )}
      {problem === null ? null : <ForeignText className="reason quiet">{problem}</ForeignText>}
    </div>
  );
}
