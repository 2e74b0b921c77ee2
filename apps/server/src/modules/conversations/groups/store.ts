import { maxKeptMembers } from '@parley/contract/conversations';
import { and, eq, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import { hashedMembership } from '../../../base/db/hashed-membership.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { newId } from '../../../base/ids.ts';
import {
  type GroupMemberRow,
  groupMembers,
  type StoredGroupState,
} from '../../../schema/conversations/members.ts';
import { type ConversationRow, conversations, type LanguagePrior } from '../../../schema/conversations.ts';
import type { KnownMember } from './received-members.ts';

type Group = Pick<ConversationRow, 'workspaceId' | 'id'>;

export type SeenMember = KnownMember & {
  workspaceId: WorkspaceId;
  conversationId: string;
  /** True if the member is an author and the platform doesn't report who is present. */
  isThere: boolean;
};

export const memberKey = (conversationId: string, memberId: string) => `${conversationId} ${memberId}`;

/**
 * Upserts the members that appear in messages, and returns their ids by `memberKey`. One statement per batch, each member at most
 * once; the caller holds the conversations' locks.
 */
export async function upsertMembers(tx: Tx, seen: readonly SeenMember[]): Promise<Map<string, string>> {
  if (seen.length === 0) return new Map();
  const input = seen.map((member) => ({ ...member, id: newId() }));
  // Rows that are up to date aren't written; the second half of the union finds them.
  const { rows } = await tx.db.execute<{ id: string; conversationId: string; memberId: string }>(sql`
    with input as (
      select * from json_to_recordset(${JSON.stringify(input)}::json) as i("workspaceId" uuid, id uuid,
        "conversationId" uuid, "memberId" text, name text, handle text, "isThere" boolean)
    ), kept as (
      insert into ${groupMembers} as m (workspace_id, id, conversation_id, member_id, name, handle, present, named)
      select "workspaceId", id, "conversationId", "memberId", name, handle, "isThere", true from input
      order by "conversationId", "memberId"
      on conflict (workspace_id, conversation_id, member_id) do update
        set name = excluded.name, handle = coalesce(excluded.handle, m.handle), named = true,
          present = m.present or excluded.present
        where m.name <> excluded.name or not m.named or (excluded.present and not m.present)
          or (excluded.handle is not null and m.handle is distinct from excluded.handle)
      returning id, conversation_id, member_id
    )
    select id, conversation_id as "conversationId", member_id as "memberId" from kept
    union
    select m.id, m.conversation_id, m.member_id from ${groupMembers} m
    join input i on i."workspaceId" = m.workspace_id and i."conversationId" = m.conversation_id
      and i."memberId" = m.member_id`);
  return new Map(rows.map(({ id, conversationId, memberId }) => [memberKey(conversationId, memberId), id]));
}

export type ReportedMember = KnownMember & Pick<GroupMemberRow, 'role' | 'present'>;

/**
 * Stores what a platform reports of members. A member without messages is deleted on leaving, and at most `maxKeptMembers`
 * members without messages are kept. Returns true if anything has changed.
 */
export async function storeReported(
  tx: Tx,
  { workspaceId, id }: Group,
  members: readonly ReportedMember[],
  complete: boolean,
): Promise<boolean> {
  const input = sql`json_to_recordset(${JSON.stringify(members.map((member) => ({ ...member, id: newId() })))}::json)
    as i(id uuid, "memberId" text, name text, handle text, role text, present boolean)`;
  const here = sql`m.workspace_id = ${workspaceId} and m.conversation_id = ${id}`;
  const isGone = sql`(${complete} and not exists (select from ${input} where i."memberId" = m.member_id))
    or exists (select from ${input} where i."memberId" = m.member_id and not i.present)`;
  const forgotten = await tx.db.execute(sql`
    delete from ${groupMembers} m where ${here} and not m.named and (${isGone})`);
  const left = await tx.db.execute(sql`
    update ${groupMembers} m set present = false where ${here} and m.present and (${isGone})`);
  const changed = await tx.db.execute(sql`
    update ${groupMembers} m set name = i.name, handle = coalesce(i.handle, m.handle), role = i.role, present = i.present
    from ${input} where ${here} and i."memberId" = m.member_id
      and (m.name, m.role, m.present) is distinct from (i.name, i.role, i.present)`);
  const added = await tx.db.execute(sql`
    insert into ${groupMembers} (workspace_id, id, conversation_id, member_id, name, handle, role, present, named)
    select ${workspaceId}, i.id, ${id}, i."memberId", i.name, i.handle, i.role, true, false from ${input}
    where i.present and not ${hashedMembership(sql`i."memberId" in (select m.member_id from ${groupMembers} m where ${here})`)}
    limit greatest(0, ${maxKeptMembers} - (select count(*) from ${groupMembers} m where ${here}))`);
  return [forgotten, left, changed, added].some(({ rowCount }) => (rowCount ?? 0) > 0);
}

export type GroupPatch = Partial<Pick<ConversationRow, 'title' | 'closedAt' | 'pinnedAt'>> & {
  groupState?: StoredGroupState;
};

/** Updates a group whose lock the caller holds; like a message, the change takes the next number. */
export async function changeGroup(tx: Tx, { workspaceId, id }: Group, patch: GroupPatch): Promise<void> {
  await tx.db
    .update(conversations)
    .set({ ...patch, lastSeq: sql`${conversations.lastSeq} + 1` })
    .where(and(eq(conversations.workspaceId, workspaceId), eq(conversations.id, id)));
}

/** Maximum number of topics updated at once; in others, the agent learns on the next message that nothing can be sent. */
const maxTopics = 500;

/** Returns the group conversations of an account whose chat ids start with this prefix. */
export async function findTopics(
  tx: Tx,
  { workspaceId, id: socialAccountId }: { workspaceId: WorkspaceId; id: string },
  prefix: string,
): Promise<string[]> {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    select ${conversations.id} from ${conversations} where ${conversations.workspaceId} = ${workspaceId}
      and ${conversations.socialAccountId} = ${socialAccountId} and ${conversations.kind} = 'group'
      and starts_with(${conversations.chatId}, ${prefix})
    order by ${conversations.id} limit ${maxTopics}`);
  return rows.map(({ id }) => id);
}

type Chat = { workspaceId: WorkspaceId; socialAccountId: string };

/**
 * Changes a chat's id. If the new id has messages already, the old conversation stays unchanged, as an id is unique; an empty
 * conversation with the new id is renamed to make room. Returns the continued conversation, or null if there is none.
 */
export async function moveChat(
  tx: Tx,
  { workspaceId, socialAccountId }: Chat,
  { oldId, newId: to }: { oldId: string; newId: string },
): Promise<ConversationRow | null> {
  const ofAccount = sql`c.workspace_id = ${workspaceId} and c.social_account_id = ${socialAccountId}`;
  await tx.db.execute(sql`
    with empty as (
      select c.id from ${conversations} c where ${ofAccount} and c.chat_id = ${to} and c.last_message_at is null
        and exists (select from ${conversations} o where o.workspace_id = ${workspaceId}
          and o.social_account_id = ${socialAccountId} and o.chat_id = ${oldId})
      for update
    ), members as (
      delete from ${groupMembers} m using empty where m.workspace_id = ${workspaceId} and m.conversation_id = empty.id
    )
    update ${conversations} c set chat_id = ${to} || ' ' || c.id from empty
    where c.workspace_id = ${workspaceId} and c.id = empty.id`);
  const [row] = await tx.db
    .update(conversations)
    .set({ chatId: to })
    .where(
      and(
        eq(conversations.workspaceId, workspaceId),
        eq(conversations.socialAccountId, socialAccountId),
        eq(conversations.chatId, oldId),
        sql`not exists (select from ${conversations} o where o.workspace_id = ${workspaceId}
          and o.social_account_id = ${socialAccountId} and o.chat_id = ${to})`,
      ),
    )
    .returning();
  return row ?? null;
}

/** Works like `moveLanguage` of conversations: returns false if another process has changed it since `before` was read. */
export async function moveMemberLanguage(
  handle: Handle,
  before: Pick<GroupMemberRow, 'workspaceId' | 'id' | 'languagePrior'>,
  languagePrior: LanguagePrior | null,
  language: string | null,
): Promise<boolean> {
  const known = before.languagePrior && JSON.stringify(before.languagePrior);
  const moved = await handle.db
    .update(groupMembers)
    .set({ languagePrior, language })
    .where(
      and(
        eq(groupMembers.workspaceId, before.workspaceId),
        eq(groupMembers.id, before.id),
        sql`${groupMembers.languagePrior} is not distinct from ${known}::jsonb`,
      ),
    )
    .returning({ id: groupMembers.id });
  return moved.length > 0;
}
