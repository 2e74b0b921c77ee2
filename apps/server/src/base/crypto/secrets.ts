import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts secrets that must be readable again (channel tokens, proxy passwords): AES-256-GCM under a key derived
 * from `APP_SECRET`. The ciphertext starts with the key's id, so that a rotation can find the rows still under the
 * old key. `context` binds a secret to its place: moved into another row, it can't be decrypted.
 */
export type SecretBox = {
  seal(plain: string, context: string): string;
  open(sealed: string, context: string): string;
};

/** `secrets`: the current one first, then older ones that may still be in use. */
export function createSecretBox(secrets: readonly [string, ...string[]]): SecretBox {
  const keys = new Map(secrets.map((secret) => [keyId(secret), deriveKey(secret, 'secrets at rest')]));
  const current = keyId(secrets[0]);
  return {
    seal(plain, context) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keyOf(keys, current), iv);
      cipher.setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${current}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed, context) {
      const [id = '', data = ''] = sealed.split('.');
      const bytes = Buffer.from(data, 'base64url');
      // Without an explicit length, a tag of four bytes would be accepted, which can be guessed.
      const whole = { authTagLength: 16 };
      const decipher = createDecipheriv('aes-256-gcm', keyOf(keys, id), bytes.subarray(0, 12), whole);
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

function keyOf(keys: ReadonlyMap<string, Buffer>, id: string): Buffer {
  const key = keys.get(id);
  if (!key)
    throw new Error(`a stored secret is under the key ${id}, which APP_SECRET doesn't hold (any more)`);
  return key;
}

function keyId(secret: string): string {
  return createHash('sha256').update(`parley key id ${secret}`).digest('hex').slice(0, 8);
}

/** Derives a separate key for each purpose from one secret. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `parley ${purpose}`, 32));
}
