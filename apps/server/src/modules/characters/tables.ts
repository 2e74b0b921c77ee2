import { bigint, boolean, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { WorkspaceId } from '../../base/ids.ts';

const workspaceId = () => uuid('workspace_id').$type<WorkspaceId>().notNull();
const moment = (name: string) => timestamp(name, { withTimezone: true });
const count = (name: string) => bigint(name, { mode: 'number' });

export const characterAccounts = pgTable(
  'character_accounts',
  {
    workspaceId: workspaceId(),
    accountId: uuid('account_id').notNull(),
    unlimited: boolean('unlimited').notNull().default(false),
    available: count('available').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.accountId] })],
);

export const characterLeases = pgTable(
  'character_leases',
  {
    workspaceId: workspaceId(),
    id: uuid('id').notNull(),
    accountId: uuid('account_id').notNull(),
    processId: uuid('process_id').notNull(),
    amount: count('amount').notNull(),
    expiresAt: moment('expires_at').notNull(),
    settledAt: moment('settled_at'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export const characterEntries = pgTable(
  'character_entries',
  {
    workspaceId: workspaceId(),
    id: uuid('id').notNull(),
    key: text('key').notNull(),
    kind: text('kind').$type<'grant' | 'allocation' | 'take-back' | 'usage'>().notNull(),
    fromAccount: uuid('from_account'),
    toAccount: uuid('to_account'),
    amount: count('amount').notNull(),
    subAccountId: uuid('sub_account_id'),
    messageId: uuid('message_id'),
    leaseId: uuid('lease_id'),
    details: jsonb('details').$type<UsageDetails>(),
    remark: text('remark'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

/** What a charge was for: enough to report by platform, language pair and line. */
export type UsageDetails = { platform: string; source: string; target: string; line: string; engine: string };
