/** Announces social accounts to every client that shows them: consoles, their sub-account's desks and guests' desks. */
import type { ServerEvents } from '@parley/contract/realtime';
import type { Tx } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import { findGuests } from '../conversations/index.ts';

type AccountChange = Parameters<ServerEvents['account']>[0];

/**
 * Announces a state after the commit. Guests (sub-accounts that answer for another one) are read at the time of the
 * call, so call it before handed-over conversations are returned. `moved` means that the account appears or disappears
 * together with its conversations.
 */
export async function announceAccount(
  tx: Tx,
  realtime: RealtimeServer,
  { workspaceId, subAccountIds }: { workspaceId: WorkspaceId; subAccountIds: readonly string[] },
  change: AccountChange,
  { moved } = { moved: false },
): Promise<void> {
  const { socialAccountId } = change;
  const guests = await findGuests(tx, [{ workspaceId, id: socialAccountId }]);
  const others = guests.map((guest) => guest.subAccountId).filter((id) => !subAccountIds.includes(id));
  tx.afterCommit(() => {
    for (const id of subAccountIds) realtime.workspace(workspaceId, id).emit('account', change);
    for (const id of others) realtime.desk(id).emit('account', change);
    if (!moved) return;
    for (const id of [...subAccountIds, ...others])
      realtime.desk(id).emit('accountMoved', { socialAccountId });
  });
}
