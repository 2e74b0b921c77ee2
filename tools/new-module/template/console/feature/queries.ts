import type { Client } from '@parley/api-client';
import { type __Noun__Sort, __noun__Page, __noun__Sort } from '@parley/contract/__kebab-nouns__';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { pageNoOf, pageSizeOf } from '../../lib/use-url-filters.ts';

export type __Noun__Filters = {
  pageNo: number;
  pageSize: number;
  sort?: __Noun__Sort | undefined;
};

/** Reads the filters from the page's URL; unknown values are ignored. */
export const read__Noun__Filters = (query: URLSearchParams, pageSize: number): __Noun__Filters => ({
  pageNo: pageNoOf(query),
  pageSize: pageSizeOf(query, pageSize),
  sort: __noun__Sort.safeParse(query.get('sort')).data,
});

export const __nouns__ = (client: Client, filters: __Noun__Filters) =>
  queryOptions({
    queryKey: ['__kebab-nouns__', filters],
    queryFn: ({ signal }) => client.call(__noun__Page, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });
