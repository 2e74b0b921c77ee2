import type { Client } from '@parley/api-client';
import { tenantPage } from '@parley/contract/tenants';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { operatorKeys } from '../../entities/operator/operator-self.ts';
import type { PageFilters } from '../../entities/operator/page-filters.ts';

export const tenants = (client: Client, filters: PageFilters) =>
  queryOptions({
    queryKey: [...operatorKeys.tenants, filters],
    queryFn: ({ signal }) => client.call(tenantPage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });
