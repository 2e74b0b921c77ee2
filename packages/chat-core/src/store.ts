/** An observable value that is independent of any UI framework. */
export type Store<Value> = {
  get(): Value;
  /** Notifies the listeners unless the value is the same (`Object.is`). */
  set(value: Value): void;
  /** Adds a listener; the returned function removes it. */
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
