import type { GroupExit, GroupState, MemberRole } from '@parley/contract/conversations';
import { boolean, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, workspaceId } from '../../base/db/columns.ts';
import type { LanguagePrior } from './language-prior.ts';

/** Known members of groups: those who write or are mentioned, or all where the platform reports them. */
export const groupMembers = pgTable(
  'group_members',
  {
    workspaceId: workspaceId(),
    id: id(),
    conversationId: uuid('conversation_id').notNull(),
    /** The platform's id of the member. */
    memberId: text('member_id').notNull(),
    name: text('name').notNull(),
    handle: text('handle'),
    role: text('role').$type<MemberRole>().notNull().default('member'),
    present: boolean('present').notNull(),
    /** True if a message is by them or mentions them; such rows remain when the member leaves. */
    named: boolean('named').notNull(),
    language: text('language'),
    languagePrior: jsonb('language_prior').$type<LanguagePrior>(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export type GroupMemberRow = typeof groupMembers.$inferSelect;

/** The state of a group, stored in its conversation's row. */
export type StoredGroupState = {
  exit: GroupExit | null;
  reason: string | null;
  role: MemberRole | null;
  /** Absent: no agent has asked the social account to leave. */
  leaving?: GroupState['leaving'];
};

/** A mention in a message's original, in UTF-16 units. `memberId` null: the social account. */
export type StoredMention = { start: number; length: number; memberId: string | null };
