/** The columns of the work orders: name, status, sub-account, figures with their goals, and the end of the day. */
import './work-orders.css';
import { platforms } from '@parley/contract/catalogues';
import type { WorkOrder } from '@parley/contract/work-orders';
import { ForeignText, type Formats, interfaceLanguageOf, Moment, useFormats } from '@parley/ui';
import { Tag } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { GoalProgress } from '../../ui/GoalProgress.tsx';
import type { Column } from '../../ui/list/description.ts';

type WorkOrderColumn = Column<WorkOrder>;

const figure = { align: 'right', className: 'numeric' } as const;

function identity(t: TFunction, language: string): WorkOrderColumn[] {
  return [
    {
      key: 'name',
      sort: 'name',
      title: t('workOrders.name'),
      width: 150,
      render: ({ name }) => <ForeignText>{name}</ForeignText>,
    },
    {
      key: 'status',
      sort: 'status',
      title: t('workOrders.status'),
      width: 90,
      render: ({ status }) =>
        status === 'open' ? (
          <Tag color="success">{t('workOrders.open')}</Tag>
        ) : (
          <Tag>{t('workOrders.closed')}</Tag>
        ),
    },
    {
      key: 'platform',
      title: t('table.platform'),
      width: 100,
      render: ({ platform }) => platforms[platform].names[interfaceLanguageOf(language)],
    },
    {
      key: 'subAccount',
      title: t('workOrders.subAccount'),
      width: 130,
      render: ({ accountName, subAccountRemark }) => (
        <ForeignText className="clip">{subAccountRemark === '' ? accountName : subAccountRemark}</ForeignText>
      ),
    },
    {
      key: 'sessions',
      ...figure,
      title: t('workOrders.sessions'),
      hint: t('workOrders.sessionsHint'),
      width: 90,
      render: ({ sessions }) => `${sessions.online} / ${sessions.total}`,
    },
  ];
}

function figures(t: TFunction, { number }: Formats): WorkOrderColumn[] {
  const today = (value: number | undefined) =>
    value === undefined ? <span className="quiet">–</span> : number(value);
  return [
    {
      key: 'completed',
      sort: 'completed',
      title: t('workOrders.completed'),
      hint: t('workOrders.completedHint'),
      width: 150,
      render: ({ total, totalGoal }) => <GoalProgress done={total.newFans} goal={totalGoal} />,
    },
    {
      key: 'today',
      sort: 'dailyProgress',
      title: t('workOrders.newToday'),
      hint: t('workOrders.newTodayHint'),
      width: 150,
      render: (order) =>
        order.today === null ? (
          today(undefined)
        ) : (
          <GoalProgress done={order.today.newFans} goal={order.dailyGoal} />
        ),
    },
    {
      key: 'repeatToday',
      ...figure,
      title: t('workOrders.repeatToday'),
      width: 90,
      render: (order) => today(order.today?.repeatFans),
    },
    {
      key: 'repeat',
      ...figure,
      minor: true,
      title: t('workOrders.repeat'),
      width: 100,
      render: ({ total }) => number(total.repeatFans),
    },
    {
      key: 'base',
      ...figure,
      title: t('workOrders.base'),
      hint: t('workOrders.baseHint'),
      width: 90,
      render: ({ total }) => number(total.baseFans),
    },
  ];
}

function accountGoals(t: TFunction, { number }: Formats): WorkOrderColumn[] {
  return [
    {
      key: 'accountDailyGoal',
      ...figure,
      minor: true,
      title: t('workOrders.accountDailyGoal'),
      width: 110,
      render: ({ accountDailyGoal }) => (accountDailyGoal === null ? '' : number(accountDailyGoal)),
    },
    {
      key: 'accountTotalGoal',
      ...figure,
      minor: true,
      title: t('workOrders.accountTotalGoal'),
      width: 110,
      render: ({ accountTotalGoal }) => (accountTotalGoal === null ? '' : number(accountTotalGoal)),
    },
  ];
}

function times(t: TFunction, { dateTime }: Formats): WorkOrderColumn[] {
  return [
    {
      key: 'reset',
      sort: 'nextReset',
      title: t('workOrders.reset'),
      width: 150,
      render: ({ resetTime, timeZone }) => (
        <>
          <span className="numeric">{resetTime}</span> <span className="quiet">{timeZone}</span>
        </>
      ),
    },
    {
      key: 'remarks',
      minor: true,
      title: t('workOrders.remarks'),
      width: 140,
      render: ({ remarks }) => <ForeignText className="clip">{remarks}</ForeignText>,
    },
    {
      key: 'created',
      sort: 'createdAt',
      minor: true,
      title: t('workOrders.created'),
      width: 130,
      render: ({ createdAt }) => <Moment at={createdAt}>{dateTime(createdAt)}</Moment>,
    },
  ];
}

export function useWorkOrderColumns(): readonly WorkOrderColumn[] {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const { language } = i18n;
  return useMemo(
    () => [
      ...identity(t, language),
      ...figures(t, formats),
      ...accountGoals(t, formats),
      ...times(t, formats),
    ],
    [t, formats, language],
  );
}
