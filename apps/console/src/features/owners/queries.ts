import type { Client } from '@parley/api-client';
import { type OwnerSort, ownerPage, ownerSort } from '@parley/contract/operator';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { operatorKeys } from '../../entities/operator/operator-self.ts';
import { readSearch, type SearchFilters } from '../../entities/operator/page-filters.ts';

const ownerStates = ['enabled', 'disabled'] as const;
export type OwnerFilters = SearchFilters & {
  state?: (typeof ownerStates)[number] | undefined;
  sort?: OwnerSort | undefined;
};

export const readOwnerFilters = (query: URLSearchParams, pageSize: number): OwnerFilters => ({
  ...readSearch(query, pageSize),
  sort: ownerSort.safeParse(query.get('sort')).data,
  state: ownerStates.find((state) => state === query.get('state')),
});

export const owners = (client: Client, filters: OwnerFilters) =>
  queryOptions({
    queryKey: [...operatorKeys.owners, filters],
    queryFn: ({ signal }) => client.call(ownerPage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });
