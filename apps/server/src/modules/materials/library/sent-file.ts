/**
 * The copy of a material's file that the messages of automatic replies share. A message keeps its file whatever becomes of
 * the material, and a copy for each customer who is welcomed would fill the disk.
 */
import { type Tx, transaction } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import {
  completeFile,
  copyFile,
  type FilesDeps,
  keepFiles,
  keepShared,
  releaseFiles,
} from '../../files/index.ts';
import { type MaterialItem, readMaterials, type StoredFile } from './queries.ts';
import * as store from './store.ts';

const shared = (owner: WorkspaceId, fileId: string) =>
  ({ owner, purpose: 'message', fileIds: [fileId] }) as const;

export type MissingCopy = Pick<MaterialItem, 'id' | 'sentFileId'>;

/** Takes the copy into use for a message of this transaction. Null: there is none, and `makeSentFile` makes one. */
export async function takeSentFile(
  tx: Tx,
  workspaceId: WorkspaceId,
  { file, sentFileId }: Pick<MaterialItem, 'file' | 'sentFileId'>,
): Promise<StoredFile | null> {
  if (file === null || sentFileId === null) return null;
  return (await keepShared(tx, shared(workspaceId, sentFileId))) ? { ...file, id: sentFileId } : null;
}

/**
 * Copies a material's file for messages, outside of any transaction: the bytes may take a while. Of two copies that are
 * made at once the first stays. A material without a file is left alone. Throws `file.too-many`.
 *
 * @param missing the material as `takeSentFile` found no copy of it: with another one meanwhile there is nothing to do
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
  const copy = await copyFile(deps, uploader, await completeFile(deps, file.id), 'message');
  await transaction(deps.database, async (tx) => {
    const now = await store.lockFiles(tx, workspaceId, materialId);
    if (now?.fileId === file.id && now.sentFileId === sentFileId) {
      await store.setSentFile(tx, workspaceId, materialId, copy.id);
    } else {
      // Released instead of left unused, it goes within the hour and not after a day.
      await keepFiles(tx, shared(workspaceId, copy.id));
      await releaseFiles(tx, shared(workspaceId, copy.id));
    }
  });
}
