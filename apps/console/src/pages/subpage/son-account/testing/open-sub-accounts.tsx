import type { RenderOptions } from '../../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../../app/testing/render-page.tsx';
import { characterRoutes } from '../../../../features/characters/testing/records.ts';
import { busyPastSessions, portRoutes } from '../../../../features/ports/testing/ports.ts';
import { busySocialAccounts } from '../../../../features/social-accounts/testing/samples.ts';
import { switchingRoute } from '../../../../features/social-accounts/testing/social-accounts.ts';
import { busySubAccounts, subAccountRoutes } from '../../../../features/sub-accounts/testing/sub-accounts.ts';
import { someUser } from '../../../../lib/testing/identity.ts';
import { SubAccounts } from '../SubAccounts.tsx';

export const busyWorld = () => ({
  ownerRemaining: 1_284_500,
  ports: 40,
  allocations: new Map<string, number>(),
  subAccounts: busySubAccounts(),
  socialAccounts: busySocialAccounts(),
  pastSessions: busyPastSessions(),
});
export type SubAccountsWorld = ReturnType<typeof busyWorld>;

export const emptyWorld = (): SubAccountsWorld => ({
  ownerRemaining: 0,
  ports: 10,
  allocations: new Map(),
  subAccounts: [],
  socialAccounts: [],
  pastSessions: [],
});

/** Opens the page of sub-accounts, with its views of ports and past sessions. */
export const openSubAccounts = (at: string, world = busyWorld(), more: RenderOptions = {}) =>
  renderPage(<SubAccounts />, {
    at,
    ...more,
    answers: [
      ...subAccountRoutes(world),
      ...portRoutes(world),
      ...characterRoutes(world),
      switchingRoute(world),
    ],
    user: someUser({ ownerRemaining: world.ownerRemaining }),
  });
