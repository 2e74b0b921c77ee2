/** Work orders: the social accounts of one sub-account on one platform, with goals for their growth. */
import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { accountStatus } from '../channels/endpoints.ts';
import { calendarDay } from '../characters/records.ts';
import { id, time } from '../values.ts';

export const workOrderStatus = z.enum(['open', 'closed']);
export type WorkOrderStatus = z.output<typeof workOrderStatus>;

/** The time of day at which the work order's day begins, `06:30`. */
export const resetTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** A day of the work order's own calendar, `2026-01-05`. PostgreSQL has no year 0. */
export const orderDay = calendarDay;

/** New fans to reach; null: no goal. */
const goal = z.int().min(1).max(100_000_000).nullable();
export const goalFields = {
  totalGoal: goal,
  dailyGoal: goal,
  /** For each social account. */
  accountTotalGoal: goal,
  accountDailyGoal: goal,
};

/**
 * Numbers of counted fans. `new` and `repeat` can be negative on days on which people of an earlier day turn out to be one
 * person.
 */
const newAndRepeat = { newFans: z.int(), repeatFans: z.int() };

export const workOrder = z.object({
  id,
  name: z.string(),
  status: workOrderStatus,
  platform: platformId,
  subAccountId: id,
  /** For a deleted sub-account, the last known values. */
  accountName: z.string(),
  subAccountRemark: z.string(),
  ...goalFields,
  remarks: z.string(),
  resetTime,
  timeZone: z.string(),
  /** The numbers of the sub-account's social accounts on the platform that are online, and of all. */
  sessions: z.object({ online: z.int(), total: z.int() }),
  /** New and repeat fans since the work order was opened; `base`: fans who currently count as base fans. */
  total: z.object({ ...newAndRepeat, baseFans: z.int() }),
  /** The current day; null: the work order is closed, and its last day has ended. */
  today: z
    .object({
      day: orderDay,
      startsAt: time,
      /** The next reset. */
      endsAt: time,
      ...newAndRepeat,
    })
    .nullable(),
  version: z.int32(),
  createdAt: time,
  closedAt: time.nullable(),
});
export type WorkOrder = z.output<typeof workOrder>;

/** A social account of a work order with its counts. */
export const workOrderAccount = z.object({
  socialAccountId: id,
  name: z.string(),
  platform: platformId,
  /** Null: the account was deleted, or now belongs to another sub-account. */
  status: accountStatus.nullable(),
  today: z.object({ ...newAndRepeat, baseFans: z.int() }),
  total: z.object(newAndRepeat),
});
export type WorkOrderAccount = z.output<typeof workOrderAccount>;

/** A closed day. It never changes. */
export const closedDay = z.object({
  day: orderDay,
  startsAt: time,
  endsAt: time,
  closedAt: time,
  ...newAndRepeat,
  /** Fans whom an account knew before counting began. */
  baseFans: z.int(),
  /** The number of social accounts with a row for that day. */
  accounts: z.int(),
  /** As of the end of the day. */
  ...goalFields,
  timeZone: z.string(),
  resetTime,
  /** Its position in the chain of signed days, and the SHA-256 of the signed content. Null: it will be signed within a minute. */
  signature: z.object({ number: z.int(), hash: z.string() }).nullable(),
});
export type ClosedDay = z.output<typeof closedDay>;

/** A social account on a closed day. */
export const closedAccountDay = z.object({
  socialAccountId: id,
  /** Its name at that time. */
  name: z.string(),
  ...newAndRepeat,
  baseFans: z.int(),
});
export type ClosedAccountDay = z.output<typeof closedAccountDay>;
