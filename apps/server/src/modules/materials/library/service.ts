import { type MaterialForm, materialLimits, materialTypeOf } from '@parley/contract/materials';
import type { Clock } from '../../../base/clock.ts';
import { type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { claimRequestId } from '../../../base/db/request-ids.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import { record } from '../../audit/index.ts';
import { keepFiles, releaseFiles } from '../../files/index.ts';
import { groupExists } from '../groups/store.ts';
import { type ReadMaterialUsages, readUsages } from '../usages.ts';
import { findByFile, type MaterialItem, readContentType, readOne, readStorage } from './queries.ts';
import * as store from './store.ts';

export type MaterialsDeps = {
  database: Database;
  clock: Clock;
  materialUsages: readonly ReadMaterialUsages[];
};
export type LibraryCaller = { workspaceId: WorkspaceId; origin: RequestOrigin };

/**
 * Creates a material. If its file already belongs to one, returns that material: the request was repeated because its
 * answer was lost.
 */
export async function createMaterial(
  { database, clock }: MaterialsDeps,
  { workspaceId, origin }: LibraryCaller,
  form: MaterialForm,
): Promise<MaterialItem> {
  return transaction(database, async (tx) => {
    await store.lockLibrary(tx, workspaceId);
    const row = rowOf(workspaceId, newId(), form, clock);
    const there = row.fileId === null ? null : await findByFile(tx, workspaceId, row.fileId);
    if (there?.type === row.type) return there;
    if (there !== null) throw new AppError('material.file-not-found');
    if ((await store.countAll(tx, workspaceId)) >= materialLimits.workspace)
      throw new AppError('material.too-many');
    await assertGroup(tx, workspaceId, form.groupId);
    await store.insert(tx, row);
    if (row.fileId !== null) await takeFile(tx, workspaceId, { fileId: row.fileId, type: row.type });
    await record(tx, origin, {
      action: 'material.created',
      object: objectOf({ id: row.id, name: row.title }),
      details: { type: row.type },
    });
    return requireOne(tx, workspaceId, row.id);
  });
}

/** Changes a material. Throws `resource.stale` when it was changed meanwhile. */
export async function updateMaterial(
  { database, clock }: MaterialsDeps,
  { workspaceId, origin }: LibraryCaller,
  { materialId: id, version, ...form }: MaterialForm & { materialId: string; version: number },
): Promise<MaterialItem> {
  return transaction(database, async (tx) => {
    await store.lockLibrary(tx, workspaceId);
    const before = await requireOne(tx, workspaceId, id);
    if (before.version !== version) throw new AppError('resource.stale');
    const row = rowOf(workspaceId, id, form, clock);
    if (row.type !== before.type) throw new AppError('material.type-fixed');
    await assertGroup(tx, workspaceId, form.groupId);
    const fileBefore = before.file?.id ?? null;
    if (row.fileId !== null && row.fileId !== fileBefore && (await findByFile(tx, workspaceId, row.fileId)))
      throw new AppError('material.file-not-found');
    const replaced = row.fileId !== fileBefore;
    await store.update(tx, replaced ? { ...row, sentFileId: null } : row);
    if (replaced) {
      if (row.fileId !== null) await takeFile(tx, workspaceId, { fileId: row.fileId, type: row.type });
      await release(tx, workspaceId, [fileBefore]);
    }
    await record(tx, origin, {
      action: 'material.changed',
      object: objectOf({ id, name: row.title }),
      details: { before: before.title },
    });
    return requireOne(tx, workspaceId, id);
  });
}

/** Moves all of these materials or none, and returns how many. */
export async function moveMaterials(
  { database }: MaterialsDeps,
  { workspaceId, origin }: LibraryCaller,
  { ids, groupId }: { ids: readonly string[]; groupId: string | null },
): Promise<number> {
  return transaction(database, async (tx) => {
    await store.lockLibrary(tx, workspaceId);
    await assertGroup(tx, workspaceId, groupId);
    const wanted = [...new Set(ids)];
    const moved = await store.setGroup(tx, workspaceId, { ids: wanted, groupId });
    if (moved.length < wanted.length) throw new AppError('material.not-found');
    await record(
      tx,
      origin,
      ...moved.map(
        (one) => ({ action: 'material.moved', object: objectOf(one), details: { groupId } }) as const,
      ),
    );
    return moved.length;
  });
}

/** Most usages listed in a refusal. */
const namedUsages = 3;

/**
 * Deletes all of these materials or none, and returns how many. Throws `material.in-use` when another module uses one
 * of them.
 */
export async function deleteMaterials(
  { database, materialUsages }: MaterialsDeps,
  { workspaceId, origin }: LibraryCaller,
  ids: readonly string[],
): Promise<number> {
  return transaction(database, async (tx) => {
    const wanted = [...new Set(ids)];
    await store.lockLibrary(tx, workspaceId);
    const claimed = await store.lockForDeletion(tx, workspaceId, wanted);
    if (claimed.length < wanted.length) throw new AppError('material.not-found');
    const usages = await readUsages(materialUsages, tx, workspaceId, wanted);
    if (usages.length > 0) {
      const names = usages.slice(0, namedUsages).map(({ name }) => name);
      const details = {
        usages: usages.length,
        names: names.join(', ') + (usages.length > namedUsages ? ' …' : ''),
      };
      throw new AppError('material.in-use', { details });
    }
    await store.remove(tx, workspaceId, wanted);
    await release(
      tx,
      workspaceId,
      claimed.map(({ fileId }) => fileId),
    );
    await record(
      tx,
      origin,
      ...claimed.map((one) => ({ action: 'material.deleted', object: objectOf(one) }) as const),
    );
    return claimed.length;
  });
}

/** Counts a use by an agent, once for each request id. */
export async function countUse(
  { database }: Pick<MaterialsDeps, 'database'>,
  workspaceId: WorkspaceId,
  { materialId, requestId }: { materialId: string; requestId: string },
): Promise<void> {
  await transaction(database, async (tx) => {
    const claim = await claimRequestId(tx, requestId, { materialUse: [workspaceId, materialId] });
    if (claim === 'taken') throw new AppError('material.request-id-taken');
    if (claim === 'new' && !(await store.countUse(tx, workspaceId, materialId)))
      throw new AppError('material.not-found');
  });
}

/** Marks an uploaded file as in use, within the workspace's storage limit. */
async function takeFile(
  tx: Tx,
  workspaceId: WorkspaceId,
  { fileId, type }: { fileId: string; type: store.NewMaterial['type'] },
): Promise<void> {
  const kept = await keepFiles(tx, { owner: workspaceId, purpose: 'material', fileIds: [fileId] });
  if (!kept) throw new AppError('material.file-not-found');
  const needed = type === 'card' ? 'image' : type;
  if (materialTypeOf((await readContentType(tx, fileId)) ?? '') !== needed)
    throw new AppError('material.file-of-other-type');
  if ((await readStorage(tx, workspaceId)) > materialLimits.storage)
    throw new AppError('material.storage-full', {
      details: { limitMb: materialLimits.storage / 1024 / 1024 },
    });
}

function release(tx: Tx, owner: WorkspaceId, ids: readonly (string | null)[]): Promise<void> {
  return releaseFiles(tx, { owner, purpose: 'material', fileIds: ids.filter((id) => id !== null) });
}

async function assertGroup(tx: Tx, workspaceId: WorkspaceId, groupId: string | null): Promise<void> {
  if (groupId !== null && !(await groupExists(tx, workspaceId, groupId)))
    throw new AppError('material.group-not-found');
}

function rowOf(workspaceId: WorkspaceId, id: string, form: MaterialForm, clock: Clock) {
  const { title, groupId, content } = form;
  const row = { workspaceId, id, title, groupId, type: content.type, updatedAt: new Date(clock.now()) };
  switch (content.type) {
    case 'text':
      return { ...row, text: content.text, link: null, fileId: null };
    case 'card':
      return { ...row, text: content.text, link: content.link, fileId: content.pictureFileId };
    default:
      return { ...row, text: '', link: null, fileId: content.fileId };
  }
}

const objectOf = ({ id, name }: { id: string; name: string }) => ({ kind: 'material', id, name }) as const;

async function requireOne(tx: Tx, workspaceId: WorkspaceId, id: string): Promise<MaterialItem> {
  return assertFound(await readOne(tx, workspaceId, id), 'material.not-found');
}
