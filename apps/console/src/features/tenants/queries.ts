import type { Client } from '@parley/api-client';
import { type TenantSort, tenantPage, tenantSort } from '@parley/contract/tenants';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { operatorKeys } from '../../entities/operator/operator-self.ts';
import { type PageFilters, readPage } from '../../entities/operator/page-filters.ts';

export type TenantFilters = PageFilters & { sort?: TenantSort | undefined };

export const readTenantFilters = (query: URLSearchParams, pageSize: number): TenantFilters => ({
  ...readPage(query, pageSize),
  sort: tenantSort.safeParse(query.get('sort')).data,
});

export const tenants = (client: Client, filters: TenantFilters) =>
  queryOptions({
    queryKey: [...operatorKeys.tenants, filters],
    queryFn: ({ signal }) => client.call(tenantPage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });
