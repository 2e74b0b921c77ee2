export type Listeners<Args extends unknown[]> = {
  tell(...args: Args): void;
  /** Returns how to be told no more. */
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
