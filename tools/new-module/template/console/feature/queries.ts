import type { Client } from '@parley/api-client';
import { __noun__Page } from '@parley/contract/__kebab-nouns__';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { pageNoOf, pageSizeOf } from '../../lib/use-url-filters.ts';

export type __Noun__Filters = { pageNo: number; pageSize: number };

/** Reads the page's address; anything unknown there is no filter. */
export const read__Noun__Filters = (query: URLSearchParams, pageSize: number): __Noun__Filters => ({
  pageNo: pageNoOf(query),
  pageSize: pageSizeOf(query, pageSize),
});

export const __nouns__ = (client: Client, filters: __Noun__Filters) =>
  queryOptions({
    queryKey: ['__kebab-nouns__', filters],
    queryFn: ({ signal }) => client.call(__noun__Page, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });
