/**
 * The copy of a material's file that the messages of automatic replies share. A message keeps its file regardless of
 * the material, and one copy per welcomed customer would fill the disk.
 */
import { type Tx, transaction } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import {
  copyFile,
  type FilesDeps,
  keepFiles,
  keepShared,
  readCompleteFile,
  releaseFiles,
} from '../../files/index.ts';
import { type MaterialItem, readMaterials, type StoredFile } from './queries.ts';
import * as store from './store.ts';

const shared = (owner: WorkspaceId, fileId: string) =>
  ({ owner, purpose: 'message', fileIds: [fileId] }) as const;

export type MissingCopy = Pick<MaterialItem, 'id' | 'sentFileId'>;

/**
 * Marks the copy as in use by a message of this transaction. Returns null when there is none; `makeSentFile` then makes
 * one.
 */
export async function takeSentFile(
  tx: Tx,
  workspaceId: WorkspaceId,
  { file, sentFileId }: Pick<MaterialItem, 'file' | 'sentFileId'>,
): Promise<StoredFile | null> {
  if (file === null || sentFileId === null) return null;
  return (await keepShared(tx, shared(workspaceId, sentFileId))) ? { ...file, id: sentFileId } : null;
}

/**
 * Copies a material's file for messages, outside of any transaction, because copying may take long. Of two concurrent
 * copies the first is kept. Does nothing for a material without a file. Throws `file.too-many`.
 *
 * @param missing the material in which `takeSentFile` found no copy; if it has another one by now, nothing is done
 */
export async function makeSentFile(
  deps: FilesDeps,
  workspaceId: WorkspaceId,
  { id: materialId, sentFileId }: MissingCopy,
): Promise<void> {
  const material = (await readMaterials(deps.database, workspaceId, [materialId])).get(materialId);
  if (!material?.file || material.sentFileId !== sentFileId) return;
  const { file } = material;
  const uploader = { owner: workspaceId, uploadedBy: 'automation' };
  const copy = await copyFile(deps, uploader, await readCompleteFile(deps, file.id), 'message');
  await transaction(deps.database, async (tx) => {
    const now = await store.lockFiles(tx, workspaceId, materialId);
    if (now?.fileId === file.id && now.sentFileId === sentFileId) {
      await store.setSentFile(tx, workspaceId, materialId, copy.id);
    } else {
      // Released rather than left unused, so that it is deleted within the hour and not after a day.
      await keepFiles(tx, shared(workspaceId, copy.id));
      await releaseFiles(tx, shared(workspaceId, copy.id));
    }
  });
}
