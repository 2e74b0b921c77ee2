/** Visitors' uploads in the website chat, and the addresses of the files in their conversation. */
import type { VisitorFile } from '@parley/connectors';
import { mediaKindOf } from '@parley/contract/conversations';
import * as visitorApi from '@parley/contract/visitor';
import { addressKey } from '../../base/http/address.ts';
import { assertWithinLimit } from '../../base/http/address-limits.ts';
import { assertFound } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import { RateWindow } from '../../base/rate-window.ts';
import type { FileRow } from '../../schema/files.ts';
import { findChat, linkToFile } from '../conversations/index.ts';
import {
  completeUploaded,
  type FileAddresses,
  type FilesDeps,
  findUploaded,
  presign,
  uploaderOf,
  visitorUploadPath,
} from '../files/index.ts';

export type VisitorFilesDeps = FilesDeps & { fileAddresses: FileAddresses; rateLimitFactor: number };
type FileCaller = Parameters<typeof uploaderOf>[0] & { audience: 'visitor' };

/** Bytes that one address may announce to one site per hour: visitor tokens are free. */
const maxBytes = 300 * 1024 * 1024;
/** The same for all visitors of a site together, so that many addresses can't fill the disk. */
const maxBytesOfSite = 4 * 1024 * 1024 * 1024;

export function registerVisitorFiles(mount: Mount, deps: VisitorFilesDeps): void {
  const { database, clock, rateLimitFactor: factor } = deps;
  const windowMs = 3_600_000;
  const announced = new RateWindow({ max: Math.ceil(maxBytes * factor), windowMs });
  const announcedToSite = new RateWindow({ max: Math.ceil(maxBytesOfSite * factor), windowMs });

  mount(visitorApi.visitorUpload, async ({ caller, body, request }) => {
    const key = `${caller.socialAccountId} ${addressKey(request)}`;
    assertWithinLimit(announced.take(key, clock.now(), body.size));
    assertWithinLimit(announcedToSite.take(caller.socialAccountId, clock.now(), body.size));
    const place = await presign(deps, uploaderOf(caller), { ...body, purpose: 'message' });
    return { ...place, uploadUrl: place.uploadUrl.replace(/^\/api\/files\/upload\//, visitorUploadPath) };
  });

  mount(visitorApi.visitorUploadComplete, async ({ caller, body: { fileId } }) => {
    await completeUploaded(deps, uploaderOf(caller), fileId);
    return { fileId };
  });

  mount(visitorApi.visitorFileLink, async ({ caller, params: { fileId } }) => {
    const { workspaceId, socialAccountId, visitorId } = caller;
    const chat = await findChat(database, workspaceId, socialAccountId, visitorId);
    return linkToFile(deps, chat, fileId, 'participant');
  });
}

/** Returns the visitor's own upload. Throws `file.not-found`. */
export async function visitorFile(
  { database }: Pick<FilesDeps, 'database'>,
  caller: FileCaller,
  fileId: string,
): Promise<FileRow> {
  const upload = { fileId, purpose: 'message' } as const;
  return assertFound(await findUploaded(database, uploaderOf(caller), upload), 'file.not-found');
}

/** Converts a file to the website chat's format. */
export function asVisitorFile({ id, name, contentType, size }: FileRow, isVoice = false): VisitorFile {
  return { id, kind: mediaKindOf(contentType, isVoice), name, contentType, size };
}
