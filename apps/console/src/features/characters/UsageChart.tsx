import { EmptyState, ErrorPanel, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Card, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useClient } from '../../lib/session-context.tsx';
import { BarChart } from '../../ui/charts/BarChart.tsx';
import { characterDays } from './queries.ts';

/** Characters used per day, with their total. */
export function UsageChart({ days }: { days: '7' | '30' }) {
  const { t } = useTranslation();
  const { number, date } = useFormats();
  const { data, error, refetch } = useQuery(characterDays(useClient(), days));
  const list = data?.days ?? [];
  const characters = list.map((day) => day.characters);
  const translations = list.map((day) => day.translations);
  const sum = (values: readonly number[]) => number(values.reduce((all, one) => all + one, 0));
  return (
    <Card
      size="small"
      title={t('records.chart')}
      extra={<Link to={paths.chatUse}>{t('characters.usageRecord')}</Link>}
    >
      {data === undefined && error ? <ErrorPanel problem={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton active title={false} paragraph={{ rows: 5 }} /> : null}
      {data === undefined ? null : characters.every((value) => value === 0) ? (
        <EmptyState title={t('records.chartNone')} hint={t('records.chartNoneHint')} />
      ) : (
        <>
          <p className="quiet numeric chart-sum">
            {t('records.chartSum', { characters: sum(characters), translations: sum(translations) })}
          </p>
          <BarChart
            title={t('records.chartByDay')}
            places={list.map(({ day }) => ({ name: date(day), short: day.slice(5) }))}
            series={[
              { key: 'characters', name: t('records.chartCharacters'), values: characters },
              { key: 'translations', name: t('records.chartTranslations'), values: translations },
            ]}
            placeTitle={t('charts.day')}
          />
        </>
      )}
    </Card>
  );
}
