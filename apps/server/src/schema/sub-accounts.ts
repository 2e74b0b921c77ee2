import type { PlatformId } from '@parley/contract/catalogues';
import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, id, workspaceId } from '../base/db/columns.ts';

export const subAccounts = pgTable(
  'sub_accounts',
  {
    workspaceId: workspaceId(),
    id: id(),
    accountName: text('account_name').notNull(),
    passwordHash: text('password_hash').notNull(),
    remark: text('remark').notNull(),
    status: text('status').$type<'normal' | 'disabled' | 'deleted'>().notNull().default('normal'),
    isDefault: boolean('is_default').notNull().default(false),
    dedupeScope: text('dedupe_scope').$type<'sub-account' | 'workspace'>().notNull().default('workspace'),
    createdAt: createdAt(),
    platforms: text('platforms').array().$type<PlatformId[]>(),
    portMode: text('port_mode').$type<'fixed' | 'dynamic'>().notNull().default('dynamic'),
    portLimit: integer('port_limit').notNull().default(10),
    multiDevice: boolean('multi_device').notNull().default(true),
    profileSharing: boolean('profile_sharing').notNull().default(true),
    autoReply: boolean('auto_reply').notNull().default(false),
    sessionArchive: boolean('session_archive').notNull().default(true),
    saveChatHistory: boolean('save_chat_history').notNull().default(true),
    version: integer('version').notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

type Row = typeof subAccounts.$inferInsert;

/** The settings of a sub-account that this table stores; others are stored with its characters. */
export type SubAccountSettings = Required<
  Pick<
    Row,
    | 'platforms'
    | 'portMode'
    | 'portLimit'
    | 'multiDevice'
    | 'profileSharing'
    | 'autoReply'
    | 'sessionArchive'
    | 'saveChatHistory'
    | 'dedupeScope'
  >
>;

/** Returns only the columns of this table. */
export function settingsOf(decided: SubAccountSettings): SubAccountSettings {
  const { platforms, portMode, portLimit, multiDevice, profileSharing } = decided;
  const { autoReply, sessionArchive, saveChatHistory, dedupeScope } = decided;
  return {
    platforms,
    portMode,
    portLimit,
    multiDevice,
    profileSharing,
    autoReply,
    sessionArchive,
    saveChatHistory,
    dedupeScope,
  };
}
