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
    select ${fans.id}, coalesce(${fans.displayName}, '') as nickname,
      (extract(epoch from ${fans.firstSeenAt}) * 1000)::float8 as "firstSeenAt"
    from ${fans} where ${fans.workspaceId} = ${workspaceId} and ${fans.id} = topmost_fan(${workspaceId}, ${fanId})`);
  return rows[0] ?? null;
}

export async function readIdentities(
  handle: Handle,
  workspaceId: WorkspaceId,
  fanId: string,
): Promise<IdentityRow[]> {
  const { rows } = await handle.db.execute<IdentityRow>(sql`
    select ${fanIdentities.id}, ${fanIdentities.platform}, ${fanIdentities.platformUserId} as account,
      coalesce(${fanIdentities.handle}, '') as handle,
      coalesce(${fanIdentities.ownFanId}, ${fanIdentities.fanId}) as "ownFanId",
      (extract(epoch from ${fanIdentities.createdAt}) * 1000)::float8 as "knownSince"
    from ${fanIdentities} where ${fanIdentities.workspaceId} = ${workspaceId} and ${fanIdentities.fanId} = ${fanId}
    order by ${fanIdentities.createdAt} desc, ${fanIdentities.id} desc limit ${most}`);
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
