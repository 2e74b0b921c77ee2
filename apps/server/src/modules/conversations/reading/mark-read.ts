import { platforms } from '@parley/contract/catalogues';
import type { Conversation } from '@parley/contract/conversations';
import { type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';
import type { Signal } from '../../../base/signal.ts';
import type { ConversationRow } from '../../../schema/conversations.ts';
import { type DeskCaller, presentOne } from '../desk-list/present.ts';
import { readConversation } from './queries.ts';
import { moveReadMark } from './store.ts';

type AgentHasRead = {
  conversation: ConversationRow;
  act: 'read';
  upToSeq: number;
};
type Deps = { database: Database; realtime: RealtimeServer; agentActs: Pick<Signal<AgentHasRead>, 'emit'> };

/** Moves an agent's read mark forward to a place; never back. Throws `conversation.not-found`. */
export function markRead(
  deps: Deps,
  caller: DeskCaller,
  conversationId: string,
  seq: number,
): Promise<Conversation> {
  const { workspaceId, subAccountId } = caller;
  const move = async (tx: Tx) => {
    const before = assertFound(
      await readConversation(tx, workspaceId, conversationId, subAccountId),
      'conversation.not-found',
    ).row;
    const showsReading = platforms[before.platform].ownPages;
    const changed = await moveReadMark(tx, { workspaceId, conversationId, subAccountId, seq, showsReading });
    if (changed === null) throw new AppError('conversation.not-found');
    const item = assertFound(await readConversation(tx, workspaceId, conversationId, subAccountId));
    const { readSeq, unread } = item.row;
    if (readSeq > before.readSeq) {
      tx.afterCommit(() => {
        deps.realtime.desk(subAccountId).emit('conversation', { conversationId, readSeq, unread });
        deps.agentActs.emit({ conversation: item.row, act: 'read', upToSeq: readSeq });
      });
    }
    return presentOne(tx, caller, item);
  };
  return transaction(deps.database, move, { locks: conversationId });
}
