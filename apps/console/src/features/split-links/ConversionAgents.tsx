import './split-links.css';
import type { AgentConversions } from '@parley/contract/split-links';
import { ErrorPanel, ForeignText, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Segmented, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RulesLink } from '../../entities/fan-counting/RulesLink.tsx';
import { useClient } from '../../lib/session-context.tsx';
import { agentsOf } from './queries.ts';

type Range = '7' | '30';
type Counts = Pick<AgentConversions, 'conversions' | 'newFans' | 'repeatFans'>;
/** An agent with their days as children, or one of these days. */
type Row = Counts & { key: string; name: string | null; isDay: boolean; children?: Row[] };

const rowOf = ({ subAccountId, name, days, ...counts }: AgentConversions): Row => ({
  ...counts,
  key: subAccountId,
  name,
  isDay: false,
  children: days.map(({ day, ...ofDay }) => ({
    ...ofDay,
    key: `${subAccountId} ${day}`,
    name: day,
    isDay: true,
  })),
});

/** The conversions of a split link by day and by the agent who received the message. */
export function ConversionAgents({ splitLinkId }: { splitLinkId: string }) {
  const { t } = useTranslation();
  const [days, setDays] = useState<Range>('7');
  const { data, error, refetch } = useQuery(agentsOf(useClient(), splitLinkId, days));
  return (
    <section className="split-agents" aria-label={t('splitLinks.byAgent.title')}>
      <div className="split-agents-head">
        <h3>{t('splitLinks.byAgent.title')}</h3>
        <RulesLink />
        <Segmented<Range>
          size="small"
          aria-label={t('splitLinks.byAgent.range')}
          value={days}
          onChange={setDays}
          options={(['7', '30'] as const).map((value) => ({
            value,
            label: t('splitLinks.byAgent.days', { number: value }),
          }))}
        />
      </div>
      {data === undefined && error ? <ErrorPanel problem={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton active title={false} paragraph={{ rows: 2 }} /> : null}
      {data === undefined ? null : <AgentsTable agents={data.list} />}
    </section>
  );
}

function AgentsTable({ agents }: { agents: readonly AgentConversions[] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const counted = (key: keyof Counts, title: string) => ({
    title,
    align: 'right' as const,
    className: 'numeric',
    render: (_: unknown, row: Row) => number(row[key]),
  });
  return (
    <Table<Row>
      size="small"
      dataSource={agents.map(rowOf)}
      pagination={agents.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
      // Column titles wrap on a phone, where the table is no wider than the drawer.
      scroll={{ x: true }}
      indentSize={0}
      locale={{ emptyText: t('splitLinks.byAgent.none') }}
      columns={[
        {
          title: t('splitLinks.byAgent.agent'),
          onCell: ({ isDay }) => (isDay ? { className: 'split-agents-day' } : {}),
          render: (_, { name, isDay }) =>
            isDay ? (
              <span className="numeric">{name}</span>
            ) : (
              <ForeignText>{name ?? t('splitLinks.gone')}</ForeignText>
            ),
        },
        counted('conversions', t('splitLinks.conversions')),
        counted('newFans', t('splitLinks.byAgent.newFans')),
        counted('repeatFans', t('splitLinks.byAgent.repeatFans')),
      ]}
    />
  );
}
