import { type SessionEnding, sessionEndingOf } from '@parley/contract/identity';
import { sql } from 'drizzle-orm';
import type { Handle } from '../../base/db/database.ts';
import { authSessions, refreshTokens } from '../../schema/identity.ts';

/**
 * Returns why a session is over. A session that can't be renewed any more has timed out, unless its lifetime ended
 * first.
 */
export async function sessionState(handle: Handle, id: string, now: Date): Promise<'open' | SessionEnding> {
  const { rows } = await handle.db.execute<{
    ended: boolean;
    reason: string | null;
    outlived: boolean;
    renewable: boolean;
  }>(sql`
    select ended_at is not null as ended, end_reason as reason, expires_at <= ${now} as outlived,
      exists (select 1 from ${refreshTokens}
        where ${refreshTokens.sessionId} = s.id and ${refreshTokens.expiresAt} > ${now}) as renewable
    from ${authSessions} s where id = ${id}`);
  const [session] = rows;
  if (session?.ended) return sessionEndingOf(session.reason);
  if (session?.renewable) return 'open';
  return session?.outlived ? 'lifetime' : 'timed-out';
}
