/** Inspects media, and stores the smaller pictures that are shown in their place. */
import { join } from 'node:path';
import type { FilePurpose } from '@parley/contract/files';
import type { FileStore } from '../../base/files/file-store.ts';
import { temporaryFolder } from '../../base/files/temporary-folder.ts';
import type { FileRow } from '../../schema/files.ts';
import { isInspected, type MediaFacts, previewType, unknownFacts } from './inspection/media-facts.ts';
import type { MediaInspector } from './inspection/media-inspector.ts';
import { keptKey, previewKey } from './keys.ts';

type PreviewsDeps = { fileStore: FileStore; mediaInspector: MediaInspector };

/** Returns whether files of this purpose are shown in conversations; no others need a preview. */
const isSent = (purpose: FilePurpose) => purpose === 'message' || purpose === 'material';

/** Inspects a stored file, and stores its preview. Idempotent. */
export async function inspectStored(
  { fileStore, mediaInspector }: PreviewsDeps,
  { id, contentType, size, purpose }: Pick<FileRow, 'id' | 'contentType' | 'size' | 'purpose'>,
): Promise<MediaFacts> {
  if (!isSent(purpose) || !isInspected(contentType)) return unknownFacts;
  return mediaInspector.once(id, async () => {
    const onDisk = await fileStore.onDisk(keptKey(id), size);
    if (onDisk === null || onDisk === 'too-large') return unknownFacts;
    await using stored = onDisk;
    await using folder = await temporaryFolder();
    const previewPath = join(folder.path, 'preview');
    const facts = await mediaInspector.inspect({ path: stored.path, contentType, previewPath });
    await storePreview(fileStore, id, facts, previewPath);
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
