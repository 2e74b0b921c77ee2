/** Links by which anyone sees work orders, without a login. */
import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { accountStatus } from '../channels/endpoints.ts';
import {
  linkForm,
  mostValidDays,
  type ShareAccess,
  type ShareStatus,
  shareAccess,
  sharePassword,
  shareStatus,
} from '../share-links.ts';
import { id, time } from '../values.ts';
import { goalFields, orderDay, resetTime, workOrderStatus } from '../work-orders/shapes.ts';

export { mostValidDays, type ShareAccess, type ShareStatus, shareAccess, sharePassword, shareStatus };

/** The form in which the page names fans: not at all, by the first character, or as they call themselves. */
export const fanNames = z.enum(['none', 'masked', 'full']);
export type FanNames = z.output<typeof fanNames>;

/** The most work orders that one link shows. */
export const mostSharedOrders = 20;
export const shareForm = {
  ...linkForm,
  fanNames,
  /** Does the page show the conversations with the fans that the work orders have counted? */
  chatHistory: z.boolean(),
  /** In the order in which the page shows them. The password of the first one opens the link. */
  orders: z
    .array(
      z.strictObject({
        workOrderId: id,
        /** Null: all social accounts of the work order, also those that join later. */
        socialAccountIds: z.array(id).min(1).max(200).nullable(),
      }),
    )
    .min(1)
    .max(mostSharedOrders)
    .refine((orders) => new Set(orders.map(({ workOrderId }) => workOrderId)).size === orders.length),
  /** Null: the present one stays. Otherwise for all links of these work orders, from now on. */
  password: sharePassword.nullable(),
};

export const workOrderShare = z.object({
  id,
  title: z.string(),
  /** The link's path and query; the host is this page's own. */
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
  /** The number of times that the page was opened. */
  opens: z.int(),
  lastOpenedAt: time.nullable(),
  version: z.int32(),
});
export type WorkOrderShare = z.output<typeof workOrderShare>;

/** Can fall below zero on a day on which people of an earlier day turn out to be one. */
const counts = z.object({ newFans: z.int(), repeatFans: z.int() });

/** A work order as its link shows it: figures, and no ids. */
export const sharedOrder = z.object({
  name: z.string(),
  platform: platformId,
  status: workOrderStatus,
  /** The link shows some social accounts: figures are theirs, and goals of the whole work order are left out. */
  partial: z.boolean(),
  ...goalFields,
  timeZone: z.string(),
  resetTime,
  total: counts,
  /** The running day; null: none runs, because the work order is closed and its last day is over. */
  today: z.object({ day: orderDay, startsAt: time, endsAt: time, ...counts.shape }).nullable(),
  accounts: z.array(
    z.object({
      name: z.string(),
      /** Null: it is not there any more. */
      status: accountStatus.nullable(),
      today: counts,
      total: counts,
    }),
  ),
  /** The latest closed days, the earliest first. */
  days: z.array(z.object({ day: orderDay, ...counts.shape })),
  /** Signed closed days. */
  snapshots: z.int(),
});

export const sharedFan = z.object({
  /** In full, or its first character and dots. */
  name: z.string(),
  type: z.enum(['new', 'repeat']),
  account: z.string(),
  at: time,
});

export const sharedView = z.object({
  title: z.string(),
  expiresAt: time.nullable(),
  orders: z.array(sharedOrder),
  /** The latest fans; null: the link doesn't show fans. */
  fans: z.array(sharedFan).nullable(),
  /** The link shows conversations with fans: `sharedChats` lists them. */
  chatHistory: z.boolean(),
});
export type SharedView = z.output<typeof sharedView>;

/** A conversation with a fan that a work order of the link has counted. */
export const sharedChatEntry = z.object({
  /** By which the conversation is asked for; good for this link alone. */
  chat: z.string(),
  /** As the link names fans; null: not at all, or there is none. */
  name: z.string().nullable(),
  type: z.enum(['new', 'repeat']),
  /** The social account's name. */
  account: z.string(),
  /** The moment at which the fan was counted. */
  at: time,
});
export type SharedChatEntry = z.output<typeof sharedChatEntry>;
