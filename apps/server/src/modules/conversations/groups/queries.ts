import type { GroupMember } from '@parley/contract/conversations';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import { containsPattern } from '../../../base/db/like-pattern.ts';
import { type GroupMemberRow, groupMembers } from '../../../schema/conversations/members.ts';
import type { ConversationRow } from '../../../schema/conversations.ts';

type Group = Pick<ConversationRow, 'workspaceId' | 'id'>;

const ofGroup = ({ workspaceId, id }: Group) =>
  and(eq(groupMembers.workspaceId, workspaceId), eq(groupMembers.conversationId, id));

/** Sorts present members first, then by role, name and id. Sorted when read, as a group has at most a few thousand. */
const rank = sql`(case when ${groupMembers.present} then 0 else 3 end
  + case ${groupMembers.role} when 'owner' then 0 when 'admin' then 1 else 2 end)`;
const place = sql`(${rank}, lower(${groupMembers.name}), ${groupMembers.id})`;

export type MembersQuery = {
  search?: string | undefined;
  cursor?: string | undefined;
  pageNo: number;
  pageSize: number;
};

/** Returns a page of members, and the total number of present ones. */
export async function readMembers(
  handle: Handle,
  group: Group,
  query: MembersQuery,
): Promise<{ list: GroupMember[]; nextCursor: string | null; present: number }> {
  const { pageSize } = query;
  const [rows, present] = await Promise.all([
    handle.db
      .select()
      .from(groupMembers)
      .where(and(ofGroup(group), matching(query.search), afterCursor(group, query.cursor)))
      .orderBy(rank, sql`lower(${groupMembers.name})`, groupMembers.id)
      .limit(pageSize + 1)
      .offset((query.pageNo - 1) * pageSize),
    handle.db.$count(groupMembers, and(ofGroup(group), eq(groupMembers.present, true))),
  ]);
  const page = rows.slice(0, pageSize);
  const more = rows.length > pageSize;
  return { list: page.map(presentMember), nextCursor: more ? (page.at(-1)?.id ?? null) : null, present };
}

function presentMember({ id, name, handle, role, present }: GroupMemberRow): GroupMember {
  return { id, name, handle, role, present };
}

function matching(search: string | undefined): SQL | undefined {
  if (!search) return undefined;
  const pattern = containsPattern(search);
  return sql`(${groupMembers.name} ilike ${pattern} or ${groupMembers.handle} ilike ${pattern})`;
}

/** The cursor is the last member of the previous page; anything else starts at the beginning. */
function afterCursor({ workspaceId, id }: Group, cursor: string | undefined): SQL | undefined {
  if (!cursor || !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(cursor)) return undefined;
  return sql`${place} > (select case when l.present then 0 else 3 end
      + case l.role when 'owner' then 0 when 'admin' then 1 else 2 end, lower(l.name), l.id
    from ${groupMembers} l where l.workspace_id = ${workspaceId} and l.conversation_id = ${id} and l.id = ${cursor}::uuid)`;
}

/** Maximum number of members returned for one text, as many may share a name. */
const maxNamed = 100;

/** Returns the members whose name or handle follows an at sign in a text, present ones first. */
export async function findNamed(handle: Handle, group: Group, text: string): Promise<GroupMemberRow[]> {
  if (!/[@＠]/.test(text)) return [];
  // The database folds both sides: its rules differ from JavaScript's, for example at the end of a Greek word.
  const words = sql`lower(${text.replaceAll('＠', '@')})`;
  return handle.db
    .select()
    .from(groupMembers)
    .where(
      and(
        ofGroup(group),
        sql`(strpos(${words}, '@' || lower(${groupMembers.name})) > 0
          or strpos(${words}, '@' || lower(${groupMembers.handle})) > 0)`,
      ),
    )
    .orderBy(rank, groupMembers.id)
    .limit(maxNamed);
}

export async function findMembers(
  handle: Handle,
  group: Group,
  memberIds: readonly string[],
): Promise<Map<string, string>> {
  if (memberIds.length === 0) return new Map();
  const rows = await handle.db
    .select({ id: groupMembers.id, memberId: groupMembers.memberId })
    .from(groupMembers)
    .where(and(ofGroup(group), inArray(groupMembers.memberId, [...memberIds])));
  return new Map(rows.map(({ id, memberId }) => [memberId, id]));
}

export async function findMember(
  handle: Handle,
  { workspaceId, id }: Pick<GroupMemberRow, 'workspaceId' | 'id'>,
): Promise<GroupMemberRow | null> {
  const [row] = await handle.db
    .select()
    .from(groupMembers)
    .where(and(eq(groupMembers.workspaceId, workspaceId), eq(groupMembers.id, id)));
  return row ?? null;
}
