import type { Database } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';
import { subAccountsOf } from './store.ts';

export type TagDesks = { database: Database; realtime: Pick<RealtimeServer, 'desk'> };

/** Notifies the desks whose fans' tags have changed. `rowIds`: rows of the fan list; null for all desks with fans. */
export async function notifyDesks(
  { database, realtime }: TagDesks,
  workspaceId: WorkspaceId,
  rowIds: readonly string[] | null,
): Promise<void> {
  for (const id of await subAccountsOf(database, workspaceId, rowIds)) realtime.desk(id).emit('fanTags', {});
}
