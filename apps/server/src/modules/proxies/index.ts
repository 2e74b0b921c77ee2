/** The proxies of a workspace, and which of them each social account goes through. */
import { createFindEgress, type FindEgress } from './egress.ts';
import type { ProxiesDeps } from './service.ts';

export type { Egress, FindEgress } from './egress.ts';
export { type EgressAccount, mayUse, regionOf } from './queries.ts';
export { registerRoutes } from './routes.ts';
export { deleteSubAccountData } from './store.ts';

export type Proxies = {
  /** By the account's id. A way through a proxy never turns into a direct one on its own. */
  findEgress: FindEgress;
};

export function createProxies(deps: ProxiesDeps): Proxies {
  return { findEgress: createFindEgress(deps) };
}
