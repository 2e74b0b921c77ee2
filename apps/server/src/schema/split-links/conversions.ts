/** Records which visit of a split link became which fan. Triggers maintain the counters. */
import type { SplitConversion } from '@parley/contract/split-links';
import { date, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { moment, workspaceId } from '../../base/db/columns.ts';

export const splitVisitTokens = pgTable(
  'split_visit_tokens',
  {
    workspaceId: workspaceId(),
    token: text('token').notNull(),
    splitLinkId: uuid('split_link_id').notNull(),
    targetId: uuid('target_id').notNull(),
    visitId: uuid('visit_id').notNull(),
    visitAt: moment('visit_at').notNull(),
    url: text('url').notNull(),
    /** The social account of the target when the visit was stored. */
    socialAccountId: uuid('social_account_id'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.token] })],
);

export const splitConversions = pgTable(
  'split_conversions',
  {
    workspaceId: workspaceId(),
    visitId: uuid('visit_id').notNull(),
    splitLinkId: uuid('split_link_id').notNull(),
    targetId: uuid('target_id').notNull(),
    visitAt: moment('visit_at').notNull(),
    url: text('url').notNull(),
    socialAccountId: uuid('social_account_id').notNull(),
    /** The sub-account that used the social account at that time. */
    subAccountId: uuid('sub_account_id').notNull(),
    /** The fan of the writer's identity, which may have been merged into another since. */
    fanId: uuid('fan_id').notNull(),
    messageId: uuid('message_id').notNull(),
    verdict: text('verdict').$type<SplitConversion['verdict']>().notNull(),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.visitId] })],
);

const counts = {
  conversions: integer('conversions').notNull(),
  newFans: integer('new_fans').notNull(),
  repeatFans: integer('repeat_fans').notNull(),
};

export const splitConversionDays = pgTable(
  'split_conversion_days',
  {
    workspaceId: workspaceId(),
    splitLinkId: uuid('split_link_id').notNull(),
    day: date('day').notNull(),
    targetId: uuid('target_id').notNull(),
    subAccountId: uuid('sub_account_id').notNull(),
    slot: smallint('slot').notNull(),
    ...counts,
  },
  (table) => [
    primaryKey({
      columns: [
        table.workspaceId,
        table.splitLinkId,
        table.day,
        table.targetId,
        table.subAccountId,
        table.slot,
      ],
    }),
  ],
);

export const splitConversionTotals = pgTable(
  'split_conversion_totals',
  {
    workspaceId: workspaceId(),
    splitLinkId: uuid('split_link_id').notNull(),
    targetId: uuid('target_id').notNull(),
    slot: smallint('slot').notNull(),
    ...counts,
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.splitLinkId, table.targetId, table.slot] })],
);
