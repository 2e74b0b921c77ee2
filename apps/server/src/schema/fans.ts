import { date, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, workspaceId } from '../base/db/columns.ts';

export type FanVerdict = 'base' | 'new' | 'repeat';

export const fanVerdicts = pgTable(
  'fan_verdicts',
  {
    workspaceId: workspaceId(),
    id: id(),
    fanId: uuid('fan_id').notNull(),
    socialAccountId: uuid('social_account_id').notNull(),
    subAccountId: uuid('sub_account_id').notNull(),
    verdict: text('verdict').$type<FanVerdict>().notNull(),
    rule: text('rule').notNull(),
    scope: text('scope').notNull(),
    matchedVerdictId: uuid('matched_verdict_id'),
    platformMessageId: text('platform_message_id'),
    decidedAt: moment('decided_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export const fanDays = pgTable(
  'fan_days',
  {
    workspaceId: workspaceId(),
    socialAccountId: uuid('social_account_id').notNull(),
    day: date('day').notNull(),
    slot: smallint('slot').notNull(),
    baseFans: integer('base_fans').notNull().default(0),
    newFans: integer('new_fans').notNull().default(0),
    repeatFans: integer('repeat_fans').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.socialAccountId, table.day, table.slot] })],
);

export const fanIdentities = pgTable(
  'fan_identities',
  {
    workspaceId: workspaceId(),
    id: id(),
    platform: text('platform').notNull(),
    scope: text('scope').notNull(),
    platformUserId: text('platform_user_id').notNull(),
    fanId: uuid('fan_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export const fanSightings = pgTable(
  'fan_sightings',
  {
    workspaceId: workspaceId(),
    scope: text('scope').notNull(),
    fanId: uuid('fan_id').notNull(),
    verdictId: uuid('verdict_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.scope, table.fanId] })],
);

export const fans = pgTable(
  'fans',
  {
    workspaceId: workspaceId(),
    id: id(),
    displayName: text('display_name'),
    firstSeenAt: moment('first_seen_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);
