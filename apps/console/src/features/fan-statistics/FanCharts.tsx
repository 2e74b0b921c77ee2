import './fan-statistics.css';
import type { ChartDays } from '@parley/contract/fan-statistics';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FansRank } from './FansRank.tsx';
import { GrowthChart } from './GrowthChart.tsx';
import type { FigureFilters } from './queries.ts';

/** Growth by platform over a selectable number of days, and the ranking of sub-accounts. */
export function FanCharts({ filters }: { filters: FigureFilters }) {
  const { t } = useTranslation();
  const [days, setDays] = useState<ChartDays>('7');
  return (
    <div className="fan-charts">
      <Segmented<ChartDays>
        aria-label={t('fanStatistics.growth')}
        value={days}
        onChange={setDays}
        options={[
          { value: '7', label: t('fanStatistics.period.7d') },
          { value: '30', label: t('fanStatistics.period.30d') },
        ]}
      />
      <GrowthChart days={days} filters={filters} />
      <FansRank filters={filters} />
    </div>
  );
}
