import type { FanTagColour, FanTagging } from '@parley/contract/fan-tags';
import type { FanFilters } from '@parley/contract/fans';
import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, workspaceId } from '../../base/db/columns.ts';

export const fanTags = pgTable(
  'fan_tags',
  {
    workspaceId: workspaceId(),
    id: id(),
    name: text('name').notNull(),
    colour: text('colour').$type<FanTagColour>().notNull(),
    /** Number of rows of `accountFans` with this tag. */
    uses: integer('uses').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export const fanTaggings = pgTable(
  'fan_taggings',
  {
    workspaceId: workspaceId(),
    id: id(),
    filters: jsonb('filters').$type<FanFilters>().notNull(),
    added: uuid('added').array().notNull(),
    removed: uuid('removed').array().notNull(),
    /** Null: started before this was recorded. */
    startedBy: uuid('started_by'),
    state: text('state').$type<FanTagging['state']>().notNull(),
    failure: text('failure').$type<FanTagging['failure']>(),
    /**
     * The position in the list, latest growth first: committed together with the tags of the fans before it. Null:
     * the start.
     */
    cursor: text('cursor'),
    expected: integer('expected').notNull(),
    checked: integer('checked').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    createdAt: createdAt(),
    endedAt: moment('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

/** A tag with its name at that time. */
export type TagThen = { tagId: string; name: string };

/** Tags added to and removed from a row of `accountFans` in one change. */
export const fanTagChanges = pgTable(
  'fan_tag_changes',
  {
    workspaceId: workspaceId(),
    rowId: uuid('row_id').notNull(),
    id: id(),
    changedAt: moment('changed_at').notNull(),
    /** Null: changed by a tagging that was started before this was recorded. */
    changedBy: uuid('changed_by'),
    added: jsonb('added').$type<readonly TagThen[]>().notNull(),
    removed: jsonb('removed').$type<readonly TagThen[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.rowId, table.id] })],
);

/** Deleted tags. Which fans lost a tag by its deletion follows from `fanTagChanges`. */
export const fanTagEnds = pgTable(
  'fan_tag_ends',
  {
    workspaceId: workspaceId(),
    tagId: uuid('tag_id').notNull(),
    name: text('name').notNull(),
    endedAt: moment('ended_at').notNull(),
    endedBy: uuid('ended_by'),
    /** The tag that replaces it on its fans. */
    intoTagId: uuid('into_tag_id'),
    intoName: text('into_name'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.tagId] })],
);
