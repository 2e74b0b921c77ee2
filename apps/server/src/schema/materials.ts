import type { MaterialType } from '@parley/contract/materials';
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, workspaceId } from '../base/db/columns.ts';

export const materialGroups = pgTable(
  'material_groups',
  {
    workspaceId: workspaceId(),
    id: id(),
    name: text('name').notNull(),
    /** Groups are listed by it; numbers may be left out. */
    position: integer('position').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export const materials = pgTable(
  'materials',
  {
    workspaceId: workspaceId(),
    id: id(),
    /** Null: in no group. */
    groupId: uuid('group_id'),
    type: text('type').$type<MaterialType>().notNull(),
    title: text('title').notNull(),
    /** Of a text or card; empty for the others. */
    text: text('text').notNull().default(''),
    /** Of a card alone. */
    link: text('link'),
    /** The medium, or the picture of a card. */
    fileId: uuid('file_id'),
    /** The copy of it that automatic replies share; it goes with the last message that carries it. */
    sentFileId: uuid('sent_file_id'),
    /** The number of times that agents have picked it. */
    used: integer('used').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);
