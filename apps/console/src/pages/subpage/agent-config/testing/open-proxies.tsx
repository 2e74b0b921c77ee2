import type { RenderOptions } from '../../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../../app/testing/render-page.tsx';
import { busyProxies, proxyRoutes } from '../../../../features/proxies/testing/proxies.ts';
import { busySubAccounts, subAccountRoutes } from '../../../../features/sub-accounts/testing/sub-accounts.ts';
import { Proxies } from '../Proxies.tsx';

export const busyWorld = () => ({
  ownerRemaining: 1_284_500,
  ports: 40,
  allocations: new Map<string, number>(),
  subAccounts: busySubAccounts(),
  proxies: busyProxies(),
});
export type ProxiesWorld = ReturnType<typeof busyWorld>;

export const emptyWorld = (): ProxiesWorld => ({ ...busyWorld(), subAccounts: [], proxies: [] });

export const openProxies = (at: string, world = busyWorld(), more: RenderOptions = {}) =>
  renderPage(<Proxies />, { at, answers: [...proxyRoutes(world), ...subAccountRoutes(world)], ...more });
