import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Shows a changed record in every page of a list at once: what is done to it next begins with what it is now. A page that is
 * filtered or sorted by the change is right once it is requested again.
 *
 * @param pages the key that the list's pages begin with
 */
export function showChanged<T extends { id: string }>(cache: QueryClient, pages: QueryKey, changed: T): void {
  cache.setQueriesData<{ list: T[]; total: number }>({ queryKey: pages }, (page) =>
    page === undefined
      ? undefined
      : { ...page, list: page.list.map((one) => (one.id === changed.id ? changed : one)) },
  );
}
