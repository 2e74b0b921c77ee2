import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';

type Changed = readonly { id: string; subAccountId: string }[];

/**
 * Notifies desks and consoles after the commit that an import has progressed, and desks of the changed conversations.
 */
export function announceImport(
  tx: Tx,
  realtime: RealtimeServer,
  { workspaceId, id, subAccountId }: { workspaceId: WorkspaceId; id: string; subAccountId: string },
  changed: Changed,
): void {
  tx.afterCommit(() => {
    realtime.console(workspaceId).emit('historyImported', { socialAccountId: id, conversationIds: [] });
    const byDesk = Map.groupBy(changed, (conversation) => conversation.subAccountId);
    if (!byDesk.has(subAccountId)) byDesk.set(subAccountId, []);
    for (const [desk, ones] of byDesk) {
      const conversationIds = ones.map((conversation) => conversation.id);
      realtime.desk(desk).emit('historyImported', { socialAccountId: id, conversationIds });
    }
  });
}
