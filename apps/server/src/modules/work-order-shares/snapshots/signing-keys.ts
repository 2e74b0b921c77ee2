/**
 * The keys that sign closed days: Ed25519, of the whole installation. The private one is stored sealed under `APP_SECRET`;
 * when it can't be opened any more, or on request, a new one takes its place and the old public key stays.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { SecretBox } from '../../../base/crypto/secrets.ts';
import { readableCode } from '../../../base/crypto/tokens.ts';
import type { Tx } from '../../../base/db/database.ts';
import * as store from './store.ts';

export type Signer = { keyId: string; sign(text: string): string };

const context = (keyId: string) => `snapshot key ${keyId}`;

/** Returns the signer with the present key, which is made if there is none. Base64 of the 64 bytes. */
export async function presentSigner(tx: Tx, secrets: SecretBox, now: Date): Promise<Signer> {
  await store.lockKeys(tx);
  const present = await store.readPresentKey(tx);
  const opened = present === null ? null : openKey(secrets, present);
  if (present !== null && opened !== null) return signerOf(present.id, opened);
  return replaceKey(tx, secrets, now);
}

/** Makes a new key that signs from now on. */
async function replaceKey(tx: Tx, secrets: SecretBox, now: Date): Promise<Signer> {
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

/** Null: it was sealed under a secret that this installation has no more. */
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

/** Replaces the present key, whether it can be opened or not. */
export async function rotateKey(tx: Tx, secrets: SecretBox, now: Date): Promise<string> {
  await store.lockKeys(tx);
  return (await replaceKey(tx, secrets, now)).keyId;
}
