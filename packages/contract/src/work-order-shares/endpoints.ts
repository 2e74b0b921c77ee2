import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { exportLimit, id, page, pageQuery, sortBy, spreadsheetMediaType } from '../values.ts';
import { shareForm, sharePassword, shareStatus, workOrderShare } from './shapes.ts';
import { snapshotFormat } from './snapshot-chain.ts';

/** The columns that the list can be sorted by. */
export const workOrderShareSort = sortBy(['title', 'sharedAt', 'expiresAt', 'lastOpenedAt', 'opens']);
export type WorkOrderShareSort = z.output<typeof workOrderShareSort>;

const filters = {
  /** A part of the title. */
  search: z.string().max(100).optional(),
  workOrderId: id.optional(),
  status: shareStatus.optional(),
  sort: workOrderShareSort.default('sharedAt.desc'),
};

export const workOrderSharePage = endpoint({
  method: 'GET',
  path: '/api/user/workOrderShare/page',
  audience: ['console'],
  summary: 'The links to work orders, latest first unless sorted.',
  query: z.strictObject({ ...pageQuery, ...filters }),
  answer: page(workOrderShare),
  errors: ['work-order.not-found'],
});

export const exportWorkOrderShares = endpoint({
  method: 'GET',
  path: '/api/user/workOrderShare/export',
  audience: ['console'],
  summary:
    'The record of the links to work orders as a spreadsheet, with the same filters and order, in the caller’s language. It has neither the links nor their passwords.',
  query: z.strictObject(filters),
  answer: z.never(),
  file: spreadsheetMediaType,
  rateLimit: exportLimit,
  errors: ['work-order.not-found'],
  audit: 'records.exported',
});

export const getWorkOrderShare = endpoint({
  method: 'GET',
  path: '/api/user/workOrderShare/get',
  audience: ['console'],
  summary: 'One link to work orders.',
  query: z.strictObject({ shareId: id }),
  answer: workOrderShare,
  errors: ['work-order-share.not-found'],
});

const formErrors = [
  'work-order.not-found',
  'work-order-share.account-not-found',
  'work-order-share.password-needed',
] as const;

export const createWorkOrderShare = endpoint({
  method: 'POST',
  path: '/api/user/workOrderShare/create',
  audience: ['console'],
  summary: 'Creates a link that shows one or several work orders to anybody who has it.',
  body: z.strictObject(shareForm),
  answer: workOrderShare,
  errors: [...formErrors, 'work-order-share.too-many'],
  audit: ['work-order-share.created', 'work-order-share.password-changed'],
});

export const updateWorkOrderShare = endpoint({
  method: 'PUT',
  path: '/api/user/workOrderShare/update',
  audience: ['console'],
  summary: 'Changes what a link shows, and to whom. The link itself stays the same.',
  body: z.strictObject({ shareId: id, version: z.int32(), ...shareForm }),
  answer: workOrderShare,
  errors: [...formErrors, 'work-order-share.not-found', 'work-order-share.cancelled', 'resource.stale'],
  audit: ['work-order-share.changed', 'work-order-share.password-changed'],
});

export const setWorkOrderShareEnabled = endpoint({
  method: 'PUT',
  path: '/api/user/workOrderShare/enabled',
  audience: ['console'],
  summary: 'Disables a link temporarily, or enables it again.',
  body: z.strictObject({ shareId: id, enabled: z.boolean() }),
  answer: workOrderShare,
  errors: ['work-order-share.not-found', 'work-order-share.cancelled'],
  audit: ['work-order-share.enabled', 'work-order-share.disabled'],
});

export const cancelWorkOrderShare = endpoint({
  method: 'POST',
  path: '/api/user/workOrderShare/cancel',
  audience: ['console'],
  summary: 'Cancels sharing by a link permanently. The record stays.',
  body: z.strictObject({ shareId: id }),
  answer: workOrderShare,
  errors: ['work-order-share.not-found'],
  audit: 'work-order-share.cancelled',
});

export const deleteWorkOrderShare = endpoint({
  method: 'POST',
  path: '/api/user/workOrderShare/delete',
  audience: ['console'],
  summary: 'Deletes a link and its record. It no longer opens.',
  body: z.strictObject({ shareId: id }),
  answer: z.null(),
  errors: ['work-order-share.not-found'],
  audit: 'work-order-share.deleted',
});

export const getWorkOrderSharePassword = endpoint({
  method: 'GET',
  path: '/api/user/workOrderShare/password',
  audience: ['console'],
  summary: 'The password of a work order’s links, to pass it on; null: none is set.',
  query: z.strictObject({ workOrderId: id }),
  answer: z.object({ password: z.string().nullable() }),
  errors: ['work-order.not-found'],
});

export const setWorkOrderSharePassword = endpoint({
  method: 'PUT',
  path: '/api/user/workOrderShare/password',
  audience: ['console'],
  summary:
    'Sets the password of all links of a work order. Visitors who entered the previous one are asked again.',
  body: z.strictObject({ workOrderId: id, password: sharePassword }),
  answer: z.null(),
  errors: ['work-order.not-found'],
  audit: 'work-order-share.password-changed',
});

/** A file that `snapshot-chain.ts` can verify. */
export const snapshotFile = z.object({
  format: z.literal(snapshotFormat),
  keys: z.record(z.string(), z.string()),
  snapshots: z.array(
    z.object({ content: z.string(), hash: z.string(), keyId: z.string(), signature: z.string() }),
  ),
});

export const workOrderSnapshots = endpoint({
  method: 'GET',
  path: '/api/user/workOrderShare/snapshots',
  audience: ['console'],
  summary: 'The signed closed days of a work order, as a file that can be verified offline.',
  query: z.strictObject({ workOrderId: id }),
  answer: snapshotFile,
  errors: ['work-order.not-found'],
});
