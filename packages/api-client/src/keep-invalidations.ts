/** The part of a react-query client that this file uses. */
type Invalidated = {
  getQueryCache(): { subscribe(listener: (event: CacheEvent) => void): () => void };
  invalidateQueries(filters: { queryKey: readonly unknown[]; exact: true }): Promise<void>;
};

type CacheEvent = {
  type: string;
  query: { queryKey: readonly unknown[]; state: { data?: unknown; fetchStatus: string } };
  action?: unknown;
};

/**
 * Refetches queries that were invalidated during their first fetch. React Query treats that response as fresh, although it may
 * have been read before the change: a list would permanently lack an item added while it was loading.
 */
export function keepInvalidations(client: Invalidated): void {
  const early = new WeakSet<object>();
  client.getQueryCache().subscribe(({ type, query, action }) => {
    if (type !== 'updated') return;
    // This cast covers all kinds of the event's action, which share this shape.
    const { type: step, manual } = action as { type: string; manual?: boolean };
    const { data, fetchStatus } = query.state;
    if (step === 'invalidate' && data === undefined && fetchStatus === 'fetching') early.add(query);
    const ended = step === 'error' || (step === 'success' && manual !== true);
    if (ended && early.delete(query))
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  });
}
