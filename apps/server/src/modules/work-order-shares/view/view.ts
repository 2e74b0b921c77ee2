/** Composes what a link shows. Fields are named one by one, so that nothing else is published. */
import { platforms, visitorMark } from '@parley/contract/catalogues';
import type { SharedChatEntry, SharedView } from '@parley/contract/work-order-shares';
import type { Handle } from '../../../base/db/database.ts';
import { withoutAddress } from '../../../base/share-links/without-address.ts';
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
      fans?.map((fan) => ({
        ...shownName(share.fanNames, fan),
        type: fan.type,
        account: fan.account,
        at: fan.at,
      })) ?? null,
    chatHistory: share.chatHistory,
  };
}

/**
 * Returns a fan's name as configured for the link, or the mark of an unnamed website visitor. Both are null if names are hidden,
 * or if only an account is known, by which the person could be reached.
 */
export function shownName(
  fanNames: OpenedShare['fanNames'],
  { name: given, personId, platform }: queries.SharedPerson,
): Pick<SharedChatEntry, 'name' | 'visitor'> {
  if (fanNames === 'none') return { name: null, visitor: null };
  const shown = fanNames === 'masked' ? maskName : (text: string) => text;
  const name = withoutAddress(given);
  if (name !== null) return { name: shown(name), visitor: null };
  const isVisitor = platforms[platform].anonymousPeers && personId !== '';
  return { name: null, visitor: isVisitor ? shown(visitorMark(personId)) : null };
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
