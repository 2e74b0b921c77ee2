/** Encryption of social accounts' credentials at rest. */
import type { SecretBox } from '../../base/crypto/secrets.ts';

export function openCredentials(secrets: SecretBox, account: { id: string; credentials: string }): unknown {
  return JSON.parse(secrets.open(account.credentials, `social account ${account.id}`));
}

export function sealCredentials(secrets: SecretBox, id: string, credentials: unknown): string {
  return secrets.seal(JSON.stringify(credentials), `social account ${id}`);
}
