/** Opens the fan list over the answers of all nouns that it shows. */
import type { RenderOptions } from '../../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../../app/testing/render-page.tsx';
import { fanStatisticsRoutes } from '../../../../features/fan-statistics/testing/fan-statistics.ts';
import { fanRoutes, fanWorld } from '../../../../features/fans/testing/fans.ts';
import { busySocialAccounts } from '../../../../features/social-accounts/testing/samples.ts';
import { noSocialAccounts } from '../../../../features/social-accounts/testing/social-account-changes.ts';
import { socialAccountRoutes } from '../../../../features/social-accounts/testing/social-accounts.ts';
import { busySubAccounts, subAccountRoutes } from '../../../../features/sub-accounts/testing/sub-accounts.ts';
import { busyWorkOrders, workOrderRoutes } from '../../../../features/work-orders/testing/work-orders.ts';
import { FansList } from '../FansList.tsx';

export const fansPath = '/fansOperation/fansList';

export const fanListWorld = () => ({
  ...noSocialAccounts(),
  socialAccounts: busySocialAccounts(),
  workOrders: busyWorkOrders(),
  closedDays: [],
  ownerRemaining: 0,
  ports: 10,
  allocations: new Map<string, number>(),
  subAccounts: busySubAccounts(),
  ...fanWorld(),
});

export const openFansList = (at = fansPath, world = fanListWorld(), more: RenderOptions = {}) =>
  renderPage(<FansList />, {
    at,
    answers: [
      ...fanRoutes(world),
      ...subAccountRoutes(world),
      ...socialAccountRoutes(world),
      ...workOrderRoutes(world),
      ...fanStatisticsRoutes(world),
    ],
    ...more,
  });
