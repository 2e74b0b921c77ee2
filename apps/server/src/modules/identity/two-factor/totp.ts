/** Time-based codes (RFC 6238) as every authenticator app generates them: SHA-1, six digits, 30 seconds. */
import { Secret, TOTP } from 'otpauth';

const period = 30;
const settings = { algorithm: 'SHA1', digits: 6, period } as const;

/** Returns a new secret of 160 bits (RFC 4226, section 4), in Base32. */
export const makeSecret = (): string => new Secret({ size: 20 }).base32;

/** Returns the `otpauth:` URI that an app reads from a QR code. */
export function keyUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...settings, issuer, label, secret: Secret.fromBase32(secret) }).toString();
}

/**
 * Returns the time step of a code that is valid at `now` (ms), accepting one step before and after because clocks
 * differ; null when the code is wrong, or its step is not after `lastStep`.
 */
export function acceptedStep(
  secret: string,
  code: string,
  { now, lastStep }: { now: number; lastStep: number },
): number | null {
  const totp = new TOTP({ ...settings, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: 1 });
  if (delta === null) return null;
  const step = Math.floor(now / (period * 1000)) + delta;
  return step > lastStep ? step : null;
}
