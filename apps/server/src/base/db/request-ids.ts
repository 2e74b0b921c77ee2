import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Tx } from './database.ts';
import { requestIds } from './tables.ts';

/** `taken`: the id was used before with other content. */
export type RequestIdClaim = 'new' | 'repeated' | 'taken';

/**
 * Claims an idempotency key for its content, which includes its endpoint: ids are unique in the installation. Waits
 * for a concurrent transaction that claims the same id. The digest depends on the order of the content's keys, so
 * callers build the object explicitly.
 */
export async function claimRequestId(tx: Tx, requestId: string, content: object): Promise<RequestIdClaim> {
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  const claimed = await tx.db.execute(sql`
    insert into ${requestIds} (request_id, digest) values (${requestId}, ${digest}) on conflict do nothing`);
  if ((claimed.rowCount ?? 0) > 0) return 'new';
  const { rows } = await tx.db.execute<{ digest: string }>(
    sql`select ${requestIds.digest} from ${requestIds} where ${requestIds.requestId} = ${requestId}`,
  );
  return rows[0]?.digest === digest ? 'repeated' : 'taken';
}
