import type { PlatformId } from '@parley/contract/catalogues';
import { type SQL, sql } from 'drizzle-orm';
import { boolean, date, integer, pgTable, primaryKey, text, time, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, workspaceId } from '../base/db/columns.ts';

export const workOrders = pgTable(
  'work_orders',
  {
    workspaceId: workspaceId(),
    id: id(),
    name: text('name').notNull(),
    platform: text('platform').$type<PlatformId>().notNull(),
    subAccountId: uuid('sub_account_id').notNull(),
    status: text('status').$type<'open' | 'closed'>().notNull().default('open'),
    totalGoal: integer('total_goal'),
    dailyGoal: integer('daily_goal'),
    accountTotalGoal: integer('account_total_goal'),
    accountDailyGoal: integer('account_daily_goal'),
    remarks: text('remarks').notNull().default(''),
    /** The time of day at which a new day begins, in `timeZone`. */
    resetTime: time('reset_time').notNull().default('00:00'),
    timeZone: text('time_zone').notNull(),
    /** The earliest day that isn't closed, with its start and its end, which is the next reset. */
    openDay: date('open_day').notNull(),
    openSince: moment('open_since').notNull(),
    nextResetAt: moment('next_reset_at').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    closedAt: moment('closed_at'),
    /** True if the last day of a closed work order is over; `openDay` is then that day, and no day is open. */
    ended: boolean('ended').notNull().default(false),
    /** The sums of its closed days. */
    closedBaseFans: integer('closed_base_fans').notNull().default(0),
    closedNewFans: integer('closed_new_fans').notNull().default(0),
    closedRepeatFans: integer('closed_repeat_fans').notNull().default(0),
    /** The name of its sub-account, kept once that is deleted. */
    accountName: text('account_name').notNull().default(''),
    subAccountRemark: text('sub_account_remark').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export type WorkOrderRow = typeof workOrders.$inferSelect;

const counted = {
  baseFans: integer('base_fans').notNull(),
  newFans: integer('new_fans').notNull(),
  repeatFans: integer('repeat_fans').notNull(),
};

/** Closed days. The database refuses to change them. */
export const workOrderDays = pgTable(
  'work_order_days',
  {
    workspaceId: workspaceId(),
    workOrderId: uuid('work_order_id').notNull(),
    day: date('day').notNull(),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    closedAt: moment('closed_at').notNull(),
    ...counted,
    /** Number of its rows in `workOrderAccountDays`. */
    accounts: integer('accounts').notNull(),
    /** The goals at the time the day was closed. */
    totalGoal: integer('total_goal'),
    dailyGoal: integer('daily_goal'),
    accountTotalGoal: integer('account_total_goal'),
    accountDailyGoal: integer('account_daily_goal'),
    resetTime: time('reset_time').notNull(),
    timeZone: text('time_zone').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.workOrderId, table.day] })],
);

export const workOrderAccountDays = pgTable(
  'work_order_account_days',
  {
    workspaceId: workspaceId(),
    workOrderId: uuid('work_order_id').notNull(),
    day: date('day').notNull(),
    socialAccountId: uuid('social_account_id').notNull(),
    /** The account's name on that day. */
    name: text('name').notNull(),
    ...counted,
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.workOrderId, table.day, table.socialAccountId] }),
  ],
);

/** Returns the day of an open work order that contains a moment; the row of `workOrders` must be joined as `o`. */
export const workOrderDay = (at: SQL): SQL => sql`work_order_day(o, ${at})`;

/** Returns the start of a day that begins at `resetTime` in `timeZone`. */
export const resetAt = (timeZone: SQL | string, resetTime: SQL | string, day: SQL | string): SQL =>
  sql`reset_at(${timeZone}::text, ${resetTime}::time, (${day})::date)`;

/** The lock kind that first encounters of a work order take in shared mode, and its resets and changes exclusively. */
export const workOrderLock = 'work order';
