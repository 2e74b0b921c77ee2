import { socialAccountId } from '../channels/examples.ts';
import { type ExamplesOf, exampleId, exampleTime } from '../example.ts';
import { agent, subAccountId } from '../sub-accounts/examples.ts';
import type * as endpoints from './index.ts';
import type { ClosedDay, WorkOrder, WorkOrderAccount } from './shapes.ts';

export const workOrderId = exampleId('work-order');
/** The name of the example work order, which its deletion requires. */
export const workOrderName = 'Spring campaign';

const goals = { totalGoal: 1_000, dailyGoal: 50, accountTotalGoal: 400, accountDailyGoal: 20 };
const settings = { name: workOrderName, ...goals, resetTime: '06:30', remarks: 'Paid by the new fan' };

const workOrder: WorkOrder = {
  id: workOrderId,
  ...settings,
  status: 'open',
  platform: 'webchat',
  subAccountId,
  ...agent,
  timeZone: 'Europe/Madrid',
  sessions: { online: 2, total: 3 },
  total: { newFans: 412, repeatFans: 37, baseFans: 420 },
  today: {
    day: '2026-03-02',
    startsAt: exampleTime(-390),
    endsAt: exampleTime(1_050),
    newFans: 18,
    repeatFans: 2,
  },
  version: 1,
  createdAt: exampleTime(-20_000),
  closedAt: null,
};
const account: WorkOrderAccount = {
  socialAccountId,
  name: 'Shop',
  platform: 'webchat',
  status: 'online',
  today: { newFans: 18, repeatFans: 2, baseFans: 0 },
  total: { newFans: 412, repeatFans: 37 },
};
const closedDay: ClosedDay = {
  day: '2026-03-01',
  startsAt: exampleTime(-1_830),
  endsAt: exampleTime(-390),
  closedAt: exampleTime(-390),
  newFans: 47,
  repeatFans: 5,
  baseFans: 1,
  accounts: 3,
  ...goals,
  timeZone: 'Europe/Madrid',
  resetTime: '06:30',
  signature: { number: 14, hash: '3f1c0d5e9a7b24680f1e2d3c4b5a69788796a5b4c3d2e1f00864b7a9e5d0c1f3' },
};
const filters = {
  sort: 'completed.desc',
  search: 'Spring',
  platform: 'webchat',
  subAccountId,
  status: 'open',
} as const;
const closed: WorkOrder = { ...workOrder, status: 'closed', closedAt: exampleTime() };

export const examples: ExamplesOf<typeof endpoints> = {
  workOrderPage: { query: { pageNo: 1, pageSize: 20, ...filters }, answer: { list: [workOrder], total: 1 } },
  exportWorkOrders: { query: filters },
  getWorkOrder: { query: { workOrderId }, answer: workOrder },
  workOrderAccounts: { query: { workOrderId }, answer: { list: [account] } },
  createWorkOrder: {
    body: { ...settings, platform: 'telegram', subAccountId, timeZone: 'Europe/Madrid' },
    answer: { ...workOrder, platform: 'telegram' },
  },
  updateWorkOrder: {
    body: { workOrderId, version: 1, ...settings, timeZone: 'Europe/Madrid' },
    answer: { ...workOrder, version: 2 },
  },
  closeWorkOrder: { body: { workOrderId }, answer: closed },
  reopenWorkOrder: { body: { workOrderId }, answer: workOrder },
  setWorkOrderStatus: { body: { ids: [workOrderId], status: 'closed' }, answer: { changed: 1 } },
  workOrderDeletion: {
    query: { workOrderId },
    answer: {
      name: workOrderName,
      socialAccounts: 3,
      fans: 450,
      conversations: 455,
      messages: 12_800,
      closedDays: 14,
      shares: 2,
    },
  },
  deleteWorkOrder: { body: { workOrderId, name: workOrderName }, answer: null },
  deskWorkOrders: {
    answer: {
      list: [
        {
          id: workOrderId,
          name: workOrderName,
          platform: 'webchat',
          total: workOrder.total,
          today: workOrder.today,
          ...goals,
          accounts: [account],
        },
      ],
    },
  },
  workOrderDays: {
    query: { workOrderId, pageNo: 1, pageSize: 50, cursor: '2026-03-02' },
    answer: { list: [closedDay], nextCursor: null },
  },
  workOrderDayAccounts: {
    query: { workOrderId, day: '2026-03-01' },
    answer: {
      list: [{ socialAccountId, name: 'Shop', newFans: 47, repeatFans: 5, baseFans: 1 }],
    },
  },
  exportWorkOrderDays: { query: { workOrderId } },
};
