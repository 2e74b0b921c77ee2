import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

/** Filter values by URL parameter; undefined removes one. */
export type FilterPatch = Readonly<Record<string, string | number | undefined>>;

/**
 * Returns the query after a change. A change of the list's content resets it to its first page; defaults (page 1, empty
 * search) are left out of the URL.
 */
export function withFilters(current: URLSearchParams, patch: FilterPatch): URLSearchParams {
  const next = new URLSearchParams(current);
  if (!('pageNo' in patch)) next.delete('pageNo');
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined || value === '' || (name === 'pageNo' && value === 1)) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/**
 * Returns a page's filters, kept in its URL so that they survive a reload and can be shared.
 *
 * @param read parses the query; must accept any text
 */
export function useUrlFilters<Filters>(
  read: (query: URLSearchParams) => Filters,
): [Filters, (patch: FilterPatch) => void] {
  const [query, setQuery] = useSearchParams();
  const filters = useMemo(() => read(query), [query, read]);
  const change = useCallback(
    (patch: FilterPatch) => setQuery((current) => withFilters(current, patch), { replace: true }),
    [setQuery],
  );
  return [filters, change];
}

/** Returns the page number from the URL; 1 for anything invalid. */
export function pageNoOf(query: URLSearchParams): number {
  const given = Number(query.get('pageNo'));
  return Number.isInteger(given) && given >= 1 && given <= 100_000 ? given : 1;
}

/** Returns the search text from the URL, truncated to the server's limit; undefined when empty. */
export function searchOf(query: URLSearchParams): string | undefined {
  const given = query.get('search')?.trim().slice(0, 100);
  return given === '' ? undefined : given;
}

/** The selectable page sizes. */
export const pageSizes = [20, 50, 100] as const;

/** Returns the page size from the URL; `otherwise` for one that isn't offered. */
export const pageSizeOf = (query: URLSearchParams, otherwise: number): number =>
  pageSizes.find((size) => String(size) === query.get('pageSize')) ?? otherwise;
