import type { ContactKind } from '@parley/contract/support';
import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

export const officialContacts = pgTable('official_contacts', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  kind: text('kind').$type<ContactKind>().notNull(),
  name: text('name').notNull(),
  account: text('account').notNull(),
  path: text('path').notNull(),
  /** False: recognized as official, but not listed. */
  shown: boolean('shown').notNull().default(true),
  position: integer('position').notNull().default(0),
  version: integer('version').notNull().default(1),
});

export const officialContactKeys = pgTable(
  'official_contact_keys',
  {
    kind: text('kind').$type<ContactKind>().notNull(),
    key: text('key').notNull(),
    contactId: integer('contact_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.kind] })],
);

export type ContactRow = typeof officialContacts.$inferSelect;
