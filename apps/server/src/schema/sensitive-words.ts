import type { SensitiveFind, SensitiveFoundIn, SensitiveWordAction } from '@parley/contract/sensitive-words';
import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { count, id, moment, workspaceId } from '../base/db/columns.ts';

export const sensitiveWordRules = pgTable(
  'sensitive_word_rules',
  {
    workspaceId: workspaceId(),
    id: id(),
    title: text('title').notNull(),
    words: text('words').array().notNull(),
    links: boolean('links').notNull(),
    walletAddresses: boolean('wallet_addresses').notNull(),
    phoneNumbers: boolean('phone_numbers').notNull(),
    exceptions: text('exceptions').array().notNull(),
    sender: text('sender').$type<'agent' | 'customer' | 'both'>().notNull(),
    action: text('action').$type<SensitiveWordAction>().notNull(),
    range: text('range').$type<'all' | 'some'>().notNull(),
    enabled: boolean('enabled').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export const sensitiveWordRuleSubAccounts = pgTable(
  'sensitive_word_rule_sub_accounts',
  {
    workspaceId: workspaceId(),
    ruleId: uuid('rule_id').notNull(),
    subAccountId: uuid('sub_account_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.ruleId, table.subAccountId] })],
);

/** Counts the changes of a workspace's rules; a workspace that never had any has no row. */
export const sensitiveWordRuleVersions = pgTable('sensitive_word_rule_versions', {
  workspaceId: workspaceId().primaryKey(),
  version: count('version').notNull(),
});

export const sensitiveWordRecords = pgTable(
  'sensitive_word_records',
  {
    workspaceId: workspaceId(),
    id: id(),
    ruleId: uuid('rule_id').notNull(),
    ruleTitle: text('rule_title').notNull(),
    action: text('action').$type<SensitiveWordAction>().notNull(),
    direction: text('direction').$type<'in' | 'out'>().notNull(),
    foundIn: text('found_in').$type<SensitiveFoundIn>().notNull(),
    finds: jsonb('finds').$type<readonly SensitiveFind[]>().notNull(),
    excerpt: text('excerpt').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    subAccountId: uuid('sub_account_id').notNull(),
    messageId: uuid('message_id'),
    unseen: boolean('unseen').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);
