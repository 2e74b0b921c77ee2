import { type AddressedRequest, addressKey } from '../../../base/http/address.ts';
import { originOf } from '../../../base/http/origin.ts';
import type { TenantId } from '../../../base/ids.ts';

/** Returns the address of a request's sender and the tenant that it was sent to. */
export const requestSourceOf = (from: { request: OriginRequest; tenantId: TenantId | null }) => ({
  address: addressKey(from.request),
  tenantId: from.tenantId,
  origin: originOf(from.request),
});

export type OriginRequest = Parameters<typeof originOf>[0] & AddressedRequest;
