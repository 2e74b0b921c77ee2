/** Notifies listeners in this process. Nothing may depend on it across processes: each use has a poll as its backup. */
export type Signal<T> = { emit(value: T): void; on(listener: (value: T) => void): () => void };

export function createSignal<T>(): Signal<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    emit(value) {
      for (const listener of listeners) listener(value);
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
