import './home.css';
import { EmptyState, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Card } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { subAccounts } from '../../../entities/sub-accounts/queries.ts';
import { CharactersFigure } from '../../../features/characters/CharactersFigure.tsx';
import { characterSummary } from '../../../features/characters/queries.ts';
import { LatestList } from '../../../features/notifications/LatestList.tsx';
import { socialAccountsInFigures } from '../../../features/social-accounts/queries.ts';
import { RefusedAccounts } from '../../../features/social-accounts/RefusedAccounts.tsx';
import { BonusNotice } from '../../../features/support/BonusNotice.tsx';
import { useOpenDay } from '../../../lib/calendar.ts';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { Figure } from '../../../ui/Figure.tsx';
import { TimeZoneLink } from '../../../ui/TimeZoneLink.tsx';
import { PackageCard } from './PackageCard.tsx';
import { QuickStarts } from './QuickStarts.tsx';

/** The owner's first look of the day. */
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
      <div className="home-panels">
        <PackageCard />
        <Card
          size="small"
          title={t('home.latest')}
          extra={<Link to={paths.notifications}>{t('notifications.all')}</Link>}
          className="home-card"
        >
          <LatestList />
        </Card>
      </div>
      <Figures />
      {totals === undefined || totals.refused.total === 0 ? null : <RefusedAccounts {...totals.refused} />}
      {totals?.total === 0 ? <FirstSteps /> : null}
      <div className="home-panels">
        <QuickStarts />
        <Card size="small" title={t('home.ranking')} className="home-card">
          <EmptyState title={t('home.rankingLater')} hint={t('home.rankingHint')} />
        </Card>
      </div>
    </div>
  );
}

/** Characters, today's fans, accounts online and sub-accounts, each with a link to its list. */
function Figures() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const client = useClient();
  const accounts = useQuery(socialAccountsInFigures(client));
  const people = useQuery(subAccounts(client, { pageNo: 1, pageSize: 1 }));
  const totals = accounts.data;
  const retry = () => void accounts.refetch();
  const toAccounts = <Link to={paths.socialAccounts}>{t('home.more')}</Link>;
  return (
    <div className="figures">
      <CharactersFigure />
      <Figure
        title={t('home.fansToday')}
        value={totals && number(totals.fansToday.new)}
        facts={
          totals && [
            { name: t('home.repeatToday'), value: number(totals.fansToday.repeat) },
            { name: t('home.newTotal'), value: number(totals.fansTotal.new) },
            { name: t('home.repeatTotal'), value: number(totals.fansTotal.repeat) },
          ]
        }
        problem={accounts.error}
        onRetry={retry}
        more={toAccounts}
      />
      <Figure
        title={t('home.accountsOnline')}
        value={totals && `${number(totals.online)} / ${number(totals.total)}`}
        facts={totals && [{ name: t('home.refused'), value: number(totals.refused.total) }]}
        problem={accounts.error}
        onRetry={retry}
        more={toAccounts}
      />
      <Figure
        title={t('home.subAccounts')}
        value={people.data && number(people.data.total)}
        problem={people.error}
        onRetry={() => void people.refetch()}
        more={<Link to={paths.subAccounts}>{t('home.more')}</Link>}
      />
    </div>
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
