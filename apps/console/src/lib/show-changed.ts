import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Replaces a changed record in every loaded page of a list, so that the next action starts from its current state.
 * Pages filtered or sorted by the changed field are correct after the next request.
 *
 * @param pages prefix of the query keys of the list's pages
 */
export function showChanged<T extends { id: string }>(cache: QueryClient, pages: QueryKey, changed: T): void {
  cache.setQueriesData<{ list: T[]; total: number }>({ queryKey: pages }, (page) =>
    page === undefined
      ? undefined
      : { ...page, list: page.list.map((one) => (one.id === changed.id ? changed : one)) },
  );
}
