/** Prospective fans as shown to the owner: those of all split links. */
import { z } from 'zod';
import { calendarDay } from '../characters/records.ts';
import { endpoint } from '../endpoint.ts';
import {
  batchAnswer,
  cursorPage,
  cursorQuery,
  exportLimit,
  id,
  idBatch,
  sortBy,
  spreadsheetMediaType,
} from '../values.ts';
import { givingUpReason, prospectiveFan } from './shapes.ts';
import { prospectiveFanState } from './states.ts';

export const prospectiveFanSort = sortBy(['createdAt', 'since']);

const filters = {
  state: prospectiveFanState.optional(),
  splitLinkId: id.optional(),
  /** The sub-account that has claimed or ended it. */
  subAccountId: id.optional(),
  /** The first and last day on which it was left, inclusive, in the workspace's calendar. */
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  /** Matches names, contacts, messages and notes. */
  search: z.string().max(100).optional(),
  sort: prospectiveFanSort.optional(),
};

export const prospectiveFanPage = endpoint({
  method: 'GET',
  path: '/api/user/prospectiveFan/page',
  audience: ['console'],
  summary: 'The prospective fans of all split links, latest first unless sorted.',
  query: z.strictObject({ ...cursorQuery, ...filters }),
  answer: cursorPage(prospectiveFan),
});

export const setProspectiveFanState = endpoint({
  method: 'PUT',
  path: '/api/user/prospectiveFan/state',
  audience: ['console'],
  summary:
    'Sets the state of prospective fans regardless of claims: all of them, or none. Reopened ones have no holder; others keep theirs.',
  body: z.strictObject({
    ids: idBatch,
    state: prospectiveFanState.exclude(['claimed']),
    /** The reason for giving up; otherwise ignored. */
    reason: givingUpReason.default(''),
  }),
  answer: batchAnswer,
  errors: ['prospective-fan.not-found'],
  audit: ['prospective-fan.reopened', 'prospective-fan.done', 'prospective-fan.given-up'],
});

export const deleteProspectiveFans = endpoint({
  method: 'POST',
  path: '/api/user/prospectiveFan/delete',
  audience: ['console'],
  summary:
    'Deletes prospective fans permanently: all of them, or none. Their split links can then take as many new ones.',
  body: z.strictObject({ ids: idBatch }),
  answer: batchAnswer,
  errors: ['prospective-fan.not-found'],
  audit: 'prospective-fan.deleted',
});

export const exportProspectiveFans = endpoint({
  method: 'GET',
  path: '/api/user/prospectiveFan/exportExcel',
  audience: ['console'],
  summary: 'Prospective fans as a spreadsheet, with the same filters and order, in the caller’s language.',
  query: z.strictObject(filters),
  answer: z.never(),
  file: spreadsheetMediaType,
  rateLimit: exportLimit,
  audit: 'records.exported',
});
