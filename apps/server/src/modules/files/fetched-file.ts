/** Stores files that this server fetches itself, from untrusted sources. */
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FilePurpose } from '@parley/contract/files';
import { transaction } from '../../base/db/database.ts';
import { temporaryFolder } from '../../base/files/temporary-folder.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { type InspectedFile, inspectedFileOf } from './inspected-file.ts';
import { unknownFacts } from './inspection/media-facts.ts';
import { keptKey } from './keys.ts';
import { addInspection } from './later-inspection.ts';
import { detectMediaType } from './media-type.ts';
import { senderOf, storePreview } from './previews.ts';
import type { FilesDeps } from './service.ts';
import { insertFile } from './store.ts';

/** In ms. Long, because a job fetches: a customer may send many photos at once. */
const inspectionPatience = 120_000;

/** A file with the facts that its bytes show. */
export type FetchedFile = InspectedFile & { fileId: string };
export type FetchTarget = { workspaceId: WorkspaceId; purpose: FilePurpose; name: string; maxBytes: number };

/**
 * Stores a body as a stream, under the type that its bytes show; unrecognized bytes get the generic type. The file is
 * unused until it is kept. Rejects if the body does. Returns `too-large`, storing nothing, when the body exceeds
 * `maxBytes`.
 */
export async function storeFetchedFile(
  deps: FilesDeps,
  { workspaceId, purpose, name, maxBytes }: FetchTarget,
  body: AsyncIterable<Uint8Array>,
): Promise<FetchedFile | 'too-large'> {
  await using folder = await temporaryFolder();
  const draft = join(folder.path, 'file');
  const size = await writeUpTo(draft, body, maxBytes);
  if (size === null) return 'too-large';
  const contentType = await typeOf(draft);
  const fileId = newId();
  const previewPath = join(folder.path, 'preview');
  const seen = await deps.mediaInspector.inspect(
    { path: draft, contentType, previewPath },
    { sender: senderOf({ workspaceId, purpose, uploadedBy: null }), patience: inspectionPatience },
  );
  const facts = seen ?? unknownFacts;
  const now = new Date(deps.clock.now());
  const row = {
    id: fileId,
    workspaceId,
    purpose,
    name,
    contentType,
    size,
    state: 'stored' as const,
    stateSince: now,
    uploadTokenHash: null,
    uploadedBy: null,
    createdAt: now,
    ...facts,
  };
  // The row is inserted first: if this process dies, the removal of unused files finds it.
  await transaction(deps.database, async (tx) => {
    await insertFile(tx, row);
    if (seen === null) await addInspection(tx, deps.clock, row);
  });
  await deps.fileStore.putFile(keptKey(fileId), { path: draft, size }, contentType);
  await storePreview(deps.fileStore, fileId, facts, previewPath);
  return { fileId, ...inspectedFileOf({ contentType, size, ...facts }) };
}

/** Returns the size; null when the limit was exceeded. */
async function writeUpTo(
  path: string,
  body: AsyncIterable<Uint8Array>,
  most: number,
): Promise<number | null> {
  let size = 0;
  await pipeline(
    async function* () {
      for await (const piece of body) {
        size += piece.byteLength;
        if (size > most) return;
        yield piece;
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  );
  return size > most ? null : size;
}

const headBytes = 64 * 1024;

async function typeOf(path: string): Promise<string> {
  await using file = await open(path, 'r');
  const { bytesRead, buffer } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  return (await detectMediaType(buffer.subarray(0, bytesRead))) ?? 'application/octet-stream';
}
