import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, moment, workspaceId } from '../../base/db/columns.ts';

export type Verdict = 'base' | 'new' | 'repeat';

export const fanVerdicts = pgTable(
  'fan_verdicts',
  {
    workspaceId: workspaceId(),
    id: id(),
    fanId: uuid('fan_id').notNull(),
    socialAccountId: uuid('social_account_id').notNull(),
    subAccountId: uuid('sub_account_id').notNull(),
    verdict: text('verdict').$type<Verdict>().notNull(),
    rule: text('rule').notNull(),
    scope: text('scope').notNull(),
    matchedVerdictId: uuid('matched_verdict_id'),
    platformMessageId: text('platform_message_id'),
    decidedAt: moment('decided_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);
