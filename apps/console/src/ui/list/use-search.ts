import { useCallback } from 'react';
import type { Search } from './description.ts';
import type { ListAddress } from './use-list-address.ts';

/** The search of a list, kept in the URL parameter `search`. */
export function useSearch(
  label: string,
  { filters, setFilters }: ListAddress<{ search?: string | undefined }>,
): Search {
  const onSearch = useCallback((text: string | undefined) => setFilters({ search: text }), [setFilters]);
  return { label, value: filters.search, onSearch };
}
