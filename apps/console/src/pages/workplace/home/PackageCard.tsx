import './home.css';
import { ErrorPanel, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Card, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { characterSummary } from '../../../features/characters/queries.ts';
import { portsOfWorkspace } from '../../../features/ports/queries.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { loginUserInfo } from '../../../lib/user.ts';

// i18n-keys: home.family.*

const families = ['MIAN_FEI_ROOT', 'BIAO_ZHUN_ROOT', 'ZHUAN_YE_ROOT', 'ZI_FU_ROOT'];

/** The workspace's package, its expiry, its ports and its characters. */
export function PackageCard() {
  const { t } = useTranslation();
  const { number, dateTime } = useFormats();
  const client = useClient();
  const user = useQuery(loginUserInfo(client));
  const characters = useQuery(characterSummary(client));
  const ports = useQuery(portsOfWorkspace(client));
  const problem = user.error ?? characters.error ?? ports.error;
  const retry = () => {
    void user.refetch();
    void characters.refetch();
    void ports.refetch();
  };
  if (user.data === undefined || characters.data === undefined || ports.data === undefined) {
    return (
      <Card size="small" title={t('home.package')}>
        {problem ? (
          <ErrorPanel problem={problem} onRetry={retry} />
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 3 }} />
        )}
      </Card>
    );
  }
  const { setMealCode, vipEndTime } = user.data;
  const { ownerRemaining, allocated, usedToday, usedTotal, translationsToday } = characters.data;
  const facts: [string, string][] = [
    [t('home.validity'), vipEndTime === null ? t('home.noEnd') : dateTime(vipEndTime)],
    [t('home.portsTotal'), number(ports.data.total)],
    [t('home.portsOnline'), number(ports.data.online)],
    [t('home.charactersLeft'), number(ownerRemaining)],
    [t('characters.allocated'), number(allocated)],
    [t('home.charactersToday'), number(usedToday)],
    [t('characters.usedTotal'), number(usedTotal)],
    [t('home.translationsToday'), number(translationsToday)],
  ];
  const name = families.includes(setMealCode) ? t(`home.family.${setMealCode}`) : setMealCode;
  return (
    <Card size="small" title={t('home.package')} extra={<strong>{name}</strong>}>
      <dl className="package-facts">
        {facts.map(([fact, value]) => (
          <div key={fact}>
            <dt>{fact}</dt>
            <dd className="numeric">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
