import { useTranslation } from 'react-i18next';
import { useOpenDay } from '../../lib/calendar.ts';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import { DayPicker } from '../DayPicker.tsx';
import type { Filter } from './description.ts';

type Days = { from?: string | undefined; to?: string | undefined };

/** Formats the days for a filter's tag. */
const daysText = ({ from, to }: Days): string | undefined =>
  from === undefined && to === undefined ? undefined : `${from ?? '…'} – ${to ?? '…'}`;

type Choice = Days & {
  onFilter: (patch: FilterPatch) => void;
  /** The current day; undefined until it is known. */
  today: string | undefined;
};

/** A filter by days, whose time zone is shown beside the list's title. */
export function useDaysOf({ from, to, onFilter, today }: Choice): Filter {
  const { t } = useTranslation();
  return {
    key: 'days',
    label: t('list.days'),
    chosen: daysText({ from, to }),
    control: <DayPicker from={from} to={to} onDays={onFilter} today={today} />,
    params: ['from', 'to'],
  };
}

/** A filter by days in the workspace's time zone. */
export function useDayFilter({ from, to }: Days, onFilter: (patch: FilterPatch) => void): Filter {
  return useDaysOf({ from, to, onFilter, today: useOpenDay() });
}
