import { createHmac } from 'node:crypto';
import { secretsEqual } from './secrets.ts';

/** The algorithm and encoding of a platform's signatures. */
export type SignatureForm = { algorithm: 'sha1' | 'sha256' | 'sha512'; encoding: 'hex' | 'base64' };

/** Returns whether `given` is the HMAC of these bytes under the secret, in constant time. */
export function isSigned(
  bytes: Buffer,
  given: string | undefined,
  secret: string,
  { algorithm, encoding }: SignatureForm,
): boolean {
  // Anybody could sign with an empty key.
  return secret !== '' && secretsEqual(given, createHmac(algorithm, secret).update(bytes).digest(encoding));
}
