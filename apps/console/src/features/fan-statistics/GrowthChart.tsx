import './fan-statistics.css';
import { platformId, platforms } from '@parley/contract/catalogues';
import type { ChartDays } from '@parley/contract/fan-statistics';
import { EmptyState, ErrorPanel, interfaceLanguageOf, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Card, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { LineChart } from '../../ui/charts/LineChart.tsx';
import { type GrowthKind, growthSeries } from './growth-series.ts';
import { type FigureFilters, growthChart } from './queries.ts';

type Properties = { days: ChartDays; filters?: FigureFilters };

/** New or repeat fans per day, a line per platform. */
export function GrowthChart({ days, filters = {} }: Properties) {
  const { t, i18n } = useTranslation();
  const { date } = useFormats();
  const [kind, setKind] = useState<GrowthKind>('new');
  const { data, error, refetch } = useQuery(growthChart(useClient(), { ...filters, days }));
  const nameOf = (platform: string) => {
    const known = platformId.safeParse(platform).data;
    return known === undefined ? platform : platforms[known].names[interfaceLanguageOf(i18n.language)];
  };
  const series = data && growthSeries(data.platforms, kind, nameOf, t('fanStatistics.others'));
  return (
    <Card size="small" title={t('fanStatistics.growth')}>
      <div className="chart-choices">
        <Segmented<GrowthKind>
          size="small"
          value={kind}
          onChange={setKind}
          options={[
            { value: 'new', label: t('fanStatistics.new') },
            { value: 'repeat', label: t('fanStatistics.repeat') },
          ]}
        />
      </div>
      {data === undefined && error ? <ErrorPanel problem={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton active title={false} paragraph={{ rows: 5 }} /> : null}
      {data === undefined || series === undefined ? null : series.length === 0 ? (
        <EmptyState title={t('fanStatistics.noGrowth')} hint={t('fanStatistics.noGrowthHint')} />
      ) : (
        <LineChart
          title={t(kind === 'new' ? 'fanStatistics.newByDay' : 'fanStatistics.repeatByDay')}
          places={data.days.map((day) => ({ name: date(day), short: day.slice(5) }))}
          series={series}
          placeTitle={t('charts.day')}
        />
      )}
    </Card>
  );
}
