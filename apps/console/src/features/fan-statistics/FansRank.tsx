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
import { fansRank } from './queries.ts';

// i18n-keys: fanStatistics.period.*

const pageSize = 10;

/** Ranks sub-accounts by the fans gained in a period, each with a link to its fans. */
export function FansRank() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [period, setPeriod] = useState<RankPeriod>('today');
  const [pageNo, setPageNo] = useState(1);
  const { data, error, refetch } = useQuery(fansRank(useClient(), { period, pageNo, pageSize }));
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / pageSize));
  return (
    <Card size="small" title={t('fanStatistics.ranking')}>
      <div className="chart-choices">
        <Segmented<RankPeriod>
          size="small"
          value={period}
          onChange={(next) => {
            setPeriod(next);
            setPageNo(1);
          }}
          options={rankPeriod.options.map((value) => ({ value, label: t(`fanStatistics.period.${value}`) }))}
        />
      </div>
      {data === undefined && error ? <ErrorPanel problem={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton active title={false} paragraph={{ rows: 5 }} /> : null}
      {data?.total === 0 ? (
        <EmptyState
          title={t('fanStatistics.noSubAccounts')}
          action={<Link to={paths.subAccounts}>{t('fanStatistics.createSubAccount')}</Link>}
        />
      ) : null}
      <ol className="rank-list">
        {data?.list.map((row) => (
          <li key={row.subAccountId}>
            <span className="quiet numeric">{number(row.rank)}</span>
            <Link to={`${paths.fansList}?${new URLSearchParams({ subAccountIds: row.subAccountId })}`}>
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
