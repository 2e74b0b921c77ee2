import { useSyncExternalStore } from 'react';

/** One value that lives outside React and can be watched. */
export type Store<Value> = {
  get(): Value;
  /** The same value (`Object.is`) tells nobody. */
  set(value: Value): void;
  subscribe(listener: () => void): () => void;
};

export type ReadableStore<Value> = Omit<Store<Value>, 'set'>;

export function createStore<Value>(initial: Value): Store<Value> {
  let present = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => present,
    set(value) {
      if (Object.is(value, present)) return;
      present = value;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<Value>(store: ReadableStore<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}
