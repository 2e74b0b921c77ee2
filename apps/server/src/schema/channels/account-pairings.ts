import type { PlatformId } from '@parley/contract/catalogues';
import type { AccountPairingState } from '@parley/contract/channels';
import { boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, moment, workspaceId } from '../../base/db/columns.ts';

export const accountPairings = pgTable(
  'account_pairings',
  {
    workspaceId: workspaceId(),
    id: id(),
    startedBy: uuid('started_by').notNull(),
    platform: text('platform').$type<PlatformId>().notNull(),
    subAccountId: uuid('sub_account_id').notNull(),
    socialAccountId: uuid('social_account_id').notNull(),
    again: boolean('again').notNull(),
    state: text('state').$type<AccountPairingState>().notNull(),
    reason: text('reason'),
    /** Encrypted. */
    code: text('code'),
    codeUntil: moment('code_until'),
    askedAt: moment('asked_at').notNull().defaultNow(),
    leasedUntil: moment('leased_until').notNull(),
    startedAt: moment('started_at').notNull().defaultNow(),
    endedAt: moment('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);
