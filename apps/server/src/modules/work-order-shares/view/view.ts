/** Composes what a link shows. Fields are named one by one, so that nothing else is published. */
import type { SharedView } from '@parley/contract/work-order-shares';
import type { Handle } from '../../../base/db/database.ts';
import {
  presentTime,
  readAccounts,
  readItems,
  type WorkOrderAccountItem,
  type WorkOrderItem,
} from '../../work-orders/index.ts';
import type { OpenedShare } from '../queries.ts';
import * as queries from './queries.ts';

/**
 * `now` in ms. Consistent if `handle` is a transaction with one snapshot; otherwise figures may differ by a concurrent arrival.
 */
export async function readView(handle: Handle, share: OpenedShare, now: number): Promise<SharedView> {
  const { workspaceId } = share;
  const key = { workspaceId, shareId: share.id };
  const shown = await queries.readOrders(handle, key);
  const ids = shown.map(({ workOrderId }) => workOrderId);
  const [items, accounts, days, fans] = await Promise.all([
    readItems(handle, workspaceId, ids, now),
    readAccounts(handle, workspaceId, ids, now),
    queries.readDays(handle, key),
    share.fanNames === 'none' ? null : queries.readFans(handle, key),
  ]);
  return {
    title: share.title,
    expiresAt: share.expiresAt?.getTime() ?? null,
    orders: shown.flatMap((order) => {
      const item = items.find(({ id }) => id === order.workOrderId);
      const isIts = (row: { workOrderId: string }) => row.workOrderId === order.workOrderId;
      return item ? [presentOrder(order, item, accounts.filter(isIts), days.filter(isIts))] : [];
    }),
    fans:
      fans?.map(({ name, type, account, at }) => ({
        name: shownName(share.fanNames, name) ?? '',
        type,
        account,
        at,
      })) ?? null,
    chatHistory: share.chatHistory,
  };
}

/** Returns a fan's name as configured for the link; null if names are hidden, or if there is none. */
export function shownName(fanNames: OpenedShare['fanNames'], name: string): string | null {
  if (fanNames === 'none' || name === '') return null;
  return fanNames === 'masked' ? maskName(name) : name;
}

function presentOrder(
  { socialAccountIds, snapshots }: queries.OrderRow,
  item: WorkOrderItem,
  accounts: readonly WorkOrderAccountItem[],
  days: readonly queries.DayRow[],
): SharedView['orders'][number] {
  const isPartial = socialAccountIds !== null;
  const shown = accounts
    .filter((one) => socialAccountIds?.includes(one.socialAccountId) ?? true)
    .sort((a, b) => b.newFans - a.newFans);
  const figures = isPartial ? sumOf(shown) : item;
  const { day, startsAt, endsAt } = item;
  return {
    name: item.name,
    platform: item.platform,
    status: item.status,
    partial: isPartial,
    totalGoal: isPartial ? null : item.totalGoal,
    dailyGoal: isPartial ? null : item.dailyGoal,
    accountTotalGoal: item.accountTotalGoal,
    accountDailyGoal: item.accountDailyGoal,
    timeZone: item.timeZone,
    resetTime: presentTime(item.resetTime),
    total: totalOf(figures),
    today: day === null ? null : { day, startsAt, endsAt, ...dayOf(figures) },
    accounts: shown.map((one) => ({
      name: one.name,
      status: one.status,
      today: dayOf(one),
      total: totalOf(one),
    })),
    days: days.map(({ day: closed, newFans, repeatFans }) => ({ day: closed, newFans, repeatFans })),
    snapshots: isPartial ? 0 : snapshots,
  };
}

type Figures = Pick<WorkOrderAccountItem, 'newFans' | 'repeatFans' | 'dayNew' | 'dayRepeat'>;
const totalOf = ({ newFans, repeatFans }: Figures) => ({ newFans, repeatFans });
const dayOf = ({ dayNew, dayRepeat }: Figures) => ({ newFans: dayNew, repeatFans: dayRepeat });

function sumOf(accounts: readonly WorkOrderAccountItem[]): Figures {
  const sum = (of: (one: Figures) => number) => accounts.reduce((total, one) => total + of(one), 0);
  return {
    newFans: sum((one) => one.newFans),
    repeatFans: sum((one) => one.repeatFans),
    dayNew: sum((one) => one.dayNew),
    dayRepeat: sum((one) => one.dayRepeat),
  };
}

/** Returns the first character followed by a fixed number of dots, which doesn't reveal the name's length. */
export function maskName(name: string): string {
  const [first = ''] = new Intl.Segmenter().segment(name.trim());
  return first === '' ? '•••' : `${first.segment}•••`;
}
