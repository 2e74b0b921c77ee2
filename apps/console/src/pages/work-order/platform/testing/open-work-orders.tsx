import type { RenderOptions } from '../../../../app/testing/opened.tsx';
import { renderPage } from '../../../../app/testing/render-page.tsx';
import { busySubAccounts, subAccountRoutes } from '../../../../features/sub-accounts/testing/sub-accounts.ts';
import {
  busyClosedDays,
  busyWorkOrders,
  workOrderRoutes,
} from '../../../../features/work-orders/testing/work-orders.ts';
import { WorkOrders } from '../WorkOrders.tsx';

export const busyWorld = () => ({
  ownerRemaining: 1_284_500,
  ports: 40,
  allocations: new Map<string, number>(),
  subAccounts: busySubAccounts(),
  workOrders: busyWorkOrders(),
  closedDays: busyClosedDays(),
});
type World = ReturnType<typeof busyWorld>;

export const emptyWorld = (): World => ({ ...busyWorld(), workOrders: [], closedDays: [] });

export const openWorkOrders = (at: string, world = busyWorld(), more: RenderOptions = {}) =>
  renderPage(<WorkOrders />, {
    at,
    answers: [...workOrderRoutes(world), ...subAccountRoutes(world)],
    ...more,
  });
