import type { ShareLanguage } from '../lib/texts.ts';

export type ShareFormats = ReturnType<typeof formatsOf>;

/** The same as in the console and the desk. */
const day24 = { hourCycle: 'h23' } as const;

/** Formats times in the reader's zone unless `timeZone` is given; days of a work order are not converted. */
export function formatsOf(language: ShareLanguage, timeZone?: string) {
  const number = new Intl.NumberFormat(language);
  const time = new Intl.DateTimeFormat(language, { ...day24, timeZone, timeStyle: 'medium' });
  const moment = new Intl.DateTimeFormat(language, {
    ...day24,
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const clock = new Intl.DateTimeFormat(language, { ...day24, timeZone, timeStyle: 'short' });
  const date = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'full' });
  const zoned = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'short' });
  const day = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  return {
    number: (value: number) => number.format(value),
    time: (ms: number) => time.format(ms),
    moment: (ms: number) => moment.format(ms),
    clock: (ms: number) => clock.format(ms),
    date: (ms: number) => date.format(ms),
    /** The short name of the times' zone: GMT+8. */
    zone: (ms: number) => zoned.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '',
    day: (iso: string) => day.format(Date.parse(`${iso}T00:00:00Z`)),
  };
}
