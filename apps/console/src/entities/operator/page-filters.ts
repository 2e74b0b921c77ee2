import { pageNoOf, pageSizeOf, searchOf } from '../../lib/use-url-filters.ts';

export type PageFilters = { pageNo: number; pageSize: number };
export type SearchFilters = PageFilters & { search?: string | undefined };

/** Reads the page of a list from the URL. */
export const readPage = (query: URLSearchParams, pageSize: number): PageFilters => ({
  pageNo: pageNoOf(query),
  pageSize: pageSizeOf(query, pageSize),
});

/** Reads the page and the search of a list from the URL. */
export const readSearch = (query: URLSearchParams, pageSize: number): SearchFilters => ({
  ...readPage(query, pageSize),
  search: searchOf(query),
});
