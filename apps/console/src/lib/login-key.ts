/** The key that a remembered login is encrypted with, kept where scripts can use it but not read it. */
import type { DBSchema } from 'idb';

/** The specification's two stores. `messages` is there and empty: the console keeps none, the desk has its journal. */
interface Schema extends DBSchema {
  store: { key: string; value: CryptoKey };
  messages: { key: string; value: { id: string } };
}
const name = 'loginForm';

export type KeyPlace = {
  get(): Promise<CryptoKey | undefined>;
  put(key: CryptoKey): Promise<void>;
  remove(): Promise<void>;
};

/** In IndexedDB, which keeps a key object without ever showing its bytes. Each call opens and closes: they are rare. */
export const keyInDatabase: KeyPlace = {
  get: () => within((database) => database.get('store', name)),
  put: (key) =>
    within(async (database) => {
      await database.put('store', key, name);
    }),
  remove: () => within((database) => database.delete('store', name)),
};

type Database = Awaited<ReturnType<typeof open>>;

async function open() {
  // Fetched by those who want to be remembered, not with every login page.
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

/** 256-bit AES-GCM; `extractable` false is the point of it. */
export function makeLoginKey(subtle: SubtleCrypto): Promise<CryptoKey> {
  return subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
