import { type Addressed, addressKey } from '../../../base/http/address.ts';
import { originOf } from '../../../base/http/origin.ts';
import type { TenantId } from '../../../base/ids.ts';

/** Where a request comes from, and where it goes to. */
export const requestSourceOf = (from: { request: OriginRequest; tenantId: TenantId | null }) => ({
  address: addressKey(from.request),
  tenantId: from.tenantId,
  origin: originOf(from.request),
});

export type OriginRequest = Parameters<typeof originOf>[0] & Addressed;
