/** The closed days of work orders. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cursorPage, cursorQuery, exportLimit, id, spreadsheetMediaType } from '../values.ts';
import { closedAccountDay, closedDay, orderDay } from './shapes.ts';

export const workOrderDays = endpoint({
  method: 'GET',
  path: '/api/user/workOrder/days',
  audience: ['console'],
  summary: 'The closed days of a work order, latest first. They never change.',
  query: z.strictObject({ ...cursorQuery, workOrderId: id }),
  answer: cursorPage(closedDay),
  errors: ['work-order.not-found'],
});

export const workOrderDayAccounts = endpoint({
  method: 'GET',
  path: '/api/user/workOrder/dayAccounts',
  audience: ['console'],
  summary: 'The social accounts of a closed day. They never change.',
  query: z.strictObject({ workOrderId: id, day: orderDay }),
  answer: z.object({ list: z.array(closedAccountDay) }),
  errors: ['work-order.not-found'],
});

export const exportWorkOrderDays = endpoint({
  method: 'GET',
  path: '/api/user/workOrder/exportDays',
  audience: ['console'],
  summary: 'The closed days of a work order as a spreadsheet, in the caller’s language.',
  query: z.strictObject({ workOrderId: id }),
  answer: z.never(),
  file: spreadsheetMediaType,
  rateLimit: exportLimit,
  errors: ['work-order.not-found'],
  audit: 'records.exported',
});
