import type { InterfaceLanguage } from '@parley/contract';

const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const date = { month: '2-digit', day: '2-digit' } as const;

/** Returns a short form of a future time: the time of today, a weekday for the next days, else a date. */
export function upcomingTime(language: InterfaceLanguage, at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)];
  const inSixDays = new Date(now).setDate(today.getDate() + 6);
  const day = () => {
    if (then.toDateString() === today.toDateString()) return {};
    if (at < inSixDays) return { weekday: 'short' } as const;
    return then.getFullYear() === today.getFullYear() ? date : ({ ...date, year: 'numeric' } as const);
  };
  return new Intl.DateTimeFormat(language, { ...day(), ...time }).format(at);
}
