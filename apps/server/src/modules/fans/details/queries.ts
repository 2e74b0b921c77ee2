/** Reads one person: identities, rows on social accounts, and conversations. */
import type { PlatformId } from '@parley/contract/catalogues';
import { sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { conversations } from '../../../schema/conversations.ts';
import { accountFans, fanIdentities, fans } from '../../../schema/fans.ts';
import { type FanRow, readRows } from '../list/queries.ts';

export type PersonRow = { id: string; nickname: string; firstSeenAt: number };
export type IdentityRow = {
  id: string;
  platform: PlatformId | 'phone';
  account: string;
  handle: string;
  ownFanId: string;
  knownSince: number;
};

const most = 100;

/** Returns the person behind a fan, merged or not, or null if the workspace has none. */
export async function readPerson(
  handle: Handle,
  workspaceId: WorkspaceId,
  fanId: string,
): Promise<PersonRow | null> {
  const { rows } = await handle.db.execute<PersonRow>(sql`
    select f.id, coalesce(f.display_name, '') as nickname,
      (extract(epoch from f.first_seen_at) * 1000)::float8 as "firstSeenAt"
    from ${fans} f where f.workspace_id = ${workspaceId} and f.id = topmost_fan(${workspaceId}, ${fanId})`);
  return rows[0] ?? null;
}

export async function readIdentities(
  handle: Handle,
  workspaceId: WorkspaceId,
  fanId: string,
): Promise<IdentityRow[]> {
  const { rows } = await handle.db.execute<IdentityRow>(sql`
    select i.id, i.platform, i.platform_user_id as account, coalesce(i.handle, '') as handle,
      coalesce(i.own_fan_id, i.fan_id) as "ownFanId", (extract(epoch from i.created_at) * 1000)::float8 as "knownSince"
    from ${fanIdentities} i where i.workspace_id = ${workspaceId} and i.fan_id = ${fanId}
    order by i.created_at desc, i.id desc limit ${most}`);
  return rows;
}

/** Returns the person's rows, latest growth first. */
export async function readPersonRows(
  handle: Handle,
  workspaceId: WorkspaceId,
  fanId: string,
): Promise<(FanRow & { conversationId: string | null })[]> {
  const { rows } = await handle.db.execute<{ id: string; conversationId: string | null }>(sql`
    select a.id, (
      select c.id from ${conversations} c where c.workspace_id = a.workspace_id
        and c.social_account_id = a.social_account_id and c.kind = 'private'
        and c.fan_id = any(array(select o.own_fan_id from ${accountFans} o
          where o.workspace_id = a.workspace_id and o.fan_id = a.fan_id and o.social_account_id = a.social_account_id))
      order by c.last_message_at desc nulls last limit 1) as "conversationId"
    from ${accountFans} a
    where a.workspace_id = ${workspaceId} and a.fan_id = ${fanId} and a.type <> 'merged'
    order by a.grown_at desc, a.id desc limit ${most}`);
  const conversationOf = new Map(rows.map(({ id, conversationId }) => [id, conversationId]));
  const shown = await readRows(handle, workspaceId, [...conversationOf.keys()]);
  return shown.map((row) => ({ ...row, conversationId: conversationOf.get(row.id) ?? null }));
}
