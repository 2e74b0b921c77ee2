import type { Tx } from '../../base/db/database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../base/ids.ts';
import { workspaces } from './tables.ts';

/** A new, empty workspace. The one place where a workspace's id comes into being. */
export async function createWorkspace(tx: Tx): Promise<WorkspaceId> {
  const id = trustWorkspaceId(newId());
  await tx.db.insert(workspaces).values({ id });
  return id;
}
