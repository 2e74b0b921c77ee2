/** What this file needs of a react-query client. */
type KeptData = {
  getQueryState(key: readonly unknown[]): { isInvalidated: boolean; dataUpdatedAt: number } | undefined;
  setQueryData(key: readonly unknown[], data: unknown, options: { updatedAt?: number }): unknown;
  invalidateQueries(filters: { queryKey: readonly unknown[]; exact: true }): Promise<void>;
};

/**
 * Works an event's news into an answer that is kept. To react-query what is set is as good as an answer: an older one
 * that was to be asked for again, or is long of age, would count as new in all that the event doesn't tell. Here it
 * stays as old as it was.
 */
export function workIn(kept: KeptData, queryKey: readonly unknown[], data: unknown): void {
  const before = kept.getQueryState(queryKey);
  kept.setQueryData(queryKey, data, before === undefined ? {} : { updatedAt: before.dataUpdatedAt });
  if (before?.isInvalidated === true) void kept.invalidateQueries({ queryKey, exact: true });
}
