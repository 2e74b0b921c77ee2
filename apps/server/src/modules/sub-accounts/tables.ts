import { boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, id, workspaceId } from '../../base/db/columns.ts';

export const subAccounts = pgTable(
  'sub_accounts',
  {
    workspaceId: workspaceId(),
    id: id(),
    accountName: text('account_name').notNull(),
    passwordHash: text('password_hash').notNull(),
    remark: text('remark').notNull(),
    status: text('status').$type<'normal' | 'disabled'>().notNull().default('normal'),
    isDefault: boolean('is_default').notNull().default(false),
    dedupeScope: text('dedupe_scope').$type<'sub-account' | 'workspace'>().notNull().default('workspace'),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);
