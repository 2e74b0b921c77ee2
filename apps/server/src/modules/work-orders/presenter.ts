import type { DeskWorkOrder, WorkOrder, WorkOrderAccount } from '@parley/contract/work-orders';
import type { WorkOrderAccountItem, WorkOrderItem } from './queries.ts';

/** Shortens PostgreSQL's `06:30:00` to `06:30`. */
export const presentTime = (time: string): string => time.slice(0, 5);

const goalsOf = ({ totalGoal, dailyGoal, accountTotalGoal, accountDailyGoal }: WorkOrderItem) => ({
  totalGoal,
  dailyGoal,
  accountTotalGoal,
  accountDailyGoal,
});

function figuresOf({
  newFans,
  repeatFans,
  baseFans,
  day,
  startsAt,
  endsAt,
  dayNew,
  dayRepeat,
}: WorkOrderItem): Pick<WorkOrder, 'total' | 'today'> {
  return {
    total: { newFans, repeatFans, baseFans },
    today: day === null ? null : { day, startsAt, endsAt, newFans: dayNew, repeatFans: dayRepeat },
  };
}

export function presentWorkOrder(item: WorkOrderItem): WorkOrder {
  return {
    id: item.id,
    name: item.name,
    status: item.status,
    platform: item.platform,
    subAccountId: item.subAccountId,
    accountName: item.accountName,
    subAccountRemark: item.subAccountRemark,
    ...goalsOf(item),
    remarks: item.remarks,
    resetTime: presentTime(item.resetTime),
    timeZone: item.timeZone,
    sessions: { online: item.online, total: item.sessions },
    ...figuresOf(item),
    version: item.version,
    createdAt: item.createdAt,
    closedAt: item.closedAt,
  };
}

export function presentAccount(item: WorkOrderAccountItem): WorkOrderAccount {
  return {
    socialAccountId: item.socialAccountId,
    name: item.name,
    platform: item.platform,
    status: item.status,
    today: { newFans: item.dayNew, repeatFans: item.dayRepeat, baseFans: item.dayBase },
    total: { newFans: item.newFans, repeatFans: item.repeatFans },
  };
}

/** Presents the part of a work order that an agent sees: no remarks, and no settings except the goals. */
export function presentForDesk(
  item: WorkOrderItem,
  accounts: readonly WorkOrderAccountItem[],
): DeskWorkOrder {
  return {
    id: item.id,
    name: item.name,
    platform: item.platform,
    ...figuresOf(item),
    ...goalsOf(item),
    accounts: accounts.filter(({ workOrderId }) => workOrderId === item.id).map(presentAccount),
  };
}
