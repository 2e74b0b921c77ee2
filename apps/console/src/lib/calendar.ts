import { addDays, dayInZone } from '@parley/contract/catalogues';
import type { WorkspaceCalendar } from '@parley/contract/workspaces';
import { useQuery } from '@tanstack/react-query';
import { useClient } from './session-context.tsx';
import { useNow } from './use-now.ts';
import { loginUserInfo } from './user.ts';

/** The calendar that the workspace's days are counted by; undefined until the user is known. */
export function useCalendar(): WorkspaceCalendar | undefined {
  return useQuery(loginUserInfo(useClient())).data?.calendar;
}

/** The day that is open in the workspace at a moment (ms): after a move west it is ahead of the zone's own date. */
export function openDay({ timeZone, firstDay }: WorkspaceCalendar, at: number): string {
  const day = dayInZone(timeZone, at);
  return firstDay !== null && firstDay > day ? firstDay : day;
}

/** The workspace's today, kept up over midnight; undefined until the user is known. */
export function useOpenDay(): string | undefined {
  const calendar = useCalendar();
  const now = useNow(60_000);
  return calendar && openDay(calendar, now);
}

/** The last so many days of a calendar, the open one included. */
export function lastDays(today: string, count: number): [from: string, to: string] {
  return [addDays(today, 1 - count), today];
}

/** Returns when the day after the open one begins (ms): a search by hours, so that no day's length is assumed. */
export function nextDayStart(calendar: WorkspaceCalendar, at: number): number {
  const today = openDay(calendar, at);
  let before = at;
  let after = at;
  while (openDay(calendar, after) === today) {
    before = after;
    after += 3_600_000;
  }
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (openDay(calendar, middle) === today) before = middle;
    else after = middle;
  }
  return after;
}
