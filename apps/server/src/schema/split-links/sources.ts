import type { SplitSourceKind } from '@parley/contract/split-links';
import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, moment, workspaceId } from '../../base/db/columns.ts';

export const splitSources = pgTable(
  'split_sources',
  {
    workspaceId: workspaceId(),
    splitLinkId: uuid('split_link_id').notNull(),
    kind: text('kind').$type<SplitSourceKind>().notNull(),
    sourceId: uuid('source_id').notNull(),
    place: integer('place').notNull(),
    weight: integer('weight').notNull(),
    dailyCap: integer('daily_cap'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.splitLinkId, table.kind, table.sourceId] })],
);

/** The settings of single social accounts of the sources. */
export const splitSourceAccounts = pgTable(
  'split_source_accounts',
  {
    workspaceId: workspaceId(),
    splitLinkId: uuid('split_link_id').notNull(),
    socialAccountId: uuid('social_account_id').notNull(),
    weight: integer('weight'),
    dailyCap: integer('daily_cap'),
    enabled: boolean('enabled').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.splitLinkId, table.socialAccountId] })],
);

/** Split links that one request has made. */
export const splitBatches = pgTable(
  'split_batches',
  {
    workspaceId: workspaceId(),
    /** Made by the client. */
    id: id(),
    linkIds: uuid('link_ids').array().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);
