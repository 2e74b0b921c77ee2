/**
 * "Remember me": stores e-mail address and password for 30 days in this browser, the password encrypted. Its record in
 * `docs/decisions/` explains what this protects against and what it doesn't.
 */
import type { KeyValueStorage } from '@parley/api-client';
import { databaseKeyStore, type KeyStore, makeLoginKey } from './login-key.ts';

export type SavedLogin = { username: string; password: string };

export type LoginVault = {
  /** Returns null when nothing was saved, it has expired or its key is missing. An unreadable entry is deleted. */
  read(): Promise<SavedLogin | null>;
  save(login: SavedLogin): Promise<void>;
  /**
   * Updates the saved login of this user, if there is one: after a password change the old password must not be tried.
   */
  change(username: string, patch: Partial<SavedLogin>): Promise<void>;
  forget(): Promise<void>;
};

export type VaultOptions = {
  storage: KeyValueStorage;
  keys: KeyStore;
  /** Usually the browser's `crypto`. */
  webCrypto: Pick<Crypto, 'subtle' | 'getRandomValues'>;
  /** ms since the epoch. */
  now?: () => number;
};

/** Key and lifetime from the specification. */
const storageKey = 'loginForm';
const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

type Kept = {
  username: string;
  /** Base64 of the ciphertext and its authentication tag. */
  password: string;
  iv: string;
  expiresAt: number;
};

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

function parsed(text: string | null): Kept | null {
  if (text === null) return null;
  try {
    const { username, password, iv, expiresAt } = JSON.parse(text);
    const texts = [username, password, iv].every((part) => typeof part === 'string');
    return texts && typeof expiresAt === 'number' ? { username, password, iv, expiresAt } : null;
  } catch {
    // Written by another version or edited by hand: ignored.
    return null;
  }
}

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** The user name is additional authenticated data, so that the password can't be decrypted for another user name. */
const cipher = (iv: Uint8Array<ArrayBuffer>, username: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(username),
});

export function createLoginVault({ storage, keys, webCrypto, now = Date.now }: VaultOptions): LoginVault {
  async function forget(): Promise<void> {
    storage.removeItem(storageKey);
    await keys.remove();
  }

  async function read(): Promise<SavedLogin | null> {
    const text = storage.getItem(storageKey);
    const found = parsed(text);
    if (found !== null && found.expiresAt > now()) {
      const { username } = found;
      try {
        const key = await keys.get();
        if (key === undefined) throw new Error('the key is gone');
        const how = cipher(fromBase64(found.iv), username);
        const plain = await webCrypto.subtle.decrypt(how, key, fromBase64(found.password));
        return { username, password: new TextDecoder().decode(plain) };
      } catch {
        // Without its key the entry can't be decrypted; it is deleted below.
      }
    }
    if (text !== null) await forget();
    return null;
  }

  async function save({ username, password }: SavedLogin): Promise<void> {
    const key = (await keys.get()) ?? (await makeLoginKey(webCrypto.subtle));
    await keys.put(key);
    const iv = webCrypto.getRandomValues(new Uint8Array(12));
    const plain = new TextEncoder().encode(password);
    const secret = await webCrypto.subtle.encrypt(cipher(iv, username), key, plain);
    const entry: Kept = {
      username,
      password: toBase64(new Uint8Array(secret)),
      iv: toBase64(iv),
      expiresAt: now() + lifetimeMs,
    };
    storage.setItem(storageKey, JSON.stringify(entry));
  }

  return {
    read,
    save,
    forget,
    async change(username, patch) {
      const present = await read();
      if (present !== null && isSame(present.username, username)) await save({ ...present, ...patch });
    },
  };
}

/** Returns this browser's vault; null without TLS, where WebCrypto is unavailable, or without IndexedDB. */
export function browserLoginVault(): LoginVault | null {
  if (!window.isSecureContext || typeof indexedDB === 'undefined') return null;
  // Never reached without TLS; the login form explains that the feature needs it.
  return createLoginVault({ storage: localStorage, keys: databaseKeyStore, webCrypto: crypto });
}
