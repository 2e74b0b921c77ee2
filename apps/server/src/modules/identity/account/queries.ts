import { sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';

/** The channels module's table, read here for one flag of the shell alone. */
export async function anyAccountOnline(handle: Handle, workspaceId: WorkspaceId): Promise<boolean> {
  const { rows } = await handle.db.execute<{ online: boolean }>(sql`
    select exists (select 1 from social_accounts where workspace_id = ${workspaceId}
      and enabled and state = 'online') as online`);
  return rows[0]?.online ?? false;
}
