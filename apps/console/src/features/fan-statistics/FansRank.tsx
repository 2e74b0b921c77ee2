import './fan-statistics.css';
import { type RankPeriod, rankPeriod } from '@parley/contract/fan-statistics';
import { EmptyState, ErrorPanel, ForeignText, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useClient } from '../../lib/session-context.tsx';
import { type FigureFilters, fansRank } from './queries.ts';

// i18n-keys: fanStatistics.period.*

const pageSize = 10;

/** Ranks sub-accounts by the fans gained in a period, each with a link to its fans. */
export function FansRank({ filters = {} }: { filters?: FigureFilters }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [period, setPeriod] = useState<RankPeriod>('today');
  const { subAccountIds, platforms } = filters;
  const [pageNo, setPageNo] = usePageNo([period, subAccountIds, platforms].join());
  const query = fansRank(useClient(), { ...filters, period, pageNo, pageSize });
  const { data, error, refetch } = useQuery(query);
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / pageSize));
  return (
    <Card size="small" title={t('fanStatistics.ranking')}>
      <div className="chart-choices">
        <Segmented<RankPeriod>
          size="small"
          value={period}
          onChange={setPeriod}
          options={rankPeriod.options.map((value) => ({ value, label: t(`fanStatistics.period.${value}`) }))}
        />
      </div>
      {data === undefined && error ? <ErrorPanel problem={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton active title={false} paragraph={{ rows: 5 }} /> : null}
      {data?.total === 0 ? <NoRanks isFiltered={subAccountIds !== undefined} /> : null}
      <ol className="rank-list">
        {data?.list.map((row) => (
          <li key={row.subAccountId}>
            <span className="quiet numeric">{number(row.rank)}</span>
            <Link
              to={`${paths.fansList}?${new URLSearchParams({ ...(platforms && { platforms }), subAccountIds: row.subAccountId })}`}
            >
              <ForeignText className="clip">{row.remark || row.accountName}</ForeignText>
            </Link>
            <b className="numeric">{t('fanStatistics.newCount', { count: row.new })}</b>
            <span className="quiet numeric">{t('fanStatistics.repeatCount', { count: row.repeat })}</span>
          </li>
        ))}
      </ol>
      {pages === 1 ? null : (
        <div className="rank-foot">
          <Button size="small" disabled={pageNo === 1} onClick={() => setPageNo(pageNo - 1)}>
            {t('fanStatistics.previous')}
          </Button>
          <span className="quiet numeric">
            {number(pageNo)} / {number(pages)}
          </span>
          <Button size="small" disabled={pageNo >= pages} onClick={() => setPageNo(pageNo + 1)}>
            {t('fanStatistics.next')}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** The page of a ranking; another one begins at its first page. */
function usePageNo(ranking: string): [number, (pageNo: number) => void] {
  const [turned, setTurned] = useState({ ranking, pageNo: 1 });
  const pageNo = turned.ranking === ranking ? turned.pageNo : 1;
  return [pageNo, (next) => setTurned({ ranking, pageNo: next })];
}

/** `isFiltered`: the chosen sub-accounts are deleted. */
function NoRanks({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation();
  if (isFiltered) return <EmptyState title={t('fanStatistics.noGrowth')} />;
  return (
    <EmptyState
      title={t('fanStatistics.noSubAccounts')}
      action={<Link to={paths.subAccounts}>{t('fanStatistics.createSubAccount')}</Link>}
    />
  );
}
