/** Split links: short links that share visitors out over account links, with their statistics. */
import type { Mount } from '../../base/http/mount.ts';
import { type DomainRouteDeps, registerDomains } from './domains/routes.ts';
import { registerProspectiveFans } from './prospective-fans/routes.ts';
import type { ProspectiveFanDeps } from './prospective-fans/service.ts';
import { registerShortLinks, type ShortLinkDeps } from './redirects/routes.ts';
import { type ReportRouteDeps, registerReports } from './report/routes.ts';
import { registerRoutes as registerOwnerRoutes, type SplitLinkRouteDeps } from './routes.ts';

export { checkCounters } from './attribution/counters/queries.ts';
export { type AttributableVisit, linkVisits, recogniseVisits } from './attribution/service.ts';
export { handleJobs, makePartitions } from './jobs.ts';
export { createRedirects } from './redirects/service.ts';
export { deleteAccountData, deleteSubAccountData } from './store.ts';

export async function registerRoutes(
  mount: Mount,
  deps: SplitLinkRouteDeps & ReportRouteDeps & DomainRouteDeps & ShortLinkDeps & ProspectiveFanDeps,
): Promise<void> {
  registerOwnerRoutes(mount, deps);
  registerReports(mount, deps);
  registerDomains(mount, deps);
  registerProspectiveFans(mount, deps);
  await registerShortLinks(deps);
}
