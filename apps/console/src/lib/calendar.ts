import { addDays, dayInZone } from '@parley/contract/catalogues';
import type { WorkspaceCalendar } from '@parley/contract/workspaces';
import { useQuery } from '@tanstack/react-query';
import { useClient } from './session-context.tsx';
import { useNow } from './use-now.ts';
import { loginUserInfo } from './user.ts';

/** Returns the calendar by which the workspace counts days; undefined until the user is loaded. */
export function useCalendar(): WorkspaceCalendar | undefined {
  return useQuery(loginUserInfo(useClient())).data?.calendar;
}

/**
 * Returns the workspace's current day at a moment (ms). After the time zone was moved west, it is ahead of the zone's
 * own date.
 */
export function openDay({ timeZone, firstDay }: WorkspaceCalendar, at: number): string {
  const day = dayInZone(timeZone, at);
  return firstDay !== null && firstDay > day ? firstDay : day;
}

/** Returns the workspace's current day and updates at midnight; undefined until the user is loaded. */
export function useOpenDay(): string | undefined {
  const calendar = useCalendar();
  const now = useNow(60_000);
  return calendar && openDay(calendar, now);
}

/** Returns the range of the last `count` days, including the current one. */
export function lastDays(today: string, count: number): [from: string, to: string] {
  return [addDays(today, 1 - count), today];
}

/** Returns when the day after the current one begins (ms). Searches hour by hour, because days differ in length. */
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
