import type { PlatformId } from '@parley/contract/catalogues';
import type {
  DedupeDelimiter,
  DedupeEncoding,
  DedupeImport,
  DedupeRowFault,
} from '@parley/contract/dedupe-libraries';
import { type SQL, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  integer,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, moment, workspaceId } from '../base/db/columns.ts';
import { bitsOfTags, lettersOfTexts, typeAfterReset } from './fan-generated.ts';

export type FanVerdict = 'base' | 'new' | 'repeat';
/** The rule behind a verdict: known from the account's history, seen before, in a dedupe library, or none of these. */
export type VerdictRule = 'history' | 'seen' | 'listed' | 'first';
/**
 * The type that a fan currently counts as on an account; `merged`: the same person's earlier row there counts
 * instead.
 */
export type FanType = FanVerdict | 'merged';
export type MergeReason = 'manual' | 'platform' | 'phone';

export const fanVerdicts = pgTable(
  'fan_verdicts',
  {
    workspaceId: workspaceId(),
    id: id(),
    fanId: uuid('fan_id').notNull(),
    socialAccountId: uuid('social_account_id').notNull(),
    subAccountId: uuid('sub_account_id').notNull(),
    verdict: text('verdict').$type<FanVerdict>().notNull(),
    /** In verdicts of versions without work orders, a sentence: see `verdictRule`. */
    rule: text('rule').notNull(),
    scope: text('scope').notNull(),
    matchedVerdictId: uuid('matched_verdict_id'),
    platformMessageId: text('platform_message_id'),
    decidedAt: moment('decided_at').notNull(),
    platform: text('platform'),
    workOrderId: uuid('work_order_id'),
    orderDay: date('order_day'),
    libraryId: uuid('library_id'),
    /** The fans whose numbers the library lists, if it lists none of the writer's own identities. */
    listedFanIds: uuid('listed_fan_ids').array(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

/** The columns of every counter. Several rows of one key, in different slots, are summed. */
const counter = {
  slot: smallint('slot').notNull(),
  baseFans: integer('base_fans').notNull(),
  newFans: integer('new_fans').notNull(),
  repeatFans: integer('repeat_fans').notNull(),
};

/** Per social account and day of the workspace's calendar. Triggers maintain this and the other counters. */
export const fanAccountDays = pgTable(
  'fan_account_days',
  {
    workspaceId: workspaceId(),
    socialAccountId: uuid('social_account_id').notNull(),
    day: date('day').notNull(),
    ...counter,
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.socialAccountId, table.day, table.slot] })],
);

const growth = {
  workspaceId: workspaceId(),
  subAccountId: uuid('sub_account_id').notNull(),
  platform: text('platform').notNull(),
  ...counter,
};

export const fanGrowthDays = pgTable(
  'fan_growth_days',
  { ...growth, day: date('day').notNull() },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.day, table.subAccountId, table.platform, table.slot] }),
  ],
);

/** Incremented when verdicts are deleted, the only event that changes the growth of a closed day. */
export const fanGrowthRevisions = pgTable('fan_growth_revisions', {
  workspaceId: workspaceId().primaryKey(),
  revision: bigint('revision', { mode: 'number' }).notNull(),
});

/** Covers the last eight days. */
export const fanGrowthHours = pgTable(
  'fan_growth_hours',
  { ...growth, hour: moment('hour').notNull() },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.hour, table.subAccountId, table.platform, table.slot] }),
  ],
);

export const fanGrowthTotals = pgTable('fan_growth_totals', growth, (table) => [
  primaryKey({ columns: [table.workspaceId, table.subAccountId, table.platform, table.slot] }),
]);

/** Per day of a work order's own calendar. */
export const fanOrderDays = pgTable(
  'fan_order_days',
  {
    workspaceId: workspaceId(),
    workOrderId: uuid('work_order_id').notNull(),
    day: date('day').notNull(),
    socialAccountId: uuid('social_account_id').notNull(),
    ...counter,
  },
  (table) => [
    primaryKey({
      columns: [table.workspaceId, table.workOrderId, table.day, table.socialAccountId, table.slot],
    }),
  ],
);

/** A fan of a social account: one row per verdict, with the verdict's id. */
export const accountFans = pgTable(
  'account_fans',
  {
    workspaceId: workspaceId(),
    id: id(),
    /** The fan at the top of the merge chain. */
    fanId: uuid('fan_id').notNull(),
    /** The fan that the verdict was about. */
    ownFanId: uuid('own_fan_id').notNull(),
    socialAccountId: uuid('social_account_id').notNull(),
    subAccountId: uuid('sub_account_id').notNull(),
    platform: text('platform').notNull(),
    /** Derived from its verdict and the corrections since. */
    countsAs: text('counts_as').$type<FanType>().notNull(),
    /** The time at which a work order's reset turned it into a base fan. */
    baseSince: moment('base_since'),
    type: text('type').$type<FanType>().generatedAlwaysAs(typeAfterReset).notNull(),
    displayName: text('display_name').notNull().default(''),
    platformUserId: text('platform_user_id').notNull().default(''),
    handle: text('handle').notNull().default(''),
    alias: text('alias').notNull().default(''),
    phone: text('phone').notNull().default(''),
    notes: text('notes').notNull().default(''),
    tagIds: uuid('tag_ids').array().notNull().default([]),
    /** The row whose name, alias, phone number, notes and tags it has, exchanged by a merge; null: its own. */
    detailsOf: uuid('details_of'),
    grownAt: moment('grown_at').notNull(),
    /** Accurate to ten minutes. */
    lastActiveAt: moment('last_active_at').notNull(),
    workOrderId: uuid('work_order_id'),
    orderDay: date('order_day'),
    /**
     * Bitmaps of the letters in its texts, and of its tags: for SQL conditions only, as JavaScript's numbers can't
     * represent them.
     */
    letters: bigint('letters', { mode: 'number' }).generatedAlwaysAs(lettersOfTexts).notNull(),
    tagBits: bigint('tag_bits', { mode: 'number' }).generatedAlwaysAs(bitsOfTags).notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

/** Totals of the rows of `accountFans` by their current types; maintained by triggers. */
export const fanStatisticsTotals = pgTable(
  'fan_statistics_totals',
  {
    ...growth,
    /** The last reset before the growth; the epoch: none. */
    grownSince: moment('grown_since').notNull(),
    /** The part of the new and repeat fans that a work order's reset has turned into base fans. */
    turnedFans: integer('turned_fans').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.workspaceId, table.subAccountId, table.platform, table.grownSince, table.slot],
    }),
  ],
);

/** Times from which the statistics count from zero. */
export const fanStatisticsResets = pgTable(
  'fan_statistics_resets',
  {
    workspaceId: workspaceId(),
    id: id(),
    resetAt: moment('reset_at').notNull(),
    resetBy: uuid('reset_by'),
    undoneAt: moment('undone_at'),
    undoneBy: uuid('undone_by'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export const fanMerges = pgTable(
  'fan_merges',
  {
    workspaceId: workspaceId(),
    id: id(),
    keptFanId: uuid('kept_fan_id').notNull(),
    mergedFanId: uuid('merged_fan_id').notNull(),
    reason: text('reason').$type<MergeReason>().notNull(),
    mergedAt: moment('merged_at').notNull(),
    mergedBy: uuid('merged_by'),
    undoneAt: moment('undone_at'),
    undoneBy: uuid('undone_by'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

/** A change of how a verdict counts, recorded when a merge, or undoing one, caused it. */
export const fanCorrections = pgTable(
  'fan_corrections',
  {
    workspaceId: workspaceId(),
    id: id(),
    verdictId: uuid('verdict_id').notNull(),
    mergeId: uuid('merge_id').notNull(),
    socialAccountId: uuid('social_account_id').notNull(),
    subAccountId: uuid('sub_account_id').notNull(),
    platform: text('platform').notNull(),
    workOrderId: uuid('work_order_id'),
    orderDay: date('order_day'),
    fromType: text('from_type').$type<FanType>().notNull(),
    toType: text('to_type').$type<FanType>().notNull(),
    decidedAt: moment('decided_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export const fanIdentities = pgTable(
  'fan_identities',
  {
    workspaceId: workspaceId(),
    id: id(),
    platform: text('platform').notNull(),
    scope: text('scope').notNull(),
    platformUserId: text('platform_user_id').notNull(),
    /** The fan at the top of the merge chain. */
    fanId: uuid('fan_id').notNull(),
    /** The fan for which it was created. */
    ownFanId: uuid('own_fan_id'),
    handle: text('handle'),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export const fanSightings = pgTable(
  'fan_sightings',
  {
    workspaceId: workspaceId(),
    scope: text('scope').notNull(),
    fanId: uuid('fan_id').notNull(),
    verdictId: uuid('verdict_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.scope, table.fanId] })],
);

export const fans = pgTable(
  'fans',
  {
    workspaceId: workspaceId(),
    id: id(),
    displayName: text('display_name'),
    firstSeenAt: moment('first_seen_at').notNull().defaultNow(),
    /** The fan that this one was merged into; null: not merged. */
    mergedInto: uuid('merged_into'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export const dedupeLibraries = pgTable(
  'dedupe_libraries',
  {
    workspaceId: workspaceId(),
    id: id(),
    name: text('name').notNull(),
    platform: text('platform').$type<PlatformId>().notNull(),
    range: text('range').$type<'all' | 'some'>().notNull(),
    enabled: boolean('enabled').notNull().default(true),
    entries: integer('entries').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    /** A deleted library is disabled, and its row kept as a name for the verdicts that refer to it. */
    deletedAt: moment('deleted_at'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export const dedupeLibrarySubAccounts = pgTable(
  'dedupe_library_sub_accounts',
  {
    workspaceId: workspaceId(),
    libraryId: uuid('library_id').notNull(),
    subAccountId: uuid('sub_account_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.libraryId, table.subAccountId] })],
);

export const dedupeEntries = pgTable(
  'dedupe_entries',
  {
    workspaceId: workspaceId(),
    platform: text('platform').notNull(),
    key: text('key').notNull(),
    libraryId: uuid('library_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.platform, table.key, table.libraryId] })],
);

/** Texts for the search, one row per row of `accountFans`; maintained by triggers. */
export const fanTexts = pgTable(
  'fan_texts',
  { workspaceId: workspaceId(), id: id(), content: text('content').notNull() },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

/** Returns the fan at the top of a fan's merge chain, which may be the fan itself. */
export const topmostFan = (workspace: SQL, fan: SQL): SQL => sql`topmost_fan(${workspace}, ${fan})`;

/** The rule of a verdict, for the row of `fanVerdicts` that is joined as `v`. */
export const verdictRule = sql<VerdictRule>`case when v.rule in ('history', 'seen', 'listed', 'first') then v.rule
  when v.verdict = 'base' then 'history' when v.verdict = 'repeat' then 'seen' else 'first' end`;

export const dedupeImports = pgTable(
  'dedupe_imports',
  {
    workspaceId: workspaceId(),
    id: id(),
    libraryId: uuid('library_id').notNull(),
    fileId: uuid('file_id').notNull(),
    fileName: text('file_name').notNull(),
    format: text('format').$type<'text' | 'xlsx'>().notNull(),
    encoding: text('encoding').$type<DedupeEncoding>().notNull(),
    delimiter: text('delimiter').$type<DedupeDelimiter>().notNull(),
    header: boolean('header').notNull(),
    /** From 0. */
    keyColumn: integer('key_column').notNull(),
    state: text('state').$type<DedupeImport['state']>().notNull(),
    failure: text('failure').$type<DedupeImport['failure']>(),
    /**
     * Rows read, without title and blank rows. Also the position in the file: committed together with the rows'
     * effects.
     */
    rowsRead: integer('rows_read').notNull().default(0),
    added: integer('added').notNull().default(0),
    existing: integer('existing').notNull().default(0),
    faulty: integer('faulty').notNull().default(0),
    /** From 0 to 1. */
    progress: real('progress').notNull().default(0),
    createdAt: createdAt(),
    endedAt: moment('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export const dedupeImportFaults = pgTable(
  'dedupe_import_faults',
  {
    workspaceId: workspaceId(),
    importId: uuid('import_id').notNull(),
    line: integer('line').notNull(),
    text: text('text').notNull(),
    fault: text('fault').$type<DedupeRowFault>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.importId, table.line] })],
);
