/** The encryption key of a remembered login, stored where scripts can use it but can't read its bytes. */
import type { DBSchema } from 'idb';

/**
 * The specification's two stores. `messages` stays empty: the console stores no messages; the desk has its own journal.
 */
interface Schema extends DBSchema {
  store: { key: string; value: CryptoKey };
  messages: { key: string; value: { id: string } };
}
const name = 'loginForm';

export type KeyStore = {
  get(): Promise<CryptoKey | undefined>;
  put(key: CryptoKey): Promise<void>;
  remove(): Promise<void>;
};

/**
 * Stores the key in IndexedDB, which never exposes its bytes. Each call opens and closes the database, as calls are
 * rare.
 */
export const databaseKeyStore: KeyStore = {
  get: () => within((database) => database.get('store', name)),
  put: (key) =>
    within(async (database) => {
      await database.put('store', key, name);
    }),
  remove: () => within((database) => database.delete('store', name)),
};

type Database = Awaited<ReturnType<typeof open>>;

async function open() {
  // Loaded on demand, so that the login page does without it.
  const { openDB } = await import('idb');
  return openDB<Schema>('console', 1, {
    upgrade(database) {
      database.createObjectStore('store');
      database.createObjectStore('messages', { keyPath: 'id' });
    },
  });
}

async function within<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await open();
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** Generates a 256-bit AES-GCM key; it must not be extractable. */
export function makeLoginKey(subtle: SubtleCrypto): Promise<CryptoKey> {
  return subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
