import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { MessageRow } from '../../../schema/conversations.ts';
import type { Changes } from '../changes.ts';
import { storableStart } from '../storable.ts';
import { changeMessage, type Expected, findConversation, type Patch } from '../store.ts';

/** Converts a platform's error text to a storable one: an unstorable text would be retried forever. */
export const problemOf = (reason: string) => storableStart(reason, 1_000);

/** Changes a message and announces it. Returns null, without a change, if it is in none of the expected states. */
export async function changeInState(
  tx: Tx,
  changes: Changes,
  workspaceId: WorkspaceId,
  messageId: string,
  patch: Patch,
  expected: Expected,
): Promise<MessageRow | null> {
  const row = await changeMessage(tx, workspaceId, messageId, patch, expected);
  const conversation = row && (await findConversation(tx, workspaceId, row.conversationId));
  if (row && conversation) changes.announce(tx, conversation, row);
  return row;
}
