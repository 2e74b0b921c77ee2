import type { FilePurpose } from '@parley/contract/files';
import { transaction } from '../../base/db/database.ts';
import { AppError } from '../../base/http/app-error.ts';
import { newId } from '../../base/ids.ts';
import type { FileRow } from '../../schema/files.ts';
import { isInspected } from './inspection/media-facts.ts';
import { keptKey, previewKey } from './keys.ts';
import { addInspection } from './later-inspection.ts';
import { type FilesDeps, maxUnused } from './service.ts';
import * as store from './store.ts';

/**
 * Copies a complete file for another purpose, without reading its bytes into memory. The copy belongs to the uploader
 * and is unused. Throws `file.too-many`.
 */
export async function copyFile(
  { database, clock, fileStore }: FilesDeps,
  uploader: store.Uploader,
  source: FileRow,
  purpose: FilePurpose,
): Promise<FileRow> {
  const now = new Date(clock.now());
  const { owner: workspaceId, uploadedBy } = uploader;
  const id = newId();
  const state = 'stored' as const;
  const row = { ...source, id, workspaceId, uploadedBy, purpose, state, stateSince: now, createdAt: now };
  await transaction(database, async (tx) => {
    await store.lockUploads(tx, uploader);
    if ((await store.countUnused(tx, uploader)) >= maxUnused) throw new AppError('file.too-many');
    // The row is inserted first: if this process dies, the removal of unused files finds it.
    await store.insertFile(tx, { ...row, uploadTokenHash: null });
    if (isInspected(row.contentType) && row.width === null && row.durationMs === null)
      await addInspection(tx, clock, row);
  });
  const keys = source.previewSize === null ? [keptKey] : [keptKey, previewKey];
  for (const key of keys) {
    if (!(await fileStore.copy(key(source.id), key(id))))
      throw new Error(`the bytes of file ${source.id} are lost`);
  }
  return row;
}
