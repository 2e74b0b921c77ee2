import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

/** A filter's text in the address; undefined takes it out. */
export type FilterPatch = Readonly<Record<string, string | number | undefined>>;

/**
 * The new query after a change. Whatever changes the list's content starts again at its first page; a default
 * (page 1, nothing searched) leaves no trace in the address.
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
 * A page's filters, kept in its address so that they survive a reload and can be sent to a colleague.
 *
 * @param read from the address to the filters; must accept any text
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

/** The page number in the address; 1 for anything that is none. */
export function pageNoOf(query: URLSearchParams): number {
  const given = Number(query.get('pageNo'));
  return Number.isInteger(given) && given >= 1 && given <= 100_000 ? given : 1;
}

/** The searched text; undefined for none, cut to what the server takes. */
export function searchOf(query: URLSearchParams): string | undefined {
  const given = query.get('search')?.trim().slice(0, 100);
  return given === '' ? undefined : given;
}

/** The choices for the number of rows of a page. */
export const pageSizes = [20, 50, 100] as const;

/** The page size in the address; `otherwise` for anything that is none of those offered. */
export const pageSizeOf = (query: URLSearchParams, otherwise: number): number =>
  pageSizes.find((size) => String(size) === query.get('pageSize')) ?? otherwise;
