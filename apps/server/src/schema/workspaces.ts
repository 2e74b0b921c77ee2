import { defaultTimeZone } from '@parley/contract/catalogues';
import { type SQL, sql } from 'drizzle-orm';
import { boolean, date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment, workspaceId } from '../base/db/columns.ts';
import type { TenantId, WorkspaceId } from '../base/ids.ts';

export const defaultInactiveDays = 7;
export const defaultFansInactiveDays = 30;

export const workspaces = pgTable('workspaces', {
  id: uuid('id').$type<WorkspaceId>().primaryKey(),
  timeZone: text('time_zone').notNull().default(defaultTimeZone),
  createdAt: createdAt(),
  tenantId: uuid('tenant_id').$type<TenantId>(),
  ports: integer('ports').notNull().default(10),
  /** Days offline after which a social account counts as long inactive. */
  inactiveAfterDays: integer('inactive_after_days').notNull().default(defaultInactiveDays),
  /** Days without a message after which a fan counts as long inactive. */
  fansInactiveAfterDays: integer('fans_inactive_after_days').notNull().default(defaultFansInactiveDays),
  /** True if fans with the same phone number, as reported by platforms, are one person. */
  mergeFansByPhone: boolean('merge_fans_by_phone').notNull().default(false),
  /** The time at which `timeZone` took effect; null: always. Earlier zones are in `workspace_past_zones`. */
  zoneSince: moment('zone_since'),
  /** The day that was open when `timeZone` took effect; earlier days never start again. */
  zoneFirstDay: date('zone_first_day'),
});

export const workspacePastZones = pgTable(
  'workspace_past_zones',
  {
    workspaceId: workspaceId(),
    until: moment('until').notNull(),
    timeZone: text('time_zone').notNull(),
    firstDay: date('first_day'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.until] })],
);

/**
 * Returns the day of the workspace's calendar that contains a moment; the row of `workspaces` must be joined as `w`.
 */
export const workspaceDay = (moment: SQL): SQL => sql`workspace_day(w, ${moment})`;

/** Returns the start of a day of the workspace's calendar; the row of `workspaces` must be joined as `w`. */
export const workspaceDayStart = (day: SQL | string): SQL => sql`workspace_day_start(w, ${day})`;

/** Returns whether the database knows this time zone; its data may be older than that of this process. */
export const isTimeZone = (timeZone: string): SQL<boolean> => sql`is_time_zone(${timeZone})`;
