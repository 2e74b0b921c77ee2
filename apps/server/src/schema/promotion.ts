import { boolean, date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, workspaceId } from '../base/db/columns.ts';

export const invitationLinks = pgTable(
  'invitation_links',
  {
    workspaceId: workspaceId(),
    id: id(),
    code: text('code').notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export const invitationClicks = pgTable(
  'invitation_clicks',
  {
    workspaceId: workspaceId(),
    linkId: uuid('link_id').notNull(),
    day: date('day').notNull(),
    clicks: integer('clicks').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.linkId, table.day] })],
);
