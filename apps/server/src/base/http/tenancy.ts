/** Defines the tenancy functions that the edge needs from `modules/tenants`. */
import type { TenantId, WorkspaceId } from '../ids.ts';

export type RequestedTenant = {
  /** Null: the installation's own brand, which can't be disabled. */
  id: TenantId | null;
  enabled: boolean;
};

export type RequestTenancy = {
  /**
   * `header`: the `tenant-id` that the client sent; `host`: the address that it called, without a port. Null: the
   * header names none, or another than the host belongs to.
   */
  resolve(asked: { header: string | undefined; host: string }): Promise<RequestedTenant | null>;
  /** Null: the installation's own. */
  tenantOf(workspaceId: WorkspaceId): Promise<TenantId | null>;
};

/** Tenants are off: everything is the installation's own, and a header is ignored. */
export const noTenants: RequestTenancy = {
  resolve: async () => ({ id: null, enabled: true }),
  tenantOf: async () => null,
};
