/** The tenancy functions that the edge needs, implemented by `modules/tenants`. */
import type { TenantId, WorkspaceId } from '../ids.ts';

export type RequestedTenant = {
  /** Null: the installation's own brand, which can't be disabled. */
  id: TenantId | null;
  enabled: boolean;
};

export type RequestTenancy = {
  /**
   * `header`: the `tenant-id` that the client sent; `host`: the host that it called, without a port. Null: the header
   * names no tenant, or another one than the host's.
   */
  resolve(asked: { header: string | undefined; host: string }): Promise<RequestedTenant | null>;
  /** Null: the installation's own. */
  tenantOf(workspaceId: WorkspaceId): Promise<TenantId | null>;
};

/** Tenancy when tenants are off: everything belongs to the installation, and a header is ignored. */
export const noTenants: RequestTenancy = {
  resolve: async () => ({ id: null, enabled: true }),
  tenantOf: async () => null,
};
