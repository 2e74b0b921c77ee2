import { sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import { newId } from '../../../base/ids.ts';
import { resolveFans } from '../../fans/fakes.ts';
import type { Encounter } from '../../fans/index.ts';

/**
 * Identifies the fans of these messages and opens their private chats, as when messages are stored: a person who is merged into
 * another may be known from their chat only.
 */
export async function meetInChats(tx: Tx, encounters: readonly Encounter[]): ReturnType<typeof resolveFans> {
  const resolved = await resolveFans(tx, encounters);
  const chats = encounters.map(({ socialAccountId, platformUserId }, index) => ({
    id: newId(),
    socialAccountId,
    platformUserId,
    fanId: resolved[index]?.fanId,
  }));
  await tx.db.execute(sql`
    insert into conversations (workspace_id, id, social_account_id, sub_account_id, platform, chat_id, kind, title, fan_id)
    select a.workspace_id, c.id, a.id, a.sub_account_id, a.platform, c."platformUserId", 'private', '', c."fanId"
    from json_to_recordset(${JSON.stringify(chats)}::json)
      as c(id uuid, "socialAccountId" uuid, "platformUserId" text, "fanId" uuid)
    join social_accounts a on a.id = c."socialAccountId"
    order by a.id, c."platformUserId"
    on conflict (workspace_id, social_account_id, chat_id) do nothing`);
  return resolved;
}
