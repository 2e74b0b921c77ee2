import type { RenderOptions } from '../../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../../app/testing/render-page.tsx';
import {
  busySubAccounts,
  type SubAccountWorld,
  subAccountRoutes,
} from '../../../../features/sub-accounts/testing/sub-accounts.ts';
import { type ShareWorld, shareRoutes } from '../../../../features/work-order-shares/testing/shares.ts';
import {
  busyClosedDays,
  busyWorkOrders,
  type WorkOrderWorld,
  workOrderRoutes,
} from '../../../../features/work-orders/testing/work-orders.ts';
import { WorkOrders } from '../WorkOrders.tsx';

type World = WorkOrderWorld & SubAccountWorld & ShareWorld;

export const busyWorld = (): World => ({
  ownerRemaining: 1_284_500,
  ports: 40,
  allocations: new Map<string, number>(),
  subAccounts: busySubAccounts(),
  workOrders: busyWorkOrders(),
  closedDays: busyClosedDays(),
  shares: [],
  password: null,
});

export const emptyWorld = (): World => ({ ...busyWorld(), workOrders: [], closedDays: [] });

export const openWorkOrders = (at: string, world = busyWorld(), more: RenderOptions = {}) =>
  renderPage(<WorkOrders />, {
    at,
    answers: [...workOrderRoutes(world), ...subAccountRoutes(world), ...shareRoutes(world)],
    ...more,
  });
