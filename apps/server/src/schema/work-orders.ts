import type { PlatformId } from '@parley/contract/catalogues';
import { type SQL, sql } from 'drizzle-orm';
import { date, integer, pgTable, primaryKey, text, time, uuid } from 'drizzle-orm/pg-core';
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
    /** The earliest day that isn't closed, with its first moment and the first one after it. */
    openDay: date('open_day').notNull(),
    openSince: moment('open_since').notNull(),
    nextResetAt: moment('next_reset_at').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    closedAt: moment('closed_at'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

/** The day of an open work order to which a moment belongs; the row of `workOrders` must be joined as `o`. */
export const workOrderDay = (at: SQL): SQL => sql`work_order_day(o, ${at})`;

/** Returns the first moment of a day that begins at `resetTime` in `timeZone`. */
export const resetAt = (timeZone: SQL | string, resetTime: SQL | string, day: SQL | string): SQL =>
  sql`reset_at(${timeZone}::text, ${resetTime}::time, ${day}::date)`;
