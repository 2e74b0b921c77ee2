import { sql } from 'drizzle-orm';
import type { Handle } from '../../base/db/database.ts';

/** Why a session's token is refused: it was ended, or is over, because nothing is left that could renew it. */
export async function sessionState(
  handle: Handle,
  id: string,
  now: Date,
): Promise<'open' | 'ended' | 'over'> {
  const { rows } = await handle.db.execute<{ ended: boolean; renewable: boolean }>(sql`
    select ended_at is not null as ended,
      exists (select 1 from refresh_tokens where session_id = s.id and expires_at > ${now}) as renewable
    from auth_sessions s where id = ${id}`);
  const [session] = rows;
  if (session?.ended) return 'ended';
  return session?.renewable ? 'open' : 'over';
}
