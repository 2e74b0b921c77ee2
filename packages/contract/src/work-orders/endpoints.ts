import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { timeZoneName } from '../catalogues/time-zones.ts';
import { endpoint } from '../endpoint.ts';
import {
  batchAnswer,
  codePoints,
  exportLimit,
  id,
  idBatch,
  nameText,
  page,
  pageQuery,
  sortBy,
  spreadsheetMediaType,
} from '../values.ts';
import { goalFields, resetTime, workOrder, workOrderAccount, workOrderStatus } from './shapes.ts';

/** The columns that the list can be sorted by; `dailyProgress`: the share of the current day's goal that is reached. */
export const workOrderSort = sortBy([
  'name',
  'status',
  'completed',
  'dailyProgress',
  'nextReset',
  'createdAt',
]);
export type WorkOrderSort = z.output<typeof workOrderSort>;

const filters = {
  /** A part of the name or remarks. */
  search: z.string().max(100).optional(),
  platform: platformId.optional(),
  subAccountId: id.optional(),
  status: workOrderStatus.optional(),
  sort: workOrderSort.default('createdAt.desc'),
};

export const workOrderPage = endpoint({
  method: 'GET',
  path: '/api/user/workOrder/page',
  audience: ['console'],
  summary: 'The workspace’s work orders with their current figures, newest first unless sorted.',
  query: z.strictObject({ ...pageQuery, ...filters }),
  answer: page(workOrder),
});

export const exportWorkOrders = endpoint({
  method: 'GET',
  path: '/api/user/workOrder/export',
  audience: ['console'],
  summary: 'The work orders as a spreadsheet, with the same filters, in the caller’s language.',
  query: z.strictObject(filters),
  answer: z.never(),
  file: spreadsheetMediaType,
  rateLimit: exportLimit,
  audit: 'records.exported',
});

export const getWorkOrder = endpoint({
  method: 'GET',
  path: '/api/user/workOrder/get',
  audience: ['console'],
  summary: 'One work order with its current figures.',
  query: z.strictObject({ workOrderId: id }),
  answer: workOrder,
  errors: ['work-order.not-found'],
});

export const workOrderAccounts = endpoint({
  method: 'GET',
  path: '/api/user/workOrder/accounts',
  audience: ['console'],
  summary:
    'The social accounts of a work order with their current figures: those of its sub-account and platform, and those that were counted before they left.',
  query: z.strictObject({ workOrderId: id }),
  answer: z.object({ list: z.array(workOrderAccount) }),
  errors: ['work-order.not-found'],
});

const remarks = z
  .string()
  .trim()
  .refine((text) => codePoints(text) <= 500, { params: { rule: 'too-long', max: 500 } });

const settings = { name: nameText(50), ...goalFields, resetTime, remarks };

export const workOrderForm = z.strictObject({
  ...settings,
  platform: platformId,
  subAccountId: id,
  /** Default: the workspace’s. */
  timeZone: timeZoneName.optional(),
});
export type WorkOrderForm = z.output<typeof workOrderForm>;

export const createWorkOrder = endpoint({
  method: 'POST',
  path: '/api/user/workOrder/create',
  audience: ['console'],
  summary:
    'Opens a work order, which counts from now on. A sub-account has at most one open work order per platform.',
  body: workOrderForm,
  answer: workOrder,
  errors: ['sub-account.not-found', 'sub-account.platform-not-permitted', 'work-order.already-open'],
  audit: 'work-order.created',
});

export const workOrderChanges = z.strictObject({
  workOrderId: id,
  version: z.int32(),
  ...settings,
  timeZone: timeZoneName,
});
export type WorkOrderChanges = z.output<typeof workOrderChanges>;

export const updateWorkOrder = endpoint({
  method: 'PUT',
  path: '/api/user/workOrder/update',
  audience: ['console'],
  summary:
    'Changes a work order. A new reset time or time zone ends the current day and applies from the next one; closed days are not affected.',
  body: workOrderChanges,
  answer: workOrder,
  errors: ['work-order.not-found', 'resource.stale'],
  audit: 'work-order.changed',
});

export const closeWorkOrder = endpoint({
  method: 'POST',
  path: '/api/user/workOrder/close',
  audience: ['console'],
  summary: 'Closes a work order: it stops counting, and its figures stay. Idempotent.',
  body: z.strictObject({ workOrderId: id }),
  answer: workOrder,
  errors: ['work-order.not-found'],
  audit: 'work-order.closed',
});

export const reopenWorkOrder = endpoint({
  method: 'POST',
  path: '/api/user/workOrder/reopen',
  audience: ['console'],
  summary:
    'Reopens a closed work order: its day continues if it hasn’t ended yet, otherwise a new one begins now. It has no days for the time in between.',
  body: z.strictObject({ workOrderId: id }),
  answer: workOrder,
  errors: ['work-order.not-found', 'work-order.already-open', 'sub-account.not-found'],
  audit: 'work-order.reopened',
});

export const setWorkOrderStatus = endpoint({
  method: 'PUT',
  path: '/api/user/workOrder/status',
  audience: ['console'],
  summary:
    'Closes or reopens work orders, like `close` and `reopen`: all of them, or none. `changed` counts those that were not yet so.',
  body: z.strictObject({ ids: idBatch, status: workOrderStatus }),
  answer: batchAnswer,
  errors: ['work-order.not-found', 'work-order.already-open', 'sub-account.not-found'],
  audit: ['work-order.closed', 'work-order.reopened'],
});

/** Messages that would be deleted are counted up to this number: counting more takes too long for a confirmation. */
export const deletionMessageLimit = 100_000;

export const workOrderDeletion = endpoint({
  method: 'GET',
  path: '/api/user/workOrder/deletion',
  audience: ['console'],
  summary: 'What a deletion of the work order would delete with it.',
  query: z.strictObject({ workOrderId: id }),
  answer: z.object({
    /** To be passed to `deleteWorkOrder`. */
    name: z.string(),
    socialAccounts: z.int(),
    fans: z.int(),
    conversations: z.int(),
    /** Counted up to `deletionMessageLimit`. */
    messages: z.int(),
    closedDays: z.int(),
    /** Links that show it; those that show nothing else are closed to their visitors. */
    shares: z.int(),
  }),
  errors: ['work-order.not-found'],
});

export const deleteWorkOrder = endpoint({
  method: 'POST',
  path: '/api/user/workOrder/delete',
  audience: ['console'],
  summary:
    'Deletes a work order permanently, with the social accounts of its sub-account on its platform, their fans, conversations and messages, and its closed days. The data is deleted in the background after the answer.',
  body: z.strictObject({
    workOrderId: id,
    /** The work order’s name, as confirmation. */
    name: z.string().max(200),
  }),
  answer: z.null(),
  errors: ['work-order.not-found', 'work-order.name-differs'],
  audit: ['work-order.deleted', 'social-account.deleted'],
});

export const deskWorkOrders = endpoint({
  method: 'GET',
  path: '/api/desk/workOrders',
  audience: ['desk'],
  summary: 'The agent’s open work orders with today’s figures, in total and per social account.',
  answer: z.object({
    list: z.array(
      z.object({
        ...workOrder.pick({ id: true, name: true, platform: true, total: true, today: true }).shape,
        ...goalFields,
        accounts: z.array(workOrderAccount),
      }),
    ),
  }),
});
export type DeskWorkOrder = z.output<(typeof deskWorkOrders)['answer']>['list'][number];
