export type Listeners<Args extends unknown[]> = {
  tell(...args: Args): void;
  /** Returns a function that removes the listener. */
  add(listener: (...args: Args) => void): () => void;
};

export function createListeners<Args extends unknown[]>(): Listeners<Args> {
  const listeners = new Set<(...args: Args) => void>();
  return {
    tell(...args) {
      for (const listener of [...listeners]) listener(...args);
    },
    add(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
