import { type FanTag, type FanTagColour, fanTagLimits } from '@parley/contract/fan-tags';
import { type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { AppError } from '../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import { record } from '../../audit/index.ts';
import * as store from './store.ts';
import { changeTags, type TagChange } from './tagging.ts';

type Form = { name: string; colour: FanTagColour };

/** Throws `fan-tag.too-many` and `fan-tag.name-taken`. */
export async function createTag(
  database: Database,
  workspaceId: WorkspaceId,
  form: Form,
  origin: RequestOrigin,
): Promise<FanTag> {
  return transaction(database, async (tx) => {
    if ((await store.lockTagCount(tx, workspaceId)) >= fanTagLimits.workspace)
      throw new AppError('fan-tag.too-many');
    const id = newId();
    if (!(await store.insertTag(tx, workspaceId, { id, ...form }))) throw new AppError('fan-tag.name-taken');
    const object = { kind: 'fan-tag', id, name: form.name } as const;
    await record(tx, origin, { action: 'fan-tag.created', object });
    return requireTag(tx, workspaceId, id);
  });
}

/** Throws `fan-tag.not-found`, `fan-tag.name-taken`, and `resource.stale` if it was changed concurrently. */
export async function updateTag(
  database: Database,
  workspaceId: WorkspaceId,
  { tagId: id, version, ...form }: Form & { tagId: string; version: number },
  origin: RequestOrigin,
): Promise<FanTag> {
  return transaction(database, async (tx) => {
    await store.lockTagCount(tx, workspaceId);
    const existing = await requireTag(tx, workspaceId, id);
    if (existing.version !== version) throw new AppError('resource.stale');
    if (await store.nameTaken(tx, workspaceId, { id, ...form })) throw new AppError('fan-tag.name-taken');
    await store.updateTag(tx, workspaceId, { id, ...form });
    await record(tx, origin, {
      action: 'fan-tag.changed',
      object: { kind: 'fan-tag', id, name: form.name },
      details: { before: existing.name },
    });
    return requireTag(tx, workspaceId, id);
  });
}

/** Deletes a tag and removes it from all fans. Throws `fan-tag.not-found`. */
export async function deleteTag(
  database: Database,
  workspaceId: WorkspaceId,
  tagId: string,
  origin: RequestOrigin,
): Promise<void> {
  await transaction(
    database,
    async (tx) => {
      const deleted = await requireTag(tx, workspaceId, tagId);
      const { name, uses } = deleted;
      const object = { kind: 'fan-tag', id: tagId, name } as const;
      await record(tx, origin, { action: 'fan-tag.deleted', object, details: { uses } });
      await store.replaceTag(tx, workspaceId, tagId, null);
      await store.deleteTag(tx, workspaceId, deleted, { into: null, endedBy: origin.actor.id });
    },
    { unlimited: true },
  );
}

/** Throws `fan-tag.not-found`, also if both tags are the same. */
export async function mergeTags(
  database: Database,
  workspaceId: WorkspaceId,
  { tagId, intoTagId }: { tagId: string; intoTagId: string },
  origin: RequestOrigin,
): Promise<void> {
  await transaction(
    database,
    async (tx) => {
      const tags = await store.lockTags(tx, workspaceId, [tagId, intoTagId]);
      const merged = tags.find(({ id }) => id === tagId);
      const into = tags.find(({ id }) => id === intoTagId);
      if (!merged || !into || merged === into) throw new AppError('fan-tag.not-found');
      await record(tx, origin, {
        action: 'fan-tag.merged',
        object: { kind: 'fan-tag', id: tagId, name: merged.name },
        details: { into: into.name, uses: merged.uses },
      });
      await store.replaceTag(tx, workspaceId, tagId, intoTagId);
      await store.deleteTag(tx, workspaceId, merged, { into, endedBy: origin.actor.id });
      await store.recountTag(tx, workspaceId, intoTagId);
    },
    { unlimited: true },
  );
}

/**
 * Adds tags to rows of the list and removes others. Returns the number of changed rows. Throws `fan.not-found`,
 * `fan-tag.not-found` and `fan-tag.too-many-on-fan`.
 */
export async function applyTags(
  database: Database,
  workspaceId: WorkspaceId,
  { rowIds, ...change }: TagChange & { rowIds: readonly string[] },
  origin: RequestOrigin,
): Promise<number> {
  return transaction(database, async (tx) => {
    const tagIds = [...new Set([...change.add, ...change.remove])];
    const tags = await store.lockTags(tx, workspaceId, tagIds);
    if (tags.length < tagIds.length) throw new AppError('fan-tag.not-found');
    const rows = await store.lockRows(tx, workspaceId, rowIds);
    if (rows.length < new Set(rowIds).size) throw new AppError('fan.not-found');
    const outcome = changeTags(rows, change, fanTagLimits.fan);
    if (!outcome.ok) throw new AppError('fan-tag.too-many-on-fan', { details: { max: fanTagLimits.fan } });
    if (outcome.changed.length > 0) {
      await store.setTags(tx, workspaceId, outcome.changed, { tags, changedBy: origin.actor.id });
      await store.addUses(tx, workspaceId, outcome.uses);
    }
    const nameOf = (ids: readonly string[]) =>
      tags.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
    await record(tx, origin, {
      action: 'fan.tagged',
      object: { kind: 'fan', id: rowIds[0] ?? null },
      details: {
        fans: outcome.changed.length,
        added: nameOf(change.add).join(', '),
        removed: nameOf(change.remove).join(', '),
      },
    });
    return outcome.changed.length;
  });
}

async function requireTag(tx: Tx, workspaceId: WorkspaceId, tagId: string): Promise<FanTag> {
  const [tag] = await store.lockTags(tx, workspaceId, [tagId]);
  if (!tag) throw new AppError('fan-tag.not-found');
  return tag;
}
