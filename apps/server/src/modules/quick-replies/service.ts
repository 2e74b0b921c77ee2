import { partsOf, quickReplyLimits } from '@parley/contract/quick-replies';
import type { Clock } from '../../base/clock.ts';
import { type Database, type Tx, transaction } from '../../base/db/database.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { record } from '../audit/index.ts';
import { lockMaterials, readMaterials } from '../materials/index.ts';
import { type QuickReplyItem, readOne } from './queries.ts';
import * as store from './store.ts';

export type QuickRepliesDeps = { database: Database; clock: Clock };
type Caller = { workspaceId: WorkspaceId; origin: RequestOrigin };

/**
 * Creates a quick reply. Throws `quick-reply.too-many`, `quick-reply.name-taken`, and for its material
 * `material.not-found` and `quick-reply.material-without-medium`.
 */
export async function createQuickReply(
  { database, clock }: QuickRepliesDeps,
  { workspaceId, origin }: Caller,
  form: store.QuickReplyForm,
): Promise<QuickReplyItem> {
  return transaction(database, async (tx) => {
    if ((await store.lockCount(tx, workspaceId)) >= quickReplyLimits.workspace)
      throw new AppError('quick-reply.too-many');
    const row = rowOf(workspaceId, newId(), form, clock);
    if (await store.isNameTaken(tx, workspaceId, row)) throw new AppError('quick-reply.name-taken');
    await takeMaterial(tx, row);
    await store.insert(tx, row);
    await record(tx, origin, { action: 'quick-reply.created', object: objectOf(row) });
    return requireOne(tx, workspaceId, row.id);
  });
}

/** Updates a quick reply. Throws like `createQuickReply`, and `quick-reply.not-found` and `resource.stale`. */
export async function updateQuickReply(
  { database, clock }: QuickRepliesDeps,
  { workspaceId, origin }: Caller,
  { quickReplyId: id, version, ...form }: store.QuickReplyForm & { quickReplyId: string; version: number },
): Promise<QuickReplyItem> {
  return transaction(database, async (tx) => {
    await store.lockCount(tx, workspaceId);
    const before = await requireOne(tx, workspaceId, id);
    if (before.version !== version) throw new AppError('resource.stale');
    const row = rowOf(workspaceId, id, form, clock);
    if (await store.isNameTaken(tx, workspaceId, row)) throw new AppError('quick-reply.name-taken');
    await takeMaterial(tx, row);
    await store.update(tx, row);
    await record(tx, origin, {
      action: 'quick-reply.changed',
      object: objectOf(row),
      details: { before: before.name },
    });
    return requireOne(tx, workspaceId, id);
  });
}

/** Deletes all of these quick replies or none. Throws `quick-reply.not-found`. */
export async function deleteQuickReplies(
  { database }: QuickRepliesDeps,
  { workspaceId, origin }: Caller,
  ids: readonly string[],
): Promise<number> {
  return transaction(database, async (tx) => {
    const wanted = [...new Set(ids)];
    await store.lockCount(tx, workspaceId);
    const deleted = await store.remove(tx, workspaceId, wanted);
    if (deleted.length < wanted.length) throw new AppError('quick-reply.not-found');
    await record(
      tx,
      origin,
      ...deleted.map((one) => ({ action: 'quick-reply.deleted', object: objectOf(one) }) as const),
    );
    return deleted.length;
  });
}

/** Locks the material until the transaction ends, so that a concurrent deletion sees this use. */
async function takeMaterial(tx: Tx, { workspaceId, materialId }: store.NewQuickReply): Promise<void> {
  if (materialId === null) return;
  await lockMaterials(tx, workspaceId, [materialId]);
  const material = (await readMaterials(tx, workspaceId, [materialId])).get(materialId);
  if (material === undefined) throw new AppError('material.not-found');
  if (material.file === null || material.type === 'card')
    throw new AppError('quick-reply.material-without-medium');
}

function rowOf(
  workspaceId: WorkspaceId,
  id: string,
  form: store.QuickReplyForm,
  clock: Clock,
): store.NewQuickReply {
  return { ...form, workspaceId, id, head: headOf(form.content), updatedAt: new Date(clock.now()) };
}

/** Returns the content before its first variable. */
function headOf(content: string): string {
  const [first] = partsOf(content);
  return first?.kind === 'text' ? first.text : '';
}

const objectOf = ({ id, name }: { id: string; name: string }) => ({ kind: 'quick-reply', id, name }) as const;

async function requireOne(tx: Tx, workspaceId: WorkspaceId, id: string): Promise<QuickReplyItem> {
  return assertFound(await readOne(tx, workspaceId, id), 'quick-reply.not-found');
}
