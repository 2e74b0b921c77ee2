import { boolean, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { WorkspaceId } from '../../base/ids.ts';

export const subAccounts = pgTable(
  'sub_accounts',
  {
    workspaceId: uuid('workspace_id').$type<WorkspaceId>().notNull(),
    id: uuid('id').notNull(),
    accountName: text('account_name').notNull(),
    passwordHash: text('password_hash').notNull(),
    remark: text('remark').notNull(),
    status: text('status').$type<'normal' | 'disabled'>().notNull().default('normal'),
    isDefault: boolean('is_default').notNull().default(false),
    dedupeScope: text('dedupe_scope').$type<'sub-account' | 'workspace'>().notNull().default('workspace'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);
