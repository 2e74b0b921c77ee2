/**
 * Tokens with which an owner reads a report without sharing it: signed rather than stored, bound to one login session, and in the
 * format of a share's token, so that the page has a single entry. A pass that turns up later has expired.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import { deriveKey } from '../../../base/crypto/secrets.ts';
import { trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';

export type OwnerPass = { workspaceId: WorkspaceId; linkId: string; sessionId: string };

const lifeMs = 12 * 3_600_000;
const idBytes = 16;
const timeBytes = 6;
const signatureBytes = 16;
const contentBytes = timeBytes + 3 * idBytes;

const toBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');
const toId = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

export function createOwnerPasses(secret: string, clock: Pick<Clock, 'now'>) {
  const key = deriveKey(secret, 'split report passes');
  const signatureOf = (content: Buffer) =>
    createHmac('sha256', key).update(content).digest().subarray(0, signatureBytes);
  return {
    issue({ workspaceId, linkId, sessionId }: OwnerPass): string {
      const expires = Buffer.alloc(timeBytes);
      expires.writeUIntBE(clock.now() + lifeMs, 0, timeBytes);
      const content = Buffer.concat([expires, ...[workspaceId, linkId, sessionId].map(toBytes)]);
      return Buffer.concat([content, signatureOf(content)]).toString('base64url');
    },
    /** Returns null if the token is no such pass. Doesn't check whether the login session is still open. */
    read(token: string): (OwnerPass & { isOver: boolean }) | null {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== contentBytes + signatureBytes) return null;
      const content = bytes.subarray(0, contentBytes);
      if (!timingSafeEqual(bytes.subarray(contentBytes), signatureOf(content))) return null;
      const [workspaceId = '', linkId = '', sessionId = ''] = [0, 1, 2].map((at) =>
        toId(content.subarray(timeBytes + at * idBytes, timeBytes + (at + 1) * idBytes)),
      );
      return {
        workspaceId: trustWorkspaceId(workspaceId),
        linkId,
        sessionId,
        isOver: content.readUIntBE(0, timeBytes) <= clock.now(),
      };
    },
  };
}

export type OwnerPasses = ReturnType<typeof createOwnerPasses>;
