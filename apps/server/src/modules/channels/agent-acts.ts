/**
 * Reports to customers that the agent is typing or has read, where the platform supports it. Lost events are not
 * repeated.
 */
import type { Database } from '../../base/db/database.ts';
import type { Log } from '../../base/log.ts';
import { type Conversations, lastInboundId } from '../conversations/index.ts';
import type { Connections } from './connections.ts';

export type AgentActsDeps = {
  database: Database;
  log: Log;
  conversations: Conversations;
  connections: Connections;
};

export function followAgentActs({ database, log, conversations, connections }: AgentActsDeps): void {
  conversations.agentActs.on((event) => {
    const { workspaceId, id, socialAccountId, kind, chatId } = event.conversation;
    const connection = connections.get(socialAccountId);
    if (!connection) return;
    const notified =
      event.act === 'typing'
        ? connection.typing?.(chatId, event.on, event.name)
        : // In a group, `markRead` would tell all members who has read what.
          kind === 'group'
          ? undefined
          : lastInboundId(database, workspaceId, id, event.upToSeq).then((platformMessageId) =>
              platformMessageId === null ? undefined : connection.markRead?.(chatId, platformMessageId),
            );
    notified?.catch((error: unknown) => log.debug({ err: error }, 'notification failed'));
  });
}
