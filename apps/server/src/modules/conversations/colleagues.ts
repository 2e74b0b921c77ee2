/** Shows the people who share a sub-account's login what each is doing in a conversation. Nothing is stored. */
import { createHash } from 'node:crypto';
import type { ColleagueAct } from '@parley/contract/conversations';
import type { Database } from '../../base/db/database.ts';
import { AppError } from '../../base/http/app-error.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import { findConversation } from './store.ts';

type Deps = { database: Database; realtime: RealtimeServer };
type Person = { workspaceId: WorkspaceId; subAccountId: string; sessionId: string };
type ColleagueSignal = { page: string; act: ColleagueAct; name?: string | null | undefined };

/** Notifies the sub-account's other logins. Throws `conversation.not-found`. */
export async function signalColleagues(
  { database, realtime }: Deps,
  { workspaceId, subAccountId, sessionId }: Person,
  conversationId: string,
  { page, act, name = null }: ColleagueSignal,
): Promise<void> {
  const conversation = await findConversation(database, workspaceId, conversationId);
  if (conversation?.subAccountId !== subAccountId) throw new AppError('conversation.not-found');
  const person = personOf(sessionId);
  realtime.otherDesks(subAccountId, sessionId).emit('colleague', { conversationId, person, page, act, name });
}

/** Returns an id that is the same for all pages of a login, without revealing the id of its session. */
function personOf(sessionId: string): string {
  return createHash('sha256').update(`colleague ${sessionId}`).digest('base64url').slice(0, 22);
}
