import type { WorkOrder } from '@parley/contract/work-orders';
import { ForeignText, Moment, useFormats } from '@parley/ui';
import { Drawer, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RulesLink } from '../../entities/fan-counting/RulesLink.tsx';
import { GoalProgress } from '../../ui/GoalProgress.tsx';
import { AccountsTable } from './AccountsTable.tsx';
import { HistoryTable } from './HistoryTable.tsx';

type Properties = {
  order: WorkOrder;
  /** Buttons that share the work order or open its links. */
  actions: ReactNode;
  onClose: () => void;
};

/** The details of a work order: figures with their goals, social accounts and closed days. */
export function DetailsDrawer({ order, actions, onClose }: Properties) {
  const { t } = useTranslation();
  return (
    <Drawer
      open
      size={720}
      title={<ForeignText>{order.name}</ForeignText>}
      extra={actions}
      onClose={onClose}
      styles={{ wrapper: { maxWidth: '100vw' } }}
    >
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
    </Drawer>
  );
}

function Today({ order }: Pick<Properties, 'order'>) {
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
