/** The shares of a workspace, in memory, and the work orders that can be shared. */
import * as api from '@parley/contract/work-order-shares';
import { getWorkOrder, workOrderAccounts, workOrderPage } from '@parley/contract/work-orders';
import { FixtureRefusal, getItem, has, pageOf, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';

export type ShareWorld = { shares: api.WorkOrderShare[]; password: string | null };

export const sampleOrder = { id: sampleId(21, 1), name: 'Spring', platform: 'telegram' as const };

export function someShare(given: Partial<api.WorkOrderShare> = {}): api.WorkOrderShare {
  return {
    id: sampleId(22, 1),
    title: 'For customers',
    path: '/workOrder/share?share=token-1',
    access: 'password',
    status: 'enabled',
    validDays: 30,
    fanNames: 'none',
    chatHistory: false,
    orders: [
      {
        workOrderId: sampleOrder.id,
        name: sampleOrder.name,
        platform: sampleOrder.platform,
        socialAccountIds: null,
      },
    ],
    sharedAt: sampleTime,
    expiresAt: sampleTime + 30 * 86_400_000,
    opens: 1_204,
    lastOpenedAt: sampleTime,
    version: 1,
    ...given,
  };
}

function one({ shares }: ShareWorld, id: string): api.WorkOrderShare {
  return getItem(shares, (candidate) => candidate.id === id, 'work-order-share.not-found');
}

const goals = { totalGoal: null, dailyGoal: null, accountTotalGoal: null, accountDailyGoal: null };
const order = {
  ...sampleOrder,
  ...goals,
  status: 'open' as const,
  subAccountId: sampleId(4, 1),
  accountName: 'kfvu2a8m',
  subAccountRemark: 'Ana',
  remarks: '',
  resetTime: '00:00',
  timeZone: 'UTC',
  sessions: { online: 1, total: 1 },
  total: { newFans: 1, repeatFans: 0, baseFans: 0 },
  today: null,
  version: 1,
  createdAt: sampleTime,
  closedAt: null,
};

export function shareRoutes(world: ShareWorld): Route[] {
  return [
    route(api.workOrderSharePage, ({ query }) =>
      pageOf(
        world.shares.filter(
          ({ title, status, orders }) =>
            has(title, query.search) &&
            (query.status === undefined || status === query.status) &&
            (query.workOrderId === undefined ||
              orders.some(({ workOrderId }) => workOrderId === query.workOrderId)),
        ),
        query,
      ),
    ),
    route(api.createWorkOrderShare, ({ body }) => {
      if (body.access === 'password' && body.password === null && world.password === null)
        throw new FixtureRefusal('work-order-share.password-needed');
      world.password = body.password ?? world.password;
      const { password: _, orders, ...kept } = body;
      const named = orders.map((each) => ({ ...each, name: 'Spring', platform: 'telegram' as const }));
      const id = sampleId(22, 100 + world.shares.length);
      const share = someShare({ ...kept, orders: named, id, opens: 0, lastOpenedAt: null });
      world.shares.unshift(share);
      return share;
    }),
    route(api.getWorkOrderShare, ({ query }) => one(world, query.shareId)),
    route(
      api.updateWorkOrderShare,
      ({ body: { shareId, version, orders: _orders, password: _password, ...kept } }) => {
        const share = one(world, shareId);
        if (share.version !== version) throw new FixtureRefusal('resource.stale');
        return Object.assign(share, kept, { version: version + 1 });
      },
    ),
    route(api.setWorkOrderShareEnabled, ({ body }) =>
      Object.assign(one(world, body.shareId), { status: body.enabled ? 'enabled' : 'disabled' }),
    ),
    route(api.cancelWorkOrderShare, ({ body }) =>
      Object.assign(one(world, body.shareId), { status: 'cancelled' }),
    ),
    route(api.deleteWorkOrderShare, ({ body }) => {
      const gone = one(world, body.shareId);
      world.shares = world.shares.filter((share) => share !== gone);
      return null;
    }),
    route(api.getWorkOrderSharePassword, () => ({ password: world.password })),
    route(workOrderPage, ({ query }) => pageOf([order], query)),
    route(getWorkOrder, () => order),
    route(workOrderAccounts, () => ({ list: [] })),
  ];
}
