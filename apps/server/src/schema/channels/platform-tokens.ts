import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment, workspaceId } from '../../base/db/columns.ts';

/** Platform tokens, which let the server call a platform for an account until they expire. */
export const platformTokens = pgTable(
  'platform_tokens',
  {
    workspaceId: workspaceId(),
    socialAccountId: uuid('social_account_id').notNull(),
    /** Encrypted. */
    tokens: text('tokens').notNull(),
    version: integer('version').notNull(),
    issuedAt: moment('issued_at').notNull().defaultNow(),
    expiresAt: moment('expires_at'),
    refreshAt: moment('refresh_at'),
    lease: uuid('lease'),
    leasedUntil: moment('leased_until'),
    failures: integer('failures').notNull().default(0),
    retryAt: moment('retry_at'),
    problem: text('problem'),
    rejected: integer('rejected').notNull().default(0),
    refusal: text('refusal'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.socialAccountId] })],
);
