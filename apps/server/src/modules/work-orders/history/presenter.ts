import type { ClosedAccountDay, ClosedDay } from '@parley/contract/work-orders';
import { presentTime } from '../presenter.ts';
import type { ClosedAccountRow, ClosedDayRow } from './queries.ts';

export function presentDay(row: ClosedDayRow): ClosedDay {
  return {
    day: row.day,
    startsAt: row.startsAt.getTime(),
    endsAt: row.endsAt.getTime(),
    closedAt: row.closedAt.getTime(),
    newFans: row.newFans,
    repeatFans: row.repeatFans,
    baseFans: row.baseFans,
    accounts: row.accounts,
    totalGoal: row.totalGoal,
    dailyGoal: row.dailyGoal,
    accountTotalGoal: row.accountTotalGoal,
    accountDailyGoal: row.accountDailyGoal,
    timeZone: row.timeZone,
    resetTime: presentTime(row.resetTime),
    signature: row.signature,
  };
}

export function presentDayAccount(row: ClosedAccountRow): ClosedAccountDay {
  const { socialAccountId, name, newFans, repeatFans, baseFans } = row;
  return { socialAccountId, name, newFans, repeatFans, baseFans };
}
