import { normalizeIP } from '@fastify/rate-limit';
import { originOf } from '../../../base/http/origin.ts';
import type { TenantId } from '../../../base/ids.ts';

/** Of IPv6 the network: whoever has one address there has 2^64 of them. */
export const addressOf = (request: { ip: string }) => normalizeIP(request.ip, 64);

/** Where a request comes from, and where it goes to. */
export const whereaboutsOf = (from: { request: OriginRequest; tenantId: TenantId | null }) => ({
  address: addressOf(from.request),
  tenantId: from.tenantId,
  origin: originOf(from.request),
});

export type OriginRequest = Parameters<typeof originOf>[0];
