import { type SQL, sql } from 'drizzle-orm';
import { boolean, date, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { count, createdAt, id, moment, workspaceId } from '../base/db/columns.ts';

export const characterAccounts = pgTable(
  'character_accounts',
  {
    workspaceId: workspaceId(),
    accountId: uuid('account_id').notNull(),
    unlimited: boolean('unlimited').notNull().default(false),
    available: count('available').notNull().default(0),
    /** Both or neither are set; used only while the account is limited. */
    autoBelow: count('auto_below'),
    autoAmount: count('auto_amount'),
    /** True if the sub-account was deleted. */
    closed: boolean('closed').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.accountId] })],
);

export const characterLeases = pgTable(
  'character_leases',
  {
    workspaceId: workspaceId(),
    id: id(),
    accountId: uuid('account_id').notNull(),
    processId: uuid('process_id').notNull(),
    amount: count('amount').notNull(),
    expiresAt: moment('expires_at').notNull(),
    settledAt: moment('settled_at'),
    /** True if its usage is in `character_usage_days`; until then the usage record is read from the entries. */
    usageFolded: boolean('usage_folded').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export const characterEntries = pgTable(
  'character_entries',
  {
    workspaceId: workspaceId(),
    id: id(),
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
    createdAt: createdAt(),
    /** For allocations and take-backs: the sub-account's balance before, and the owner's afterwards. */
    subAccountBefore: count('sub_account_before'),
    ownerAfter: count('owner_after'),
    /** True if the move was made automatically. */
    automatic: boolean('automatic').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

/** The details of a charge: enough to report by platform, language pair and line. */
export type UsageDetails = { platform: string; source: string; target: string; line: string; engine: string };

/**
 * Returns the id of a row of the usage record, which charges with equal details share; `details` is a column of
 * `UsageDetails`.
 */
export const characterUsageId = (details: SQL): SQL => sql`character_usage_id(${details})`;

/** A trigger adds the `translations` of `character_usage_days` to those of the sub-account's day. */
export const characterDays = pgTable(
  'character_days',
  {
    workspaceId: workspaceId(),
    subAccountId: uuid('sub_account_id').notNull(),
    day: date('day').notNull(),
    used: count('used').notNull(),
    translations: count('translations').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.subAccountId, table.day] })],
);

/** A trigger adds the characters used on a day, `character_days.used`, to the sub-account's total. */
export const characterTotals = pgTable(
  'character_totals',
  {
    workspaceId: workspaceId(),
    subAccountId: uuid('sub_account_id').notNull(),
    used: count('used').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.subAccountId] })],
);

export const characterUsageDays = pgTable(
  'character_usage_days',
  {
    workspaceId: workspaceId(),
    day: date('day').notNull(),
    subAccountId: uuid('sub_account_id').notNull(),
    id: id(),
    platform: text('platform').notNull(),
    sourceLanguage: text('source_language').notNull(),
    targetLanguage: text('target_language').notNull(),
    line: text('line').notNull(),
    engine: text('engine').notNull(),
    characters: count('characters').notNull(),
    translations: count('translations').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.day, table.subAccountId, table.id] })],
);
