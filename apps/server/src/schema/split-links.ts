import type { PlatformId } from '@parley/contract/catalogues';
import type { ProspectiveFanState } from '@parley/contract/prospective-fans';
import type { SplitLink, SplitVisit } from '@parley/contract/split-links';
import type {
  DeviceType,
  OperatingSystem,
  StoredAddresses,
  VisitorBrowser,
} from '@parley/contract/split-reports';
import { sql } from 'drizzle-orm';
import {
  boolean,
  customType,
  date,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { count, id, moment, workspaceId } from '../base/db/columns.ts';
import type { Handle } from '../base/db/database.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const splitLinks = pgTable(
  'split_links',
  {
    workspaceId: workspaceId(),
    id: id(),
    name: text('name').notNull(),
    code: text('code').notNull(),
    platform: text('platform').$type<PlatformId>().notNull(),
    eligibility: text('eligibility').$type<SplitLink['eligibility']>().notNull(),
    mode: text('mode').$type<SplitLink['mode']>().notNull(),
    bindsAddress: boolean('binds_address').notNull(),
    tracksFans: boolean('tracks_fans').notNull().default(false),
    device: text('device').$type<SplitLink['device']>().notNull(),
    /** Countries whose visitors are distributed to targets; empty: all. */
    regions: text('regions').array().notNull(),
    defaultUrl: text('default_url'),
    pageText: text('page_text').notNull(),
    previewTitle: text('preview_title').notNull().default(''),
    previewText: text('preview_text').notNull().default(''),
    previewImageUrl: text('preview_image_url'),
    /** Null: the link has the installation's address. */
    domainId: uuid('domain_id'),
    remark: text('remark').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    expiresAt: moment('expires_at'),
    visits: count('visits').notNull().default(0),
    contacts: integer('contacts').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at').notNull(),
    /** The row of a deleted link remains so that its code is never reused; its targets are deleted. */
    deletedAt: moment('deleted_at'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export const splitTargets = pgTable(
  'split_targets',
  {
    workspaceId: workspaceId(),
    id: id(),
    splitLinkId: uuid('split_link_id').notNull(),
    place: integer('place').notNull(),
    url: text('url').notNull(),
    socialAccountId: uuid('social_account_id'),
    weight: integer('weight').notNull(),
    dailyCap: integer('daily_cap'),
    enabled: boolean('enabled').notNull(),
    /** True if a source added it; whether that is still so is determined when links are read. */
    followed: boolean('followed').notNull().default(false),
    visits: count('visits').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export const splitRotations = pgTable(
  'split_rotations',
  {
    workspaceId: workspaceId(),
    splitLinkId: uuid('split_link_id').notNull(),
    /** The number of turns assigned so far. */
    position: count('position').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.splitLinkId] })],
);

export const splitTargetDays = pgTable(
  'split_target_days',
  {
    workspaceId: workspaceId(),
    targetId: uuid('target_id').notNull(),
    /** A day of the workspace's calendar. */
    day: date('day').notNull(),
    taken: integer('taken').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.targetId, table.day] })],
);

export const splitBindings = pgTable(
  'split_bindings',
  {
    workspaceId: workspaceId(),
    splitLinkId: uuid('split_link_id').notNull(),
    addressHash: bytes('address_hash').notNull(),
    targetId: uuid('target_id').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.splitLinkId, table.addressHash] })],
);

/** Partitioned by month. */
export const splitVisits = pgTable(
  'split_visits',
  {
    workspaceId: workspaceId(),
    splitLinkId: uuid('split_link_id').notNull(),
    id: id(),
    at: moment('at').notNull(),
    outcome: text('outcome').$type<SplitVisit['outcome']>().notNull(),
    targetId: uuid('target_id'),
    url: text('url'),
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull(),
    country: text('country'),
    city: text('city'),
    device: text('device').$type<DeviceType>(),
    system: text('system').$type<OperatingSystem>(),
    browser: text('browser').$type<VisitorBrowser>(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.splitLinkId, table.at, table.id] })],
);

/** Batches of visits that wait to be counted. Each visit names its workspace. */
export const splitVisitBatches = pgTable('split_visit_batches', {
  id: id().primaryKey(),
  visits: json('visits').notNull(),
  size: integer('size').notNull(),
  /** True if it can't be counted. */
  setAside: boolean('set_aside').notNull().default(false),
});

export const splitLinkDays = pgTable(
  'split_link_days',
  {
    workspaceId: workspaceId(),
    splitLinkId: uuid('split_link_id').notNull(),
    day: date('day').notNull(),
    visits: integer('visits').notNull(),
    visitors: integer('visitors').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.splitLinkId, table.day] })],
);

export const splitContacts = pgTable(
  'split_contacts',
  {
    workspaceId: workspaceId(),
    id: id(),
    splitLinkId: uuid('split_link_id').notNull(),
    name: text('name').notNull(),
    contact: text('contact').notNull(),
    message: text('message').notNull(),
    createdAt: moment('created_at').notNull(),
    state: text('state').$type<ProspectiveFanState>().notNull().default('open'),
    /** Null: unchanged since the visitor left it. */
    changedAt: moment('changed_at'),
    /** The sub-account that has claimed or closed it. */
    holderId: uuid('holder_id'),
    authorName: text('author_name'),
    reason: text('reason').notNull().default(''),
    note: text('note').notNull().default(''),
    conversationId: uuid('conversation_id'),
    language: text('language'),
    country: text('country'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

/** Without a row, addresses are stored completely. */
export const splitLinkSettings = pgTable(
  'split_link_settings',
  { workspaceId: workspaceId(), addresses: text('addresses').$type<StoredAddresses>().notNull() },
  (table) => [primaryKey({ columns: [table.workspaceId] })],
);

/** The visitors of a link per day of the workspace. Partitioned by month. */
export const splitVisitors = pgTable(
  'split_visitors',
  {
    workspaceId: workspaceId(),
    splitLinkId: uuid('split_link_id').notNull(),
    day: date('day').notNull(),
    visitorHash: bytes('visitor_hash').notNull(),
    /** The time of the day's first visit. */
    at: moment('at').notNull(),
    lastAt: moment('last_at').notNull(),
    visits: integer('visits').notNull(),
    url: text('url'),
    address: text('address').notNull(),
    country: text('country'),
    city: text('city'),
    device: text('device').$type<DeviceType>().notNull(),
    system: text('system').$type<OperatingSystem>().notNull(),
    browser: text('browser').$type<VisitorBrowser>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.splitLinkId, table.day, table.visitorHash] })],
);

/**
 * `hour`: `00` to `23`; `country`: its code, or empty; `client`: device, system and browser, separated by slashes;
 * `destination`: a target's id, `default` or `page`.
 */
export type CountKind = 'hour' | 'country' | 'client' | 'destination';

export const splitLinkCounts = pgTable(
  'split_link_counts',
  {
    workspaceId: workspaceId(),
    splitLinkId: uuid('split_link_id').notNull(),
    day: date('day').notNull(),
    kind: text('kind').$type<CountKind>().notNull(),
    name: text('name').notNull(),
    visits: integer('visits').notNull(),
    visitors: integer('visitors').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.splitLinkId, table.day, table.kind, table.name] }),
  ],
);

export const splitReportShares = pgTable(
  'split_report_shares',
  {
    workspaceId: workspaceId(),
    id: id(),
    splitLinkId: uuid('split_link_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    sealedToken: text('sealed_token').notNull(),
    status: text('status').$type<'enabled' | 'disabled' | 'cancelled'>().notNull(),
    validDays: integer('valid_days'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at'),
    opens: integer('opens').notNull().default(0),
    lastOpenedAt: moment('last_opened_at'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

/**
 * Creates the partitions of `months` months, in UTC, from that of `firstDay` on (YYYY-MM-DD; left out: this month).
 * Existing ones remain.
 */
export async function makeVisitPartitions(handle: Handle, months: number, firstDay?: string): Promise<void> {
  const first = firstDay === undefined ? sql`(now() at time zone 'UTC')::date` : sql`${firstDay}::date`;
  await handle.db.execute(sql`select split_visits_make_partitions(${first}, ${months}::int)`);
}

/**
 * Creates the partitions of `months` months, from that of `firstDay` on (YYYY-MM-DD; left out: the month of two days
 * ago). Existing ones remain.
 */
export async function makeVisitorPartitions(
  handle: Handle,
  months: number,
  firstDay?: string,
): Promise<void> {
  const first =
    firstDay === undefined
      ? sql`(now() at time zone 'UTC' - interval '2 days')::date`
      : sql`${firstDay}::date`;
  await handle.db.execute(sql`select split_visitors_make_partitions(${first}, ${months}::int)`);
}
