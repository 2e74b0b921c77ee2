/** Filters the desk's conversations by the tags of their fans. Tags belong to a person on one social account. */
import { type DeskFanTag, maxCounted } from '@parley/contract/conversations';
import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../../../base/db/database.ts';
import type { WorkspaceId } from '../../../../base/ids.ts';
import { socialAccounts } from '../../../../schema/channels.ts';
import { conversations } from '../../../../schema/conversations.ts';
import { fanTags } from '../../../../schema/fans/tags.ts';
import { accountFans, fans, topmostFan } from '../../../../schema/fans.ts';

const uuids = (values: readonly string[]) => sql`${sql.param([...values])}::uuid[]`;

/** Joined by social account: after an account was moved, its fans' rows still name the former sub-account. */
const ofSubAccount = (workspaceId: WorkspaceId, subAccountId: string) => sql`a.workspace_id = ${workspaceId}
  and a.type <> 'merged' and a.social_account_id in (
    select s.id from ${socialAccounts} s
    where s.workspace_id = ${workspaceId} and s.sub_account_id = ${subAccountId}
    union all
    select c.social_account_id from ${conversations} c
    where c.workspace_id = ${workspaceId} and c.sub_account_id = ${subAccountId} and c.hand_over_id is not null)`;

/** Up to this many tagged fans are looked up by id; with more, the list is scanned and each fan's tags are checked. */
const maxLookedUp = 500;

/** Returns the condition that a conversation's fan has any of these tags. */
export async function ofTaggedFans(
  handle: Handle,
  workspaceId: WorkspaceId,
  subAccountId: string,
  tagIds: readonly string[],
): Promise<SQL | undefined> {
  const { rows } = await handle.db.execute<{ socialAccountId: string; fanId: string }>(sql`
    select a.social_account_id as "socialAccountId", i.id as "fanId" from ${accountFans} a
    cross join lateral (
      select a.fan_id as id
      union
      select o.own_fan_id from ${accountFans} o where o.workspace_id = a.workspace_id and o.fan_id = a.fan_id
    ) i
    where ${ofSubAccount(workspaceId, subAccountId)} and a.tag_ids && ${uuids(tagIds)} and a.tag_ids <> '{}'
    limit ${maxLookedUp + 1}`);
  if (rows.length > maxLookedUp) return hasAnyOf(tagIds);
  const fanIds = rows.map(({ fanId }) => fanId);
  const accountIds = rows.map(({ socialAccountId }) => socialAccountId);
  return and(
    inArray(conversations.fanId, sql`(select unnest(${uuids(fanIds)}))`),
    sql`(${conversations.socialAccountId}, ${conversations.fanId}) in (
      select * from unnest(${uuids(accountIds)}, ${uuids(fanIds)}))`,
  );
}

/** The fan's row on the conversation's social account. Only merged fans, which are few, are followed to the topmost. */
const fanOf = (workspaceId: SQL, socialAccountId: SQL, fanId: SQL) => sql`${fans} f
  join ${accountFans} a on a.workspace_id = f.workspace_id and a.social_account_id = ${socialAccountId}
    and a.type <> 'merged' and a.fan_id = case when f.merged_into is null then f.id
      else ${topmostFan(sql`f.workspace_id`, sql`f.merged_into`)} end
  where f.workspace_id = ${workspaceId} and f.id = ${fanId}`;

function hasAnyOf(tagIds: readonly string[]): SQL {
  const { workspaceId, socialAccountId, fanId } = conversations;
  return sql`exists (select from ${fanOf(sql`${workspaceId}`, sql`${socialAccountId}`, sql`${fanId}`)}
    and a.tag_ids && ${uuids(tagIds)})`;
}

/** Returns the tags of fans of a sub-account's social accounts, by name. */
export async function readDeskFanTags(
  handle: Handle,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<DeskFanTag[]> {
  const { rows } = await handle.db.execute<DeskFanTag>(sql`
    select t.id, t.name, t.colour, least(coalesce(o.open, 0), ${maxCounted}) as open
    from ${fanTags} t
    join (
      select distinct unnest(a.tag_ids) as id from ${accountFans} a
      where ${ofSubAccount(workspaceId, subAccountId)} and a.tag_ids <> '{}'
    ) given on given.id = t.id
    left join (
      select tag.id, count(*) as open from ${conversations} c
      cross join lateral (
        select unnest(a.tag_ids) as id from ${fanOf(sql`c.workspace_id`, sql`c.social_account_id`, sql`c.fan_id`)}
      ) tag
      where c.workspace_id = ${workspaceId} and c.sub_account_id = ${subAccountId}
        and c.closed_at is null and c.snoozed_until is null and c.last_message_at is not null
      group by 1
    ) o on o.id = t.id
    where t.workspace_id = ${workspaceId} order by lower(t.name), t.id`);
  return rows;
}
