import type { InterfaceLanguage } from '@parley/contract';
import { languageName } from '@parley/contract/catalogues';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { interfaceLanguageOf } from './interface-language.ts';
import { useShownTimeZone } from './time-zone.tsx';

/** Formatters of times in ms since the epoch, shown in the zone of the enclosing `TimeZoneProvider`, else the reader's own. */
export type Formats = {
  number: (value: number) => string;
  /** Short, for tables: `2026-03-01 09:30` in the language's own order. */
  dateTime: (at: number) => string;
  /** Date, time to the second and zone: the full form of a short or relative time. */
  exact: (at: number) => string;
  /** Same as `exact`, in a zone other than the shown one. */
  exactIn: (at: number, timeZone: string) => string;
  /** A calendar day (`2026-03-01`) in the language's own order. */
  date: (day: string) => string;
  /** Time of day only. */
  clock: (at: number) => string;
  /** Day with weekday, for headings. */
  day: (at: number) => string;
  /** Time of day if today, else the date: for lists that are mostly about today. */
  recent: (at: number, now: number) => string;
  /** A file size in MB, kB or bytes. */
  bytes: (count: number) => string;
  /** A language's name; the bare tag if the browser knows none. */
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
      // English has no short form that agrees with singular and plural.
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

/** Returns formatters in the interface language. They are memoized, because creating `Intl` objects is expensive. */
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
