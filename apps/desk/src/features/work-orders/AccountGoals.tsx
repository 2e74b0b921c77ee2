import type { DeskSocialAccount } from '@parley/contract/channels';
import { ErrorPanel, Moment, printableLine, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { Goal } from './Goal.tsx';
import { goalsQuery } from './goals-query.ts';

/** The open work order for which a social account's new fans count, with today's progress. */
export function AccountGoals({ socialAccountId }: { socialAccountId: DeskSocialAccount['id'] }) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const { dateTime } = useFormats();
  const query = useQuery(goalsQuery(client));
  if (query.isPending) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  if (query.data === undefined)
    return <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />;
  const countsHere = ({ socialAccountId: id }: { socialAccountId: string }) => id === socialAccountId;
  const order = query.data.list.find(({ accounts }) => accounts.some(countsHere));
  const account = order?.accounts.find(countsHere);
  if (order === undefined || account === undefined)
    return <p className="desk-customer-none">{t('goals.none')}</p>;
  const { today } = order;
  return (
    <div className="desk-account-goals">
      <p>
        <bdi>{printableLine(order.name)}</bdi>
      </p>
      <ul>
        <Goal
          name={t('goals.today')}
          done={today?.newFans ?? 0}
          goal={order.dailyGoal}
          repeats={today?.repeatFans ?? 0}
        />
        <Goal
          name={t('goals.ofAccount', { name: printableLine(account.name, 50) })}
          done={account.today.newFans}
          goal={order.accountDailyGoal}
          repeats={account.today.repeatFans}
        />
        <Goal
          name={t('goals.total')}
          done={order.total.newFans}
          goal={order.totalGoal}
          repeats={order.total.repeatFans}
        />
      </ul>
      {today === null ? null : (
        <small>
          {t('goals.reset')} <Moment at={today.endsAt}>{dateTime(today.endsAt)}</Moment>
        </small>
      )}
    </div>
  );
}
