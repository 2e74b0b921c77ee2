/**
 * The installation's keys for signing closed days: Ed25519. The private key is stored encrypted under `APP_SECRET`; if it can't
 * be decrypted any more, or on request, a new one replaces it and the old public key is kept.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { SecretBox } from '../../../base/crypto/secrets.ts';
import { readableCode } from '../../../base/crypto/tokens.ts';
import type { Tx } from '../../../base/db/database.ts';
import * as store from './store.ts';

export type Signer = { keyId: string; sign(text: string): string };

const context = (keyId: string) => `snapshot key ${keyId}`;

/** Returns a signer with the present key, which is created if missing. It returns the 64 bytes in Base64. */
export async function currentSigner(tx: Tx, secrets: SecretBox, now: Date): Promise<Signer> {
  await store.lockKeys(tx);
  const present = await store.readCurrentKey(tx);
  const opened = present === null ? null : openKey(secrets, present);
  if (present !== null && opened !== null) return signerOf(present.id, opened);
  return createKey(tx, secrets, now);
}

/** Creates a new key that signs from now on. */
async function createKey(tx: Tx, secrets: SecretBox, now: Date): Promise<Signer> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const id = readableCode(8);
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  await store.replaceKey(tx, {
    id,
    publicKey: Buffer.from(x, 'base64url').toString('base64'),
    sealedPrivateKey: secrets.seal(secret, context(id)),
    createdAt: now,
  });
  return signerOf(id, privateKey);
}

/** Returns null if it was encrypted under a secret that this installation no longer has. */
function openKey(
  secrets: SecretBox,
  { id, sealedPrivateKey }: { id: string; sealedPrivateKey: string | null },
): KeyObject | null {
  if (sealedPrivateKey === null) return null;
  try {
    const der = Buffer.from(secrets.open(sealedPrivateKey, context(id)), 'base64');
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  } catch {
    return null;
  }
}

const signerOf = (keyId: string, key: KeyObject): Signer => ({
  keyId,
  sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
});

type Replacement =
  | { ok: true; oldKeyId: string; newKeyId: string }
  /** `wrong-secret`: with these secrets the present key can't be decrypted, so the server couldn't decrypt the new one. */
  | { ok: false; reason: 'no-key' | 'wrong-secret' };

/** Replaces the present key on request. Every server reads the key when it signs, so that none continues with the old one. */
export async function replaceSigningKey(tx: Tx, secrets: SecretBox, now: Date): Promise<Replacement> {
  await store.lockKeys(tx);
  const present = await store.readCurrentKey(tx);
  if (present === null) return { ok: false, reason: 'no-key' };
  if (openKey(secrets, present) === null) return { ok: false, reason: 'wrong-secret' };
  const { keyId } = await createKey(tx, secrets, now);
  return { ok: true, oldKeyId: present.id, newKeyId: keyId };
}
