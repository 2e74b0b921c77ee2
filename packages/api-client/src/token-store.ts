/** Stores the session's two tokens. */
import type { Tokens } from '@parley/contract/identity';
import { newId } from './new-id.ts';

/** The part of `localStorage` that is used; callers in Node pass a Map with its methods. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export type ClientAudience = 'console' | 'desk' | 'operator';

/**
 * Key prefixes. The console uses the specification's keys. The desk and the operator's screens may share its origin, so theirs
 * have a prefix: a login at one doesn't replace a session of another.
 */
const prefixes: Readonly<Record<ClientAudience, string>> = {
  console: '',
  desk: 'desk:',
  operator: 'operator:',
};

export type TokenStore = {
  access(): string | null;
  refresh(): string | null;
  set(tokens: Pick<Tokens, 'accessToken' | 'refreshToken'>): void;
  clear(): void;
  /** Called after each change made through this store; other tabs' changes arrive as `storage` events. */
  onChange(listener: () => void): () => void;
  /** The two storage keys, for handlers of `storage` events. */
  keys: { access: string; refresh: string };
};

export function createTokenStore(storage: KeyValueStorage, audience: ClientAudience): TokenStore {
  const keys = {
    access: `${prefixes[audience]}ACCESS_TOKEN`,
    refresh: `${prefixes[audience]}REFRESH_TOKEN`,
  };
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  return {
    keys,
    access: () => storage.getItem(keys.access),
    refresh: () => storage.getItem(keys.refresh),
    set(tokens) {
      // Refresh token first: if the tab dies between the two writes, it still holds a usable session.
      storage.setItem(keys.refresh, tokens.refreshToken);
      storage.setItem(keys.access, tokens.accessToken);
      changed();
    },
    clear() {
      storage.removeItem(keys.access);
      storage.removeItem(keys.refresh);
      changed();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the analytics id sent with every request: generated once per browser and kept. */
export function keptClientId(storage: KeyValueStorage): string {
  const kept = storage.getItem('Client');
  if (kept !== null && kept !== '') return kept;
  const made = newId();
  storage.setItem('Client', made);
  return made;
}
