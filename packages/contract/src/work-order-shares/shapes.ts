/** Links by which anyone can see work orders without a login. */
import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { accountStatus } from '../channels/endpoints.ts';
import {
  linkForm,
  type ShareAccess,
  type ShareStatus,
  shareAccess,
  sharePassword,
  shareStatus,
  validDays,
} from '../share-links.ts';
import { id, time } from '../values.ts';
import { goalFields, orderDay, resetTime, workOrderStatus } from '../work-orders/shapes.ts';

export { type ShareAccess, type ShareStatus, shareAccess, sharePassword, shareStatus, validDays };

/** The form in which the page shows fans' names: not at all, by their first character, or in full. */
export const fanNames = z.enum(['none', 'masked', 'full']);
export type FanNames = z.output<typeof fanNames>;

/** Maximum number of work orders per link. */
export const maxSharedOrders = 20;
export const shareForm = {
  ...linkForm,
  fanNames,
  /** True if the page shows the conversations with the fans that the work orders have counted. */
  chatHistory: z.boolean(),
  /** In the order of the page. The password of the first one opens the link. */
  orders: z
    .array(
      z.strictObject({
        workOrderId: id,
        /** Null: all social accounts of the work order, including later ones. */
        socialAccountIds: z.array(id).min(1).max(200).nullable(),
      }),
    )
    .min(1)
    .max(maxSharedOrders)
    .refine((orders) => new Set(orders.map(({ workOrderId }) => workOrderId)).size === orders.length),
  /** Null: the current one stays. Otherwise it applies to all links of these work orders, from now on. */
  password: sharePassword.nullable(),
};

export const workOrderShare = z.object({
  id,
  title: z.string(),
  /** The link's path and query, relative to this page's host. */
  path: z.string(),
  access: shareAccess,
  status: shareStatus,
  validDays: z.int().nullable(),
  fanNames,
  chatHistory: z.boolean(),
  orders: z.array(
    z.object({
      workOrderId: id,
      name: z.string(),
      platform: platformId,
      socialAccountIds: z.array(id).nullable(),
    }),
  ),
  sharedAt: time,
  expiresAt: time.nullable(),
  /** The number of times the page was opened. */
  opens: z.int(),
  lastOpenedAt: time.nullable(),
  version: z.int32(),
});
export type WorkOrderShare = z.output<typeof workOrderShare>;

/** Negative on days on which people of an earlier day turn out to be one person. */
const counts = z.object({ newFans: z.int(), repeatFans: z.int() });

/** A work order as shown by its link: figures without ids. */
export const sharedOrder = z.object({
  name: z.string(),
  platform: platformId,
  status: workOrderStatus,
  /** True if the link shows only some social accounts: figures are theirs, and goals of the whole work order are left out. */
  partial: z.boolean(),
  ...goalFields,
  timeZone: z.string(),
  resetTime,
  total: counts,
  /** The current day; null: none, because the work order is closed and its last day is over. */
  today: z.object({ day: orderDay, startsAt: time, endsAt: time, ...counts.shape }).nullable(),
  accounts: z.array(
    z.object({
      name: z.string(),
      /** Null: it no longer exists. */
      status: accountStatus.nullable(),
      today: counts,
      total: counts,
    }),
  ),
  /** The latest closed days, earliest first. */
  days: z.array(z.object({ day: orderDay, ...counts.shape })),
  /** The number of signed closed days. */
  snapshots: z.int(),
});

const sharedName = {
  /** In the form in which the link shows names: in full, or its first character and dots; null: not at all, or there is none. */
  name: z.string().nullable(),
  /** Distinguishes an unnamed website visitor, named `Visitor` and this, in the same form; null: the same. */
  visitor: z.string().nullable(),
};

export const sharedFan = z.object({
  ...sharedName,
  type: z.enum(['new', 'repeat']),
  account: z.string(),
  at: time,
});

export type SharedFan = z.output<typeof sharedFan>;

export const sharedView = z.object({
  title: z.string(),
  expiresAt: time.nullable(),
  orders: z.array(sharedOrder),
  /** The latest fans; null: the link doesn't show fans. */
  fans: z.array(sharedFan).nullable(),
  /** True if the link shows conversations with fans: `sharedChats` lists them. */
  chatHistory: z.boolean(),
});
export type SharedView = z.output<typeof sharedView>;

/** A conversation with a fan that a work order of the link has counted. */
export const sharedChatEntry = z.object({
  /** The id by which the conversation is requested, valid only for this link. */
  chat: z.string(),
  ...sharedName,
  type: z.enum(['new', 'repeat']),
  /** The social account's name. */
  account: z.string(),
  /** The time at which the fan was counted. */
  at: time,
});
export type SharedChatEntry = z.output<typeof sharedChatEntry>;
