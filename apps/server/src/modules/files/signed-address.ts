/**
 * Signed addresses of restricted files, for elements that can't send headers: pictures, players. Such an address opens
 * one file to any client until it expires.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FileLink } from '@parley/contract/files';
import type { Clock } from '../../base/clock.ts';
import { deriveKey } from '../../base/crypto/secrets.ts';
import { fileUrl } from './service.ts';

export type FileAddresses = {
  /**
   * Returns an address that is valid for one to two hours. It stays the same for an hour, so that browsers can cache
   * the file.
   */
  sign(fileId: string): string;
  /** Returns the addresses of a file and its preview with one signature: a reader of one may see the other. */
  link(fileId: string, file: { hasPreview: boolean }): FileLink;
  isSigned(fileId: string, query: unknown): boolean;
};

const hourSeconds = 3_600;

/** `secret`: the installation's current one. Rotating it invalidates all addresses, and pages fetch new ones. */
export function createFileAddresses(secret: string, now: Clock['now']): FileAddresses {
  const key = deriveKey(secret, 'addresses of files');
  const signatureOf = (fileId: string, expires: string) =>
    createHmac('sha256', key).update(`${fileId} ${expires}`).digest();
  const permissionFor = (fileId: string) => {
    const expires = String((Math.floor(now() / 1000 / hourSeconds) + 2) * hourSeconds);
    const signature = signatureOf(fileId, expires).toString('base64url');
    return `expires=${expires}&signature=${signature}`;
  };
  return {
    sign: (fileId) => `${fileUrl(fileId)}?${permissionFor(fileId)}`,
    link(fileId, { hasPreview }) {
      const permission = permissionFor(fileId);
      const url = `${fileUrl(fileId)}?${permission}`;
      return { url, previewUrl: hasPreview ? `${fileUrl(fileId)}/preview?${permission}` : null };
    },
    isSigned(fileId, query) {
      const { expires, signature } = query as Record<string, unknown>; // of a URL: strings, or lists of them
      if (typeof expires !== 'string' || typeof signature !== 'string') return false;
      if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 <= now()) return false;
      const given = Buffer.from(signature, 'base64url');
      const right = signatureOf(fileId, expires);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
