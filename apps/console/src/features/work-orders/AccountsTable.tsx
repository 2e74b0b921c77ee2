// i18n-keys: socialAccounts.state.*
import type { WorkOrder, WorkOrderAccount } from '@parley/contract/work-orders';
import { ErrorPanel, ForeignText } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Badge, Skeleton, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { GoalProgress } from '../../ui/GoalProgress.tsx';
import { accountsOf } from './queries.ts';

type Properties = { order: WorkOrder };

function Status({ status }: Pick<WorkOrderAccount, 'status'>) {
  const { t } = useTranslation();
  const badge = status === 'online' ? 'success' : status === 'refused' ? 'error' : 'default';
  const text = status === null ? t('workOrders.accountGone') : t(`socialAccounts.state.${status}`);
  return <Badge status={badge} text={text} />;
}

/** The social accounts of a work order with their figures of today and in total, updated live. */
export function AccountsTable({ order }: Properties) {
  const { t } = useTranslation();
  const query = useQuery(accountsOf(useClient(), order.id));
  if (query.data === undefined) {
    return query.error ? (
      <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton active title={false} paragraph={{ rows: 4 }} />
    );
  }
  return (
    <Table<WorkOrderAccount>
      size="small"
      rowKey="socialAccountId"
      dataSource={query.data.list}
      pagination={query.data.list.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: t('workOrders.noAccounts') }}
      columns={[
        {
          title: t('workOrders.socialAccount'),
          render: (_, { name }) => <ForeignText className="clip">{name}</ForeignText>,
        },
        { title: t('workOrders.status'), render: (_, { status }) => <Status status={status} /> },
        {
          title: t('workOrders.newToday'),
          render: (_, { today }) => <GoalProgress done={today.newFans} goal={order.accountDailyGoal} />,
        },
        {
          title: t('workOrders.repeatToday'),
          align: 'right',
          className: 'numeric',
          render: (_, { today }) => today.repeatFans,
        },
        {
          title: t('workOrders.completed'),
          render: (_, { total }) => <GoalProgress done={total.newFans} goal={order.accountTotalGoal} />,
        },
      ]}
    />
  );
}
