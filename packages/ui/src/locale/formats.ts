import type { InterfaceLanguage } from '@parley/contract';
import { languageName } from '@parley/contract/catalogues';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { interfaceLanguageOf } from './interface-language.ts';
import { useShownTimeZone } from './time-zone.tsx';

/** Times are milliseconds since the epoch; they are shown in the zone around (`TimeZoneProvider`), else the reader's own. */
export type Formats = {
  number: (value: number) => string;
  /** Short, for tables: `2026-03-01 09:30` in the language's own order. */
  dateTime: (at: number) => string;
  /** Date, time to the second and zone: what a short or relative time means. */
  exact: (at: number) => string;
  /** The same in another zone than the shown one. */
  exactIn: (at: number, timeZone: string) => string;
  /** A calendar day (`2026-03-01`) in the language's own order. */
  date: (day: string) => string;
  /** Clock time alone. */
  clock: (at: number) => string;
  /** Day with weekday, for headings. */
  day: (at: number) => string;
  /** Clock time for today, else the date: for lists that are mostly about today. */
  recent: (at: number, now: number) => string;
  /** A file's size, in MB, kB or bytes. */
  bytes: (count: number) => string;
  /** A language's name; the bare tag where the browser has none. */
  language: (tag: string) => string;
};

export function createFormats(language: InterfaceLanguage, timeZone?: string): Formats {
  const zone = timeZone === undefined ? {} : { timeZone };
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { hourCycle: 'h23', ...zone, ...options });
  const numbers = new Intl.NumberFormat(language);
  const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  const dateTimes = format({ ...date, ...time });
  const dates = format(date);
  const clocks = format(time);
  const exactly = { ...date, ...time, second: '2-digit', timeZoneName: 'short' } as const;
  const exacts = format(exactly);
  const calendarDays = format({ ...date, timeZone: 'UTC' });
  const days = format({ year: 'numeric', month: 'long', day: 'numeric', weekday: 'short' });
  const languages = new Map<string, string>();
  return {
    number: (value) => numbers.format(value),
    dateTime: (at) => dateTimes.format(at),
    exact: (at) => exacts.format(at),
    exactIn: (at, zoneName) => format({ ...exactly, timeZone: zoneName }).format(at),
    date: (day) => calendarDays.format(Date.parse(`${day}T00:00:00Z`)),
    clock: (at) => clocks.format(at),
    day: (at) => days.format(at),
    recent: (at, now) => (dates.format(at) === dates.format(now) ? clocks.format(at) : dates.format(at)),
    bytes: (count) => {
      // English has no short form that inflects.
      if (count < 1_000) return `${numbers.format(count)} B`;
      const unit = count >= 1_000_000 ? 'megabyte' : 'kilobyte';
      const size = new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 });
      return size.format(count / (unit === 'megabyte' ? 1_000_000 : 1_000));
    },
    language: (tag) => {
      const known = languages.get(tag) ?? languageName(tag, language);
      languages.set(tag, known);
      return known;
    },
  };
}

const made = new Map<string, Formats>();

/** Numbers, times and language names in the interface language; making `Intl` objects is dear, so once each. */
export function useFormats(): Formats {
  const { i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  const timeZone = useShownTimeZone();
  return useMemo(() => {
    const key = `${language} ${timeZone}`;
    const formats = made.get(key) ?? createFormats(language, timeZone);
    made.set(key, formats);
    return formats;
  }, [language, timeZone]);
}
