import type { RenderOptions } from '../../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../../app/testing/render-page.tsx';
import { noSocialAccounts } from '../../../../features/social-accounts/testing/social-account-changes.ts';
import { socialAccountRoutes } from '../../../../features/social-accounts/testing/social-accounts.ts';
import {
  splitDomainRoutes,
  splitDomainWorld,
} from '../../../../features/split-domains/testing/split-domains.ts';
import { splitLinkRoutes, splitLinkWorld } from '../../../../features/split-links/testing/split-links.ts';
import { subAccountRoutes } from '../../../../features/sub-accounts/testing/sub-accounts.ts';
import { workOrderRoutes } from '../../../../features/work-orders/testing/work-orders.ts';
import { SplitLinks } from '../SplitLinks.tsx';

type Given = RenderOptions & {
  /** The query of the URL. */
  search?: string;
  /** Left out: none. */
  domains?: ReturnType<typeof splitDomainWorld>;
};

/** Opens the split links in a workspace without accounts and work orders. */
export const openSplitLinks = (
  world = splitLinkWorld(),
  { search = '', domains = splitDomainWorld([]), ...options }: Given = {},
) =>
  renderPage(<SplitLinks />, {
    at: `/fansOperation/streamLink${search}`,
    answers: [
      ...splitLinkRoutes(world),
      ...splitDomainRoutes(domains),
      ...socialAccountRoutes(noSocialAccounts()),
      ...subAccountRoutes({ ownerRemaining: 0, allocations: new Map(), ports: 0, subAccounts: [] }),
      ...workOrderRoutes({ workOrders: [], closedDays: [] }),
    ],
    ...options,
  });
