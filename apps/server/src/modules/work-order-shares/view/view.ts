/** Composes what a link shows. Each field is named here: nothing else leaves. */
import type { SharedView } from '@parley/contract/work-order-shares';
import type { Handle } from '../../../base/db/database.ts';
import type { OpenedShare } from '../queries.ts';
import * as queries from './queries.ts';

/** Runs in one snapshot of the database if `handle` is a transaction; figures may differ by an arrival otherwise. */
export async function readView(handle: Handle, share: OpenedShare): Promise<SharedView> {
  const key = { workspaceId: share.workspaceId, shareId: share.id };
  const [orders, accounts, days, fans] = await Promise.all([
    queries.readOrders(handle, key),
    queries.readAccounts(handle, key),
    queries.readDays(handle, key),
    share.fanNames === 'none' ? null : queries.readFans(handle, key),
  ]);
  const isMasked = share.fanNames !== 'full';
  return {
    title: share.title,
    expiresAt: share.expiresAt?.getTime() ?? null,
    orders: orders.map((order) => {
      const isIts = (row: { workOrderId: string }) => row.workOrderId === order.workOrderId;
      return presentOrder(order, accounts.filter(isIts), days.filter(isIts));
    }),
    fans:
      fans?.map(({ name, type, account, at }) => ({
        name: isMasked ? masked(name) : name,
        type,
        account,
        at,
      })) ?? null,
  };
}

function presentOrder(
  order: queries.OrderRow,
  accounts: readonly queries.AccountRow[],
  days: readonly queries.DayRow[],
): SharedView['orders'][number] {
  const isPartial = order.socialAccountIds !== null;
  const sum = (of: (row: queries.AccountRow) => number) =>
    accounts.reduce((total, row) => total + of(row), 0);
  const today = { newFans: sum((it) => it.newToday), repeatFans: sum((it) => it.repeatToday) };
  const { day, startsAt, endsAt } = order;
  return {
    name: order.name,
    platform: order.platform,
    status: order.status,
    partial: isPartial,
    totalGoal: isPartial ? null : order.totalGoal,
    dailyGoal: isPartial ? null : order.dailyGoal,
    accountTotalGoal: order.accountTotalGoal,
    accountDailyGoal: order.accountDailyGoal,
    timeZone: order.timeZone,
    resetTime: order.resetTime,
    total: { newFans: sum((it) => it.newTotal), repeatFans: sum((it) => it.repeatTotal) },
    today:
      day === null ? null : { day, startsAt: Math.round(startsAt), endsAt: Math.round(endsAt), ...today },
    accounts: accounts.map((row) => ({
      name: row.name,
      status: row.status,
      today: { newFans: row.newToday, repeatFans: row.repeatToday },
      total: { newFans: row.newTotal, repeatFans: row.repeatTotal },
    })),
    days: days.map(({ day: closed, newFans, repeatFans }) => ({ day: closed, newFans, repeatFans })),
    snapshots: isPartial ? 0 : order.snapshots,
  };
}

/** The first character and dots, whose number says nothing of the name's length. */
export function masked(name: string): string {
  const [first = ''] = new Intl.Segmenter().segment(name.trim());
  return first === '' ? '•••' : `${first.segment}•••`;
}
