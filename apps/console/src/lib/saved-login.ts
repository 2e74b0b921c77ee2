/**
 * "Remember me": e-mail address and password for 30 days in this browser, the password encrypted. The page
 * `docs/decisions/` has on it says what that protects from, and what not.
 */
import type { KeyValueStorage } from '@parley/api-client';
import { type KeyPlace, keyInDatabase, makeLoginKey } from './login-key.ts';

export type SavedLogin = { username: string; password: string };

export type LoginVault = {
  /** Null: nothing was saved, it has run out, or its key is gone. What can't be read any more is removed. */
  read(): Promise<SavedLogin | null>;
  save(login: SavedLogin): Promise<void>;
  /** Changes what is saved for this user, if anything is: a new password must not leave the old one to be tried. */
  change(username: string, patch: Partial<SavedLogin>): Promise<void>;
  forget(): Promise<void>;
};

export type VaultOptions = {
  storage: KeyValueStorage;
  keys: KeyPlace;
  /** The browser's `crypto`. */
  webCrypto: Pick<Crypto, 'subtle' | 'getRandomValues'>;
  /** ms since the epoch. */
  now?: () => number;
};

/** The specification's name and time. */
const storageKey = 'loginForm';
const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

type Kept = {
  username: string;
  /** Base64 of the ciphertext with its tag. */
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
    // Written by another version or by hand: it is ignored.
    return null;
  }
}

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** The user name is authenticated along, so that a swapped one doesn't get this password. */
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
        // Without its key the entry is noise; below it is removed.
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

/** This browser's; null where a page without TLS has no cryptography, or the browser no database. */
export function browserLoginVault(): LoginVault | null {
  if (!window.isSecureContext || typeof indexedDB === 'undefined') return null;
  // Without TLS: not reached; the login form says what it would take.
  return createLoginVault({ storage: localStorage, keys: keyInDatabase, webCrypto: crypto });
}
