import 'dayjs/locale/zh-cn';
import { interfaceLanguageOf } from '@parley/ui';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { useOpenDay } from '../lib/calendar.ts';
import { useNarrow } from '../lib/use-narrow.ts';
import { dayFormats, firstOfAll, iso } from './DayPicker.tsx';

type Properties = {
  /** The field's accessible name and placeholder. */
  label: string;
  value: string | undefined;
  onDay: (day: string | undefined) => void;
};

/** Picks one day in the workspace's time zone, up to the current one. */
export function DayField({ label, value, onDay }: Properties) {
  const { i18n } = useTranslation();
  const narrow = useNarrow();
  const today = useOpenDay();
  return (
    <DatePicker
      aria-label={label}
      placeholder={label}
      value={value === undefined ? null : dayjs(value, iso)}
      minDate={firstOfAll}
      {...(today === undefined ? {} : { maxDate: dayjs(today, iso) })}
      showNow={false}
      format={dayFormats[interfaceLanguageOf(i18n.language)]}
      inputReadOnly={narrow}
      onChange={(day) => onDay(day?.format(iso))}
    />
  );
}
