import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { workspaceId } from '../../base/db/columns.ts';

/** The values that a connector keeps of an account beyond its process. */
export const connectorValues = pgTable(
  'connector_values',
  {
    workspaceId: workspaceId(),
    socialAccountId: uuid('social_account_id').notNull(),
    key: text('key').notNull(),
    value: text('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.socialAccountId, table.key] })],
);
