import type { ReplyContent } from '@parley/contract/automation';
import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { count, createdAt, id, moment, workspaceId } from '../base/db/columns.ts';

/** Welcome templates and keyword rules. */
export const replyRules = pgTable(
  'reply_rules',
  {
    workspaceId: workspaceId(),
    id: id(),
    kind: text('kind').$type<'welcome' | 'keyword'>().notNull(),
    title: text('title').notNull(),
    contents: jsonb('contents').$type<readonly ReplyContent[]>().notNull(),
    range: text('range').$type<'all' | 'some'>().notNull(),
    enabled: boolean('enabled').notNull(),
    /** This column and those below apply to keyword rules. A welcome template keeps the defaults. */
    keywords: text('keywords').array().notNull().default([]),
    match: text('match').$type<'exact' | 'partial'>().notNull().default('partial'),
    matchTranslation: boolean('match_translation').notNull().default(false),
    replyMethod: text('reply_method').$type<'all' | 'one'>().notNull().default('all'),
    delaySeconds: integer('delay_seconds').notNull().default(0),
    send: text('send').$type<'original' | 'translated'>().notNull().default('translated'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export const replyRuleSubAccounts = pgTable(
  'reply_rule_sub_accounts',
  {
    workspaceId: workspaceId(),
    ruleId: uuid('rule_id').notNull(),
    subAccountId: uuid('sub_account_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.ruleId, table.subAccountId] })],
);

/** Counts the changes of a workspace's rules; a workspace that never had any has no row. */
export const replyRuleVersions = pgTable('reply_rule_versions', {
  workspaceId: workspaceId().primaryKey(),
  version: count('version').notNull(),
});

export type ReplyRuleRow = typeof replyRules.$inferSelect;
