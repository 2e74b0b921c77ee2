/** Lists and ends login sessions, for the people who opened them. */
import { type Handle, transaction } from '../../../base/db/database.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';
import { record } from '../../audit/index.ts';
import { subjectsOf } from '../account/credentials.ts';
import type { IdentityDeps } from '../service.ts';
import { endSession, findUserById, type WhichSessions } from '../store.ts';
import { type LoginSessionItem, readSessions } from './queries.ts';

type Deps = Pick<IdentityDeps, 'database' | 'clock' | 'sessions'>;

/** An owner, or an operator, who has no workspace. */
export type SessionsCaller = { userId: string; sessionId: string; workspaceId?: WorkspaceId };
type Query = { scope: 'own' | 'sub-accounts'; pageNo: number; pageSize: number };

/** Returns a page of the caller's own sessions, or of those of the caller's sub-accounts. */
export async function listSessions(
  { database, clock }: Deps,
  caller: SessionsCaller,
  query: Query,
): Promise<{ list: LoginSessionItem[]; total: number }> {
  const which = scopeOf(caller, await ownSubjects(database, caller), query.scope);
  if (which === null) return { list: [], total: 0 };
  return readSessions(database, which, query, new Date(clock.now()));
}

/** Ends one session of the caller's workspace, or of the operator. Throws `resource.not-found`. */
export async function endLoginSession(
  { database, sessions }: Deps,
  caller: SessionsCaller,
  loginSessionId: string,
  origin: RequestOrigin,
): Promise<void> {
  const of =
    caller.workspaceId === undefined ? { subjectIds: [caller.userId] } : { workspaceId: caller.workspaceId };
  await transaction(database, async (tx) => {
    const which: WhichSessions = { ...of, id: loginSessionId };
    const ended = await sessions.endSome(tx, which, { reason: 'ended-from-list' });
    if (ended.length === 0) throw new AppError('resource.not-found');
    await record(tx, origin, { action: 'session.ended', details: { loginSessionId } });
  });
}

/** Ends all sessions that the caller's password opens, and returns how many were open. */
export function logOutEverywhere(
  { database, sessions }: Deps,
  caller: SessionsCaller,
  origin: RequestOrigin,
): Promise<number> {
  return transaction(database, async (tx) => {
    const subjectIds = await ownSubjects(tx, caller);
    const ended = await sessions.endSome(tx, { subjectIds }, { reason: 'everywhere' });
    await record(tx, origin, { action: 'session.all-ended', details: { ended: ended.length } });
    return ended.length;
  });
}

/** Ends the caller's own session. */
export async function logOut(
  { database, realtime }: Pick<Deps, 'database'> & { realtime: Pick<RealtimeServer, 'end'> },
  loginSessionId: string,
  origin: RequestOrigin,
): Promise<void> {
  await transaction(database, async (tx) => {
    await endSession(tx, loginSessionId, 'logged-out');
    await record(tx, origin, { action: 'session.ended', details: { loginSessionId } });
    tx.afterCommit(() => realtime.end(loginSessionId, 'logged-out'));
  });
}

async function ownSubjects(handle: Handle, { userId }: SessionsCaller): Promise<string[]> {
  return subjectsOf(handle, assertFound(await findUserById(handle, userId), 'auth.required'));
}

/** Returns null for an operator, who has no sub-accounts. */
function scopeOf({ workspaceId }: SessionsCaller, own: string[], scope: Query['scope']) {
  if (scope === 'own') return { subjectIds: own };
  return workspaceId === undefined ? null : { workspaceId, except: own };
}
