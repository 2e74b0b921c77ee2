import type { WorkOrder } from '@parley/contract/work-orders';
import { EmptyState, ErrorPanel, ForeignText, Moment, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Drawer, Skeleton, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RulesLink } from '../../entities/fan-counting/RulesLink.tsx';
import { useClient } from '../../lib/session-context.tsx';
import { GoalProgress } from '../../ui/GoalProgress.tsx';
import { AccountsTable } from './AccountsTable.tsx';
import { HistoryTable } from './HistoryTable.tsx';
import { workOrderDetails } from './queries.ts';

type Properties = {
  workOrderId: string;
  /** The work order as the list shows it, until it is loaded. */
  listed: WorkOrder | undefined;
  /** Returns buttons that share the work order or open its links. */
  actions: (order: WorkOrder) => ReactNode;
  onClose: () => void;
};

/**
 * The details of a work order: figures with their goals, social accounts and closed days.
 *
 * @param workOrderId from the URL, so possibly malformed
 */
export function DetailsDrawer({ workOrderId, listed, actions, onClose }: Properties) {
  const { t } = useTranslation();
  const query = useQuery(workOrderDetails(useClient(), workOrderId, listed));
  const { data: order, error, refetch } = query;
  return (
    <Drawer
      open
      size={720}
      title={<ForeignText>{order?.name ?? t('workOrders.details')}</ForeignText>}
      extra={order ? actions(order) : null}
      onClose={onClose}
      styles={{ wrapper: { maxWidth: '100vw' } }}
    >
      {order === null ? (
        <EmptyState title={t('workOrders.missing')} hint={t('workOrders.missingHint')} />
      ) : null}
      {order === undefined && error ? <ErrorPanel problem={error} onRetry={() => void refetch()} /> : null}
      {order === undefined && !error ? <Skeleton active /> : null}
      {order ? <Details order={order} /> : null}
    </Drawer>
  );
}

type Part = { order: WorkOrder };

function Details({ order }: Part) {
  const { t } = useTranslation();
  return (
    <>
      <Today order={order} />
      <p className="order-rules">
        <RulesLink />
      </p>
      <Tabs
        items={[
          { key: 'accounts', label: t('workOrders.accounts'), children: <AccountsTable order={order} /> },
          { key: 'history', label: t('workOrders.history'), children: <HistoryTable order={order} /> },
        ]}
      />
    </>
  );
}

function Today({ order }: Part) {
  const { t } = useTranslation();
  const { number, dateTime } = useFormats();
  const { today, total } = order;
  return (
    <dl className="order-facts">
      <div>
        <dt>{t('workOrders.completed')}</dt>
        <dd>
          <GoalProgress done={total.newFans} goal={order.totalGoal} />
        </dd>
      </div>
      <div>
        <dt>{t('workOrders.repeat')}</dt>
        <dd className="numeric">{number(total.repeatFans)}</dd>
      </div>
      {today === null ? null : (
        <>
          <div>
            <dt>{t('workOrders.newToday')}</dt>
            <dd>
              <GoalProgress done={today.newFans} goal={order.dailyGoal} />
            </dd>
          </div>
          <div>
            <dt>{t('workOrders.repeatToday')}</dt>
            <dd className="numeric">{number(today.repeatFans)}</dd>
          </div>
          <div>
            <dt>{t('workOrders.nextReset')}</dt>
            <dd>
              <Moment at={today.endsAt}>{dateTime(today.endsAt)}</Moment>
            </dd>
          </div>
        </>
      )}
    </dl>
  );
}
