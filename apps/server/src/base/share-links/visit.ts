/** A request by the holder of a link. */
import type { IncomingHttpHeaders } from 'node:http';
import { sharePassHeader, shareTokenHeader } from '@parley/contract/work-order-shares';
import type { TenantId } from '../ids.ts';

export type ShareVisit = { token: string; pass: string; tenantId: TenantId | null };

/** Reads token and pass from the headers or, for programs that can't set those, from the query. An empty header counts as absent. */
export function shareVisitOf(
  headers: IncomingHttpHeaders,
  query: { token?: string | undefined; pass?: string | undefined },
  tenantId: TenantId | null,
): ShareVisit {
  const header = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    token: header(shareTokenHeader) ?? query.token ?? '',
    pass: header(sharePassHeader) ?? query.pass ?? '',
    tenantId,
  };
}

export type ShareOpening = {
  token: string;
  password?: string | undefined;
  address: string;
  tenantId: TenantId | null;
};
