import type { MaterialType } from '@parley/contract/materials';
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, workspaceId } from '../base/db/columns.ts';

export const materialGroups = pgTable(
  'material_groups',
  {
    workspaceId: workspaceId(),
    id: id(),
    name: text('name').notNull(),
    /** Sort position of the group; may have gaps. */
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
    /** Null: not in a group. */
    groupId: uuid('group_id'),
    type: text('type').$type<MaterialType>().notNull(),
    title: text('title').notNull(),
    /** The text of a text or card; empty for other types. */
    text: text('text').notNull().default(''),
    /** For cards only. */
    link: text('link'),
    /** The medium, or a card's picture. */
    fileId: uuid('file_id'),
    /** The copy that automatic replies share; deleted with the last message that has it. */
    sentFileId: uuid('sent_file_id'),
    /** Number of times that agents have picked it. */
    used: integer('used').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);
