/** Storage that is kept between page loads. Never throws: where the browser blocks storage, memory replaces it. */
export type WidgetStore = {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
};

/**
 * Creates the store of one site.
 *
 * @param prefix the prefix of all of this site's keys
 * @param open returns the browser's storage; reading `localStorage` itself throws where it is blocked
 */
export function createStore(prefix: string, open: () => Storage): WidgetStore {
  const memory = new Map<string, string>();
  function attempt<Result>(use: (storage: Storage) => Result, otherwise: Result): Result {
    try {
      return use(open());
    } catch {
      return otherwise;
    }
  }
  return {
    get: (key) => memory.get(key) ?? attempt((at) => at.getItem(prefix + key), null),
    set(key, value) {
      memory.set(key, value);
      attempt((at) => {
        at.setItem(prefix + key, value);
        memory.delete(key);
      }, undefined);
    },
    remove(key) {
      memory.delete(key);
      attempt((at) => at.removeItem(prefix + key), undefined);
    },
    keys() {
      const found = attempt((at) => Object.keys(at), []);
      const ours = found.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
      return [...new Set([...ours, ...memory.keys()])];
    },
  };
}
