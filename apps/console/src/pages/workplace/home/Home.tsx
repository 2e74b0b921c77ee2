import './home.css';
import type { ChartDays } from '@parley/contract/fan-statistics';
import { EmptyState, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Card, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { subAccounts } from '../../../entities/sub-accounts/queries.ts';
import { characterSummary } from '../../../features/characters/queries.ts';
import { UsageChart } from '../../../features/characters/UsageChart.tsx';
import { FanFigures } from '../../../features/fan-statistics/FanFigures.tsx';
import { FansRank } from '../../../features/fan-statistics/FansRank.tsx';
import { GrowthChart } from '../../../features/fan-statistics/GrowthChart.tsx';
import { LatestList } from '../../../features/notifications/LatestList.tsx';
import { latestNotifications } from '../../../features/notifications/queries.ts';
import { socialAccountsInFigures } from '../../../features/social-accounts/queries.ts';
import { BonusNotice } from '../../../features/support/BonusNotice.tsx';
import { useOpenDay } from '../../../lib/calendar.ts';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { Figure } from '../../../ui/Figure.tsx';
import { TimeZoneLink } from '../../../ui/TimeZoneLink.tsx';
import { Attention } from './Attention.tsx';
import { OpenWorkOrders } from './OpenWorkOrders.tsx';
import { PackageCard } from './PackageCard.tsx';
import { QuickStarts } from './QuickStarts.tsx';

/** The owner's overview: what requires attention, how fans grow, and what is used. Shows each number once. */
export function Home() {
  const { t } = useTranslation();
  const formats = useFormats();
  const today = useOpenDay();
  const client = useClient();
  const characters = useQuery(characterSummary(client));
  const { data: totals } = useQuery(socialAccountsInFigures(client));

  return (
    <div className="page">
      <h1 className="only-read-aloud">{t('page.home')}</h1>
      <p className="home-zone quiet">
        {t('home.today', { day: today === undefined ? '…' : formats.date(today) })} <TimeZoneLink />
      </p>
      {characters.data?.ownerRemaining === 0 && characters.data.allocated === 0 ? <BonusNotice /> : null}
      <Attention />
      {totals?.total === 0 ? <FirstSteps /> : null}
      <div className="home-panels">
        <FanFigures more={<Link to={paths.fansList}>{t('home.more')}</Link>} />
        <Accounts />
      </div>
      <OpenWorkOrders />
      {totals?.total === 0 ? null : <Charts />}
      <div className="home-panels">
        {totals?.total === 0 ? null : <FansRank />}
        <PackageCard />
        <LatestNotifications />
      </div>
      <div className="home-panels">
        <QuickStarts />
      </div>
    </div>
  );
}

function Charts() {
  const { t } = useTranslation();
  const [days, setDays] = useState<ChartDays>('7');
  return (
    <section aria-label={t('home.charts')}>
      <div className="home-range">
        <Segmented<ChartDays>
          aria-label={t('home.charts')}
          value={days}
          onChange={setDays}
          options={[
            { value: '7', label: t('home.days7') },
            { value: '30', label: t('home.days30') },
          ]}
        />
      </div>
      <div className="home-panels home-charts">
        <GrowthChart days={days} />
        <UsageChart days={days} />
      </div>
    </section>
  );
}

/** The latest notifications; renders nothing when there are none, as the menu leads to their page. */
function LatestNotifications() {
  const { t } = useTranslation();
  const { data } = useQuery(latestNotifications(useClient()));
  if (data?.list.length === 0) return null;
  return (
    <Card
      size="small"
      title={t('home.latest')}
      extra={<Link to={paths.notifications}>{t('notifications.all')}</Link>}
    >
      <LatestList />
    </Card>
  );
}

/** Numbers of online social accounts and of sub-accounts, with links to their lists. */
function Accounts() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const client = useClient();
  const accounts = useQuery(socialAccountsInFigures(client));
  const people = useQuery(subAccounts(client, { pageNo: 1, pageSize: 1 }));
  const totals = accounts.data;
  const retry = () => {
    void accounts.refetch();
    void people.refetch();
  };
  return (
    <Figure
      title={t('home.accounts')}
      value={totals && `${number(totals.online)} / ${number(totals.total)}`}
      facts={[
        {
          name: t('home.subAccounts'),
          value: <Link to={paths.subAccounts}>{people.data ? number(people.data.total) : '…'}</Link>,
        },
      ]}
      more={<Link to={paths.socialAccounts}>{t('home.more')}</Link>}
      problem={accounts.error ?? people.error}
      onRetry={retry}
    />
  );
}

/** The first steps of an owner without social accounts. */
function FirstSteps() {
  const { t } = useTranslation();
  return (
    <section className="panel first-steps">
      <EmptyState
        title={t('home.start')}
        hint={
          <ol>
            <li>
              <Link to={paths.subAccounts}>{t('home.startSubAccount')}</Link>
            </li>
            <li>
              <Link to={paths.socialAccounts}>{t('home.startSocialAccount')}</Link>
            </li>
            <li>{t('home.startDesk')}</li>
          </ol>
        }
      />
    </section>
  );
}
