/** The proxies of a workspace, and the egress of each social account. */
import { createFindEgress, type FindEgress } from './egress.ts';
import type { ProxiesDeps } from './service.ts';

export type { Egress, FindEgress } from './egress.ts';
export { type EgressAccount, mayUseProxy, regionOf } from './queries.ts';
export { registerRoutes } from './routes.ts';
export { deleteSubAccountData } from './store.ts';

export type Proxies = {
  /** Returns egresses by account id. An egress through a proxy never becomes a direct one automatically. */
  findEgress: FindEgress;
};

export function createProxies(deps: ProxiesDeps): Proxies {
  return { findEgress: createFindEgress(deps) };
}
