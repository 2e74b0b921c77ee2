import 'dayjs/locale/zh-cn';
import './day-picker.css';
import { interfaceLanguageOf } from '@parley/ui';
import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { lastDays } from '../lib/calendar.ts';
import { useNarrow } from '../lib/use-narrow.ts';

type Properties = {
  /** The first and the last day, both inclusive; undefined: no limit. */
  from: string | undefined;
  to: string | undefined;
  onDays: (days: { from: string | undefined; to: string | undefined }) => void;
};

/** The same formats as for other dates of the interface. */
export const dayFormats = { 'zh-CN': 'YYYY/MM/DD', 'en-US': 'MM/DD/YYYY' } as const;
export const iso = 'YYYY-MM-DD';

/** The earliest day that the server accepts. */
export const firstOfAll = dayjs('1970-01-01');

const dayOf = (day: string | undefined) => (day === undefined ? null : dayjs(day, iso));
const textOf = (day: Dayjs | null | undefined) => day?.format(iso);

/**
 * Picks a range of days: today, the last 7 or 30 days, or any other. Days are those of a time zone that may differ from
 * the device's; `today` is undefined until it is known.
 */
export function DayPicker({ from, to, onDays, today }: Properties & { today: string | undefined }) {
  const { t, i18n } = useTranslation();
  const narrow = useNarrow();
  const preset = (label: string, count: number) => {
    const [first, last] = lastDays(today ?? dayjs().format(iso), count);
    return { label, value: [dayjs(first), dayjs(last)] satisfies [Dayjs, Dayjs] };
  };
  return (
    <DatePicker.RangePicker
      value={[dayOf(from), dayOf(to)]}
      allowEmpty={[true, true]}
      minDate={firstOfAll}
      format={dayFormats[interfaceLanguageOf(i18n.language)]}
      placeholder={[t('days.from'), t('days.to')]}
      presets={[
        preset(t('days.today'), 1),
        preset(t('days.last', { count: 7 }), 7),
        preset(t('days.last', { count: 30 }), 30),
      ]}
      inputReadOnly={narrow}
      classNames={{ popup: { root: 'day-range-popup' } }}
      cellRender={(day, { type, originNode }) =>
        type === 'date' && dayjs.isDayjs(day) && day.format(iso) === today ? (
          <span className="day-range-today">{originNode}</span>
        ) : (
          originNode
        )
      }
      onChange={(days) => onDays({ from: textOf(days?.[0]), to: textOf(days?.[1]) })}
    />
  );
}
