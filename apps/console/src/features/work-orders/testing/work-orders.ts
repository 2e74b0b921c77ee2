/** The work orders of a workspace, in memory. */
import { type SnapshotFile, snapshotFormat, workOrderSnapshots } from '@parley/contract/work-order-shares';
import * as workOrdersApi from '@parley/contract/work-orders';
import { FixtureRefusal, getItem, has, pageOf, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';

type WorkOrder = workOrdersApi.WorkOrder;
export type WorkOrderWorld = {
  workOrders: WorkOrder[];
  closedDays: workOrdersApi.ClosedDay[];
  signedDays?: SnapshotFile;
};

const hour = 3_600_000;
const goals = { totalGoal: 1_000, dailyGoal: 50, accountTotalGoal: 400, accountDailyGoal: 20 };

function someWorkOrder(given: Partial<WorkOrder> = {}): WorkOrder {
  return {
    id: sampleId(63, 1),
    name: 'Spring campaign',
    status: 'open',
    platform: 'telegram',
    subAccountId: sampleId(4, 1),
    accountName: 'agent-5eg',
    subAccountRemark: 'Ann',
    ...goals,
    remarks: 'Paid by the new fan',
    resetTime: '00:00',
    timeZone: 'Asia/Shanghai',
    sessions: { online: 2, total: 3 },
    total: { newFans: 412, repeatFans: 37, baseFans: 420 },
    today: {
      day: '2026-03-01',
      startsAt: sampleTime - 9.5 * hour,
      endsAt: sampleTime + 14.5 * hour,
      newFans: 18,
      repeatFans: 2,
    },
    version: 1,
    createdAt: sampleTime - 200 * hour,
    closedAt: null,
    ...given,
  };
}

export const busyWorkOrders = (): WorkOrder[] => [
  someWorkOrder(),
  someWorkOrder({
    id: sampleId(63, 2),
    name: '春节活动',
    platform: 'whatsapp',
    subAccountId: sampleId(4, 3),
    subAccountRemark: '李娜',
    totalGoal: null,
    dailyGoal: null,
    total: { newFans: 9, repeatFans: 0, baseFans: 4 },
  }),
  someWorkOrder({
    id: sampleId(63, 3),
    name: 'Winter',
    status: 'closed',
    closedAt: sampleTime,
    platform: 'xmpp',
    today: null,
    remarks: '',
  }),
];

export const busyClosedDays = (): workOrdersApi.ClosedDay[] =>
  Array.from({ length: 40 }, (_, at) => ({
    day: new Date(Date.UTC(2026, 1, 28) - at * 24 * hour).toISOString().slice(0, 10),
    startsAt: sampleTime - 9.5 * hour - (at + 1) * 24 * hour,
    endsAt: sampleTime - 9.5 * hour - at * 24 * hour,
    closedAt: sampleTime - 9.5 * hour - at * 24 * hour,
    newFans: (at * 7) % 60,
    repeatFans: at % 5,
    baseFans: 0,
    accounts: 2,
    ...goals,
    timeZone: 'Asia/Shanghai',
    resetTime: '00:00',
    signature: at === 0 ? null : { number: 40 - at, hash: at.toString(16).padStart(64, '0') },
  }));

const account: workOrdersApi.WorkOrderAccount = {
  socialAccountId: sampleId(9, 1),
  name: 'Telegram shop',
  platform: 'telegram',
  status: 'online',
  today: { newFans: 12, repeatFans: 1, baseFans: 0 },
  total: { newFans: 300, repeatFans: 20 },
};

function one(world: WorkOrderWorld, id: string): WorkOrder {
  return getItem(world.workOrders, (candidate) => candidate.id === id, 'work-order.not-found');
}

function readingRoutes(world: WorkOrderWorld): Route[] {
  return [
    route(workOrdersApi.workOrderPage, ({ query }) =>
      pageOf(
        world.workOrders.filter(
          (order) =>
            has(`${order.name} ${order.remarks}`, query.search) &&
            (query.platform === undefined || order.platform === query.platform) &&
            (query.status === undefined || order.status === query.status) &&
            (query.subAccountId === undefined || order.subAccountId === query.subAccountId),
        ),
        query,
      ),
    ),
    route(workOrdersApi.getWorkOrder, ({ query }) => one(world, query.workOrderId)),
    route(workOrdersApi.workOrderAccounts, ({ query }) => {
      one(world, query.workOrderId);
      const gone = { ...account, socialAccountId: sampleId(9, 2), name: 'Old shop', status: null };
      return { list: [account, gone] };
    }),
    route(workOrdersApi.workOrderDays, ({ query }) => {
      const rest = world.closedDays.filter(({ day }) => query.cursor === undefined || day < query.cursor);
      const list = rest.slice(0, query.pageSize);
      return { list, nextCursor: rest.length > list.length ? (list.at(-1)?.day ?? null) : null };
    }),
    route(workOrdersApi.workOrderDayAccounts, () => ({
      list: [
        {
          socialAccountId: account.socialAccountId,
          name: account.name,
          newFans: 30,
          repeatFans: 3,
          baseFans: 0,
        },
      ],
    })),
    route(workOrderSnapshots, () => {
      const { keys, snapshots } = world.signedDays ?? { keys: {}, snapshots: [] };
      return { format: snapshotFormat, keys: { ...keys }, snapshots: [...snapshots] } satisfies SnapshotFile;
    }),
    route(workOrdersApi.workOrderDeletion, ({ query }) => ({
      name: one(world, query.workOrderId).name,
      socialAccounts: 3,
      fans: 450,
      conversations: 455,
      messages: 100_000,
      closedDays: 14,
      shares: 2,
    })),
  ];
}

function changingRoutes(world: WorkOrderWorld): Route[] {
  const setStatus = (id: string, status: WorkOrder['status']) => {
    const order = one(world, id);
    refuseSecond(world, { ...order, status });
    return Object.assign(order, { status, closedAt: status === 'open' ? null : sampleTime });
  };
  return [
    route(workOrdersApi.createWorkOrder, ({ body }) => {
      const order = someWorkOrder({
        ...body,
        timeZone: body.timeZone ?? 'Asia/Shanghai',
        id: sampleId(63, 100 + world.workOrders.length),
      });
      refuseSecond(world, order);
      world.workOrders.unshift(order);
      return order;
    }),
    route(workOrdersApi.updateWorkOrder, ({ body: { workOrderId, version, ...changed } }) => {
      const order = one(world, workOrderId);
      if (version !== order.version) throw new FixtureRefusal('resource.stale');
      return Object.assign(order, changed, { version: version + 1 });
    }),
    route(workOrdersApi.closeWorkOrder, ({ body }) => setStatus(body.workOrderId, 'closed')),
    route(workOrdersApi.reopenWorkOrder, ({ body }) => setStatus(body.workOrderId, 'open')),
    route(workOrdersApi.setWorkOrderStatus, ({ body: { ids, status } }) => {
      const changed = ids.map((id) => one(world, id)).filter((order) => order.status !== status);
      for (const { id } of changed) setStatus(id, status);
      return { changed: changed.length };
    }),
    route(workOrdersApi.deleteWorkOrder, ({ body }) => {
      const order = one(world, body.workOrderId);
      if (order.name !== body.name) throw new FixtureRefusal('work-order.name-differs');
      world.workOrders = world.workOrders.filter((other) => other !== order);
      return null;
    }),
  ];
}

function refuseSecond({ workOrders }: WorkOrderWorld, order: WorkOrder): void {
  const isSecond = workOrders.some(
    (other) =>
      other.id !== order.id &&
      other.status === 'open' &&
      order.status === 'open' &&
      other.subAccountId === order.subAccountId &&
      other.platform === order.platform,
  );
  if (isSecond) throw new FixtureRefusal('work-order.already-open');
}

export function workOrderRoutes(world: WorkOrderWorld): Route[] {
  return [...readingRoutes(world), ...changingRoutes(world)];
}
