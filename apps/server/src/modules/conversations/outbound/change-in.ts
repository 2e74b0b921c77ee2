import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { MessageRow } from '../../../schema/conversations.ts';
import type { Changes } from '../changes.ts';
import { storableStart } from '../storable.ts';
import { changeMessage, type Expected, findConversation, type Patch } from '../store.ts';

/** A platform's words as a row can hold them: what can't be written down would be tried for ever. */
export const problemOf = (reason: string) => storableStart(reason, 1_000);

/** Changes a message and announces it. Null: it is in none of the expected states, and nothing has changed. */
export async function changeIn(
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
