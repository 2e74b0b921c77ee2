import type { ShownDay, ShownDays } from '@parley/contract/work-order-shares/shown-days';
import { type ClosedDay, exportWorkOrderDays, type WorkOrder } from '@parley/contract/work-orders';
import { CopyButton, EmptyState, ErrorPanel, ForeignText, Moment, useFormats } from '@parley/ui';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton, Table } from 'antd';
import { type Key, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { BarChart } from '../../ui/charts/BarChart.tsx';
import { ExportFile } from '../../ui/ExportFile.tsx';
import { GoalProgress } from '../../ui/GoalProgress.tsx';
import { closedDaysOf, dayAccountsOf } from './queries.ts';
import { SignedDays } from './SignedDays.tsx';

type Properties = { order: WorkOrder };

/** The closed days of a work order: a chart, a table, and each day's social accounts. */
export function HistoryTable({ order }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const query = useInfiniteQuery(closedDaysOf(client, order));
  const [expanded, setExpanded] = useState<readonly Key[]>([]);
  if (query.data === undefined) {
    return query.error ? (
      <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton active paragraph={{ rows: 6 }} />
    );
  }
  const days = query.data.pages.flatMap(({ list }) => list);
  const readShown = async (): Promise<ShownDays> => {
    const { pages } = (await query.refetch({ throwOnError: true })).data ?? { pages: [] };
    // Those of the days that were expanded, as they are shown.
    const accountsOn = (day: string) =>
      cache.getQueryData(dayAccountsOf(client, order.id, day).queryKey)?.list;
    const shown = pages.flatMap(({ list }) =>
      list.map((one) => ({ ...shownDayOf(one), accounts: accountsOn(one.day) })),
    );
    return { days: shown, complete: pages.at(-1)?.nextCursor === null, openDay: null };
  };
  if (days.length === 0)
    return <EmptyState title={t('workOrders.noDays')} hint={t('workOrders.noDaysHint')} />;
  return (
    <>
      {/* Its verdict is about the figures shown at that time: with more of them it has to be asked again. */}
      <SignedDays key={expanded.join()} order={order} readShown={readShown} />
      <NewFansChart days={days.toReversed()} />
      <div className="order-history-tools">
        <ExportFile
          otherwise={`${t('workOrders.history')}.xlsx`}
          download={(options) =>
            client.download(exportWorkOrderDays, { query: { workOrderId: order.id } }, options)
          }
        />
      </div>
      <DaysTable order={order} days={days} onExpanded={setExpanded} />
      {query.hasNextPage ? (
        <Button block loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('workOrders.moreDays')}
        </Button>
      ) : null}
    </>
  );
}

const shownDayOf = ({ day, newFans, repeatFans, baseFans, signature }: ClosedDay): ShownDay => ({
  day,
  newFans,
  repeatFans,
  baseFans,
  hash: signature?.hash ?? null,
});

/** A chart of new fans per closed day, earliest first, with each day's goal; the table below has the numbers. */
function NewFansChart({ days }: { days: readonly ClosedDay[] }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="quiet order-chart-title">{t('workOrders.chart')}</p>
      <BarChart
        title={t('workOrders.chart')}
        places={days.map(({ day }) => ({ name: day, short: day.slice(5) }))}
        series={[
          { key: 'new', name: t('workOrders.newFans'), values: days.map(({ newFans }) => newFans) },
          { key: 'repeat', name: t('workOrders.repeatFans'), values: days.map((day) => day.repeatFans) },
        ]}
        goals={days.map(({ dailyGoal }) => dailyGoal)}
        placeTitle={t('workOrders.day')}
        hasTable
      />
    </>
  );
}

type DaysProperties = Properties & {
  days: readonly ClosedDay[];
  /** Called with the days whose social accounts are shown. */
  onExpanded: (days: readonly Key[]) => void;
};

function DaysTable({ order, days, onExpanded }: DaysProperties) {
  const { t } = useTranslation();
  const { number, dateTime } = useFormats();
  return (
    <Table<ClosedDay>
      size="small"
      rowKey="day"
      dataSource={days}
      pagination={false}
      scroll={{ x: 'max-content' }}
      expandable={{
        expandedRowRender: ({ day }) => <DayAccounts order={order} day={day} />,
        onExpandedRowsChange: onExpanded,
      }}
      columns={[
        { title: t('workOrders.day'), render: (_, { day }) => <span className="numeric">{day}</span> },
        {
          title: t('workOrders.newFans'),
          render: (_, { newFans, dailyGoal }) => <GoalProgress done={newFans} goal={dailyGoal} />,
        },
        {
          title: t('workOrders.repeatFans'),
          align: 'right',
          className: 'numeric',
          render: (_, { repeatFans }) => number(repeatFans),
        },
        {
          title: t('workOrders.endedAt'),
          render: (_, { endsAt }) => <Moment at={endsAt}>{dateTime(endsAt)}</Moment>,
        },
        {
          title: <span title={t('workOrders.signatureHint')}>{t('workOrders.signature')}</span>,
          render: (_, closed) => <Signature closed={closed} />,
        },
      ]}
    />
  );
}

/** The position of a day in the signature chain, and the start of its hash, which can be copied in full. */
function Signature({ closed: { day, signature } }: { closed: ClosedDay }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  if (signature === null) return <span className="quiet">{t('workOrders.unsigned')}</span>;
  return (
    <span className="order-signature">
      <span className="quiet numeric">{number(signature.number)}</span>
      <span className="code" title={signature.hash}>
        {signature.hash.slice(0, 8)}…
      </span>
      <CopyButton text={signature.hash} label={t('workOrders.copyHash', { day })} />
    </span>
  );
}

function DayAccounts({ order, day }: Properties & { day: string }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const query = useQuery(dayAccountsOf(useClient(), order.id, day));
  if (query.error) return <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />;
  return (
    <ul className="order-day-accounts">
      {query.data?.list.map(({ socialAccountId, name, newFans, repeatFans }) => (
        <li key={socialAccountId}>
          <ForeignText>{name}</ForeignText>{' '}
          <span className="quiet numeric">
            {t('workOrders.newAndRepeat', { fresh: number(newFans), repeat: number(repeatFans) })}
          </span>
        </li>
      ))}
    </ul>
  );
}
