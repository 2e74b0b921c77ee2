/** The part of a react-query client that this file uses. */
type KeptData = {
  getQueryState(key: readonly unknown[]): { isInvalidated: boolean; dataUpdatedAt: number } | undefined;
  setQueryData(key: readonly unknown[], data: unknown, options: { updatedAt?: number }): unknown;
  invalidateQueries(filters: { queryKey: readonly unknown[]; exact: true }): Promise<void>;
};

/**
 * Merges an event's data into a cached response. React Query treats data that is set as freshly fetched, although the event
 * updates only some fields: this keeps the entry's age, and its invalidation if there was one.
 */
export function mergeIntoCache(kept: KeptData, queryKey: readonly unknown[], data: unknown): void {
  const before = kept.getQueryState(queryKey);
  kept.setQueryData(queryKey, data, before === undefined ? {} : { updatedAt: before.dataUpdatedAt });
  if (before?.isInvalidated === true) void kept.invalidateQueries({ queryKey, exact: true });
}
