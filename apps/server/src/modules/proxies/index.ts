/** The proxies of a workspace, and which of them each social account goes through. */
import type { Handle } from '../../base/db/database.ts';
import type { Mount } from '../../base/http/mount.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { createFindEgress, type FindEgress } from './egress.ts';
import { readMayUse, readRegionOf } from './queries.ts';
import { registerRoutes } from './routes.ts';
import type { ProxiesDeps } from './service.ts';

export type { Egress, FindEgress } from './egress.ts';
export type { EgressAccount } from './queries.ts';
export { deleteSubAccountData } from './store.ts';

export type Proxies = {
  /** By the account's id. A way through a proxy never turns into a direct one on its own. */
  findEgress: FindEgress;
  /** May this sub-account's social accounts be given this proxy? `unknown`: the workspace has no such proxy. */
  mayUse(
    handle: Handle,
    workspaceId: WorkspaceId,
    proxyId: string,
    subAccountId: string,
  ): Promise<'yes' | 'no' | 'unknown'>;
  /** Where the proxy of a social account ends, ISO 3166-1 alpha-2; null: unknown, or it has none. */
  regionOf(handle: Handle, workspaceId: WorkspaceId, socialAccountId: string): Promise<string | null>;
  registerRoutes(mount: Mount): void;
};

export function createProxies(deps: ProxiesDeps): Proxies {
  return {
    findEgress: createFindEgress(deps),
    mayUse: readMayUse,
    regionOf: readRegionOf,
    registerRoutes: (mount) => registerRoutes(mount, deps),
  };
}
