import type { FanStatistics } from '@parley/contract/fan-statistics';
import { ErrorPanel, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Card, Skeleton, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RulesLink } from '../../entities/fan-counting/RulesLink.tsx';
import { useClient } from '../../lib/session-context.tsx';
import { type FigureFilters, fanFigures } from './queries.ts';
import { ResetStatistics } from './ResetStatistics.tsx';

type Properties = {
  filters?: FigureFilters;
  /** A note on how the figures relate to the list below. */
  note?: string | undefined;
  /** Link to the list of fans. */
  more?: ReactNode;
};

/** Figures of all fans or of the filtered ones, with a link to the counting rules. */
export function FanFigures({ filters = {}, note, more }: Properties) {
  const [day, setDay] = useState<string>();
  const { data, error, refetch } = useQuery(fanFigures(useClient(), { ...filters, day }));
  return (
    <Card size="small" title={<Title filters={filters} />} extra={more}>
      {data === undefined && error ? <ErrorPanel problem={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton active title={false} paragraph={{ rows: 3 }} /> : null}
      {data === undefined ? null : (
        <>
          <Numbers data={data} onDay={setDay} />
          <Notes data={data} filtered={isFiltered(filters)} note={note} />
        </>
      )}
    </Card>
  );
}

/** True when the figures are not those of the whole workspace. */
const isFiltered = (filters: FigureFilters) => Object.values(filters).some((value) => value !== undefined);

/** Names the filters that the figures follow. */
function Title({ filters: { subAccountIds, platforms } }: { filters: FigureFilters }) {
  const { t } = useTranslation();
  const chosen =
    subAccountIds === undefined
      ? platforms && t('fanStatistics.ofPlatforms')
      : t(platforms === undefined ? 'fanStatistics.ofSubAccounts' : 'fanStatistics.ofBoth');
  return (
    <>
      {t('fanStatistics.figures')} {chosen === undefined ? null : <Tag color="processing">{chosen}</Tag>}
    </>
  );
}

function Numbers({ data, onDay }: { data: FanStatistics; onDay: (day: string | undefined) => void }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { base, total, today, single } = data;
  const figures: [string, number, string | null][] = [
    [t('fanStatistics.today'), today.new, t('fanStatistics.repeatOf', { repeat: number(today.repeat) })],
    [t('fanStatistics.total'), total.new, t('fanStatistics.repeatOf', { repeat: number(total.repeat) })],
    [t('fanStatistics.base'), base, null],
  ];
  return (
    <dl className="fan-figures">
      {figures.map(([name, value, beside]) => (
        <div key={name} className="figure">
          <dt>{name}</dt>
          <dd>
            <div className="figure-value numeric">{number(value)}</div>
            {beside === null ? null : <div className="quiet numeric">{beside}</div>}
          </dd>
        </div>
      ))}
      <div>
        <dt>
          <label>
            <span className="only-read-aloud">{t('fanStatistics.single')}</span>
            <input
              type="date"
              value={single.day}
              max={today.day}
              onChange={(event) => onDay(event.target.value === '' ? undefined : event.target.value)}
            />
          </label>
        </dt>
        <dd>
          <div className="figure-value numeric">{number(single.new)}</div>
          <div className="quiet numeric">
            {t('fanStatistics.repeatOf', { repeat: number(single.repeat) })}
          </div>
        </dd>
      </div>
    </dl>
  );
}

type NotesProperties = { data: FanStatistics; filtered: boolean } & Pick<Properties, 'note'>;

function Notes({ data: { today, single, reset }, filtered, note }: NotesProperties) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const negative = [today, single].some((day) => day.new < 0 || day.repeat < 0);
  return (
    <div className="figures-foot">
      {note === undefined ? null : <span>{note}</span>}
      {negative ? <span>{t('fanStatistics.negative')}</span> : null}
      {reset === null ? null : <span>{t('fanStatistics.since', { time: dateTime(reset.resetAt) })}</span>}
      <RulesLink />
      {/* Resets the whole workspace, whatever the filters. */}
      {filtered ? null : <ResetStatistics reset={reset} />}
    </div>
  );
}
