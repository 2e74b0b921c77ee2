/** Inspects media, and stores the smaller pictures that are shown in their place. */
import { join } from 'node:path';
import type { FilePurpose } from '@parley/contract/files';
import type { FileStore } from '../../base/files/file-store.ts';
import { temporaryFolder } from '../../base/files/temporary-folder.ts';
import type { FileRow } from '../../schema/files.ts';
import { isInspected, type MediaFacts, previewType, unknownFacts } from './inspection/media-facts.ts';
import type { MediaInspector } from './inspection/media-inspector.ts';
import { keptKey, previewKey } from './keys.ts';

export type PreviewsDeps = { fileStore: FileStore; mediaInspector: MediaInspector };

/** Returns whether files of this purpose are shown in conversations; no others need a preview. */
const isSent = (purpose: FilePurpose) => purpose === 'message' || purpose === 'material';

/**
 * Returns the sender of a file in the inspector's queue: the workspace's customers, who may be anonymous and count as one,
 * or its own people. Files for messages without an uploader were fetched from a platform.
 */
export function senderOf({
  workspaceId,
  purpose,
  uploadedBy,
}: Pick<FileRow, 'workspaceId' | 'purpose' | 'uploadedBy'>): string {
  const isCustomers = uploadedBy === null ? purpose === 'message' : uploadedBy.startsWith('visitor ');
  return `${workspaceId} ${isCustomers ? 'customers' : 'people'}`;
}

/** Inspects a stored file, and stores its preview. Idempotent. Returns null when too many wait. */
export async function inspectStored(
  { fileStore, mediaInspector }: PreviewsDeps,
  file: FileRow,
): Promise<MediaFacts | null> {
  const { id, contentType, size, purpose } = file;
  if (!isSent(purpose) || !isInspected(contentType)) return unknownFacts;
  return mediaInspector.once(id, async () => {
    const onDisk = await fileStore.onDisk(keptKey(id), size);
    if (onDisk === null || onDisk === 'too-large') return unknownFacts;
    await using stored = onDisk;
    await using folder = await temporaryFolder();
    const previewPath = join(folder.path, 'preview');
    const medium = { path: stored.path, contentType, previewPath };
    const facts = await mediaInspector.inspect(medium, { sender: senderOf(file) });
    if (facts !== null) await storePreview(fileStore, id, facts, previewPath);
    return facts;
  });
}

export async function storePreview(
  fileStore: FileStore,
  id: string,
  { previewSize }: Pick<MediaFacts, 'previewSize'>,
  path: string,
): Promise<void> {
  if (previewSize !== null) await fileStore.putFile(previewKey(id), { path, size: previewSize }, previewType);
}
