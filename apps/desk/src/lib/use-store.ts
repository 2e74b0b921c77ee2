import type { ReadableStore } from '@parley/chat-core';
import { useSyncExternalStore } from 'react';

/** Returns the store's value and re-renders when it changes. */
export function useStore<Value>(store: ReadableStore<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}
