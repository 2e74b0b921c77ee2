import { FlagOutlined } from '@ant-design/icons';
import { platforms } from '@parley/contract/catalogues';
import type { DeskWorkOrder } from '@parley/contract/work-orders';
import { interfaceLanguageOf, Moment, printableLine, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { Goal, type GoalFigure, useFigure } from './Goal.tsx';
import { goalsQuery, useGoalUpdates } from './goals-query.ts';

/** Returns today's new fans and the sum of the daily goals, of the orders that have one; if none has one, of all orders. */
function sumOf(orders: readonly DeskWorkOrder[]): GoalFigure {
  const withGoal = orders.filter(({ dailyGoal }) => dailyGoal !== null);
  const counted = withGoal.length === 0 ? orders : withGoal;
  return {
    done: counted.reduce((sum, { today }) => sum + (today?.newFans ?? 0), 0),
    goal: withGoal.length === 0 ? null : withGoal.reduce((sum, { dailyGoal }) => sum + (dailyGoal ?? 0), 0),
  };
}

/** Today's new fans against the goals, for agents with open work orders; opens the breakdown. */
export function TodaysGoals() {
  const { t } = useTranslation();
  const { client } = useDesk();
  const [open, setOpen] = useState(false);
  const { data } = useQuery(goalsQuery(client));
  useGoalUpdates();
  const figure = useFigure();
  const orders = data?.list ?? [];
  // An agent without work orders sees nothing here.
  if (orders.length === 0) return null;
  const text = figure(sumOf(orders));
  return (
    <>
      <Button
        type="text"
        icon={<FlagOutlined aria-hidden />}
        aria-label={t('goals.open', { text })}
        title={t('goals.title')}
        onClick={() => setOpen(true)}
      >
        <span className="desk-goal-figure">{text}</span>
      </Button>
      <Drawer open={open} onClose={() => setOpen(false)} title={t('goals.title')} size={400} destroyOnHidden>
        {orders.map((order) => (
          <Goals key={order.id} order={order} />
        ))}
        <a href="/agreement/counting" target="_blank" rel="noopener">
          {t('goals.rules')}
        </a>
      </Drawer>
    </>
  );
}

function Goals({ order }: { order: DeskWorkOrder }) {
  const { t, i18n } = useTranslation();
  const { dateTime } = useFormats();
  const { name, platform, today, total, dailyGoal, totalGoal, accounts } = order;
  return (
    <section className="desk-goals">
      <h3>
        <bdi>{printableLine(name)}</bdi>{' '}
        <small>{platforms[platform].names[interfaceLanguageOf(i18n.language)]}</small>
      </h3>
      <ul>
        <Goal
          name={t('goals.today')}
          done={today?.newFans ?? 0}
          goal={dailyGoal}
          repeats={today?.repeatFans ?? 0}
        />
        <Goal name={t('goals.total')} done={total.newFans} goal={totalGoal} repeats={total.repeatFans} />
      </ul>
      {accounts.length === 0 ? null : (
        <>
          <h4>{t('goals.accounts')}</h4>
          <AccountList order={order} sum="today" goal={order.accountDailyGoal} />
        </>
      )}
      {order.accountTotalGoal === null || accounts.length === 0 ? null : (
        <>
          <h4>{t('goals.accountTotals')}</h4>
          <AccountList order={order} sum="total" goal={order.accountTotalGoal} />
        </>
      )}
      {today === null ? null : (
        <small>
          {t('goals.reset')} <Moment at={today.endsAt}>{dateTime(today.endsAt)}</Moment>
        </small>
      )}
    </section>
  );
}

type AccountListProperties = { order: DeskWorkOrder; sum: 'today' | 'total'; goal: number | null };

function AccountList({ order, sum, goal }: AccountListProperties) {
  return (
    <ul>
      {order.accounts.map(({ socialAccountId, name, [sum]: { newFans, repeatFans } }) => (
        <Goal key={socialAccountId} name={name} done={newFans} goal={goal} repeats={repeatFans} />
      ))}
    </ul>
  );
}
