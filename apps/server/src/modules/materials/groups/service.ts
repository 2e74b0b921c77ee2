import { materialLimits } from '@parley/contract/materials';
import { type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import { record } from '../../audit/index.ts';
import type { LibraryCaller } from '../library/service.ts';
import { lockLibrary } from '../library/store.ts';
import * as store from './store.ts';

type Deps = { database: Database };

/** Adds a group after the others. */
export async function createGroup(
  { database }: Deps,
  { workspaceId, origin }: LibraryCaller,
  name: string,
): Promise<store.GroupItem> {
  return transaction(database, async (tx) => {
    const groups = await lockGroups(tx, workspaceId);
    if (groups.length >= materialLimits.groups) throw new AppError('material-group.too-many');
    assertNameIsFree(groups, { id: null, name });
    const id = newId();
    await store.insertGroup(tx, { workspaceId, id, name });
    await record(tx, origin, { action: 'material-group.created', object: objectOf({ id, name }) });
    return { id, name, materials: 0 };
  });
}

export async function renameGroup(
  { database }: Deps,
  { workspaceId, origin }: LibraryCaller,
  { groupId: id, name }: { groupId: string; name: string },
): Promise<store.GroupItem> {
  return transaction(database, async (tx) => {
    const groups = await lockGroups(tx, workspaceId);
    const before = required(groups, id);
    assertNameIsFree(groups, { id, name });
    await store.rename(tx, workspaceId, id, name);
    await record(tx, origin, {
      action: 'material-group.changed',
      object: objectOf({ id, name }),
      details: { before: before.name },
    });
    return { ...before, name };
  });
}

/** Reorders the groups. Throws `resource.stale` when they aren't the ones that the caller has seen. */
export async function orderGroups(
  { database }: Deps,
  { workspaceId, origin }: LibraryCaller,
  ids: readonly string[],
): Promise<number> {
  return transaction(database, async (tx) => {
    const groups = await lockGroups(tx, workspaceId);
    for (const id of ids) required(groups, id);
    if (new Set(ids).size !== ids.length || ids.length !== groups.length)
      throw new AppError('resource.stale');
    await store.setOrder(tx, workspaceId, ids);
    await record(tx, origin, { action: 'material-group.ordered', details: { groups: ids.length } });
    return ids.length;
  });
}

/** Deletes a group, leaving its materials without one, and returns their number. */
export async function deleteGroup(
  { database }: Deps,
  { workspaceId, origin }: LibraryCaller,
  id: string,
): Promise<number> {
  return transaction(database, async (tx) => {
    const group = required(await lockGroups(tx, workspaceId), id);
    await store.removeGroup(tx, workspaceId, id);
    await record(tx, origin, {
      action: 'material-group.deleted',
      object: objectOf(group),
      details: { materials: group.materials },
    });
    return group.materials;
  });
}

async function lockGroups(tx: Tx, workspaceId: WorkspaceId): Promise<store.GroupItem[]> {
  await lockLibrary(tx, workspaceId);
  return store.readGroups(tx, workspaceId);
}

const required = (groups: readonly store.GroupItem[], id: string): store.GroupItem =>
  assertFound(
    groups.find((one) => one.id === id),
    'material.group-not-found',
  );

function assertNameIsFree(
  groups: readonly store.GroupItem[],
  { id, name }: { id: string | null; name: string },
): void {
  const taken = groups.some((one) => one.id !== id && one.name.toLowerCase() === name.toLowerCase());
  if (taken) throw new AppError('material-group.name-taken');
}

const objectOf = ({ id, name }: { id: string; name: string }) =>
  ({ kind: 'material-group', id, name }) as const;
