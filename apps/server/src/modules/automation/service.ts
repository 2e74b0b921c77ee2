import type { Clock } from '../../base/clock.ts';
import { type Database, transaction } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import {
  type Conversations,
  findMessage,
  lockConversation,
  replyAutomatically,
} from '../conversations/index.ts';
import type { Translation } from '../translation/index.ts';
import { automaticReply } from './automatic-reply.ts';
import { readFacts } from './queries.ts';

export type AutomationDeps = {
  database: Database;
  clock: Clock;
  translation: Translation;
  conversations: Pick<Conversations, 'changes'>;
};

/** Answers a message, if the rule requires it; once, however often it is called. */
export async function answerArrival(
  { database, clock, translation, conversations: { changes } }: AutomationDeps,
  workspaceId: WorkspaceId,
  messageId: string,
): Promise<void> {
  await transaction(database, async (tx) => {
    const message = await findMessage(tx, workspaceId, messageId);
    if (!message) return;
    // Two arrivals of one conversation are decided one after the other: the second sees the first one's reply.
    const conversation = await lockConversation(tx, workspaceId, message.conversationId);
    if (!conversation) return;
    const text = automaticReply(await readFacts(tx, conversation, message));
    if (text === null) return;
    const reply = { conversation, triggeredBy: messageId, name: 'automatic reply', text };
    await replyAutomatically(tx, { translation, changes, clock }, reply);
  });
}
