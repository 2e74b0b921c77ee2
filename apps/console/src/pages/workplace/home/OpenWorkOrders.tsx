import type { WorkOrder } from '@parley/contract/work-orders';
import { ErrorPanel, ForeignText, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Card } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { workOrders } from '../../../features/work-orders/queries.ts';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { GoalProgress } from '../../../ui/GoalProgress.tsx';

/** Query for the open work orders with the least progress on the goal of the day. */
const furthest = { pageNo: 1, pageSize: 5, status: 'open', sort: 'dailyProgress.asc' } as const;

const list = (more: Record<string, string> = {}) =>
  `${paths.workOrders}?${new URLSearchParams({ status: furthest.status, sort: furthest.sort, ...more })}`;

/** The progress of open work orders on today's goals; renders nothing when none is open. */
export function OpenWorkOrders() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(workOrders(useClient(), furthest));
  if (data === undefined ? error === null : data.total === 0) return null;
  return (
    <Card
      size="small"
      title={t('home.workOrders')}
      extra={<Link to={list()}>{t('home.more')}</Link>}
      className="home-orders"
    >
      {data === undefined ? (
        <ErrorPanel problem={error} onRetry={() => void refetch()} />
      ) : (
        <table aria-label={t('home.workOrders')}>
          <thead>
            <tr className="quiet">
              <th scope="col">{t('home.workOrder')}</th>
              <th scope="col">{t('home.newToday')}</th>
              <th scope="col" className="numeric">
                {t('home.online')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.list.map((order) => (
              <Row key={order.id} order={order} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function Row({ order }: { order: WorkOrder }) {
  const { number } = useFormats();
  const { name, accountName, subAccountRemark, today, dailyGoal, sessions } = order;
  return (
    <tr>
      <th scope="row">
        <Link to={list({ search: name })}>
          <ForeignText className="clip">{name}</ForeignText>
        </Link>
        <ForeignText className="clip quiet">{subAccountRemark || accountName}</ForeignText>
      </th>
      <td>
        <GoalProgress done={today?.newFans ?? 0} goal={dailyGoal} />
      </td>
      <td className="numeric">
        {number(sessions.online)} / {number(sessions.total)}
      </td>
    </tr>
  );
}
