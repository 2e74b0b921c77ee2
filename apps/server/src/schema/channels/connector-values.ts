import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { workspaceId } from '../../base/db/columns.ts';

/** Values that a connector stores for an account beyond the life of its process. */
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
