/**
 * Endpoints for the holder of a link to a report; the page `/fansOperation/streamLinkReport` uses nothing else. The link's
 * token is sent in the header `x-share-token` or, where that isn't possible, in the query.
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { openedLink, shareParameter, shareToken as token } from '../share-links.ts';
import { cursorPage, cursorQuery, spreadsheetMediaType } from '../values.ts';
import { reportDays, reportVisitor, splitReport } from './shapes.ts';

/** The path of a link; its token is a parameter. */
export const splitReportPath = '/fansOperation/streamLinkReport';
export { shareParameter };

const refusals = [
  'split-report.not-found',
  'split-report.disabled',
  'split-report.cancelled',
  'split-report.expired',
] as const;

/** Sized for an office with some readers behind one address, each polling every three seconds. */
const readLimit = { max: 600, windowSeconds: 60, per: 'address' } as const;
const query = { token: token.optional(), days: reportDays };

export const openSharedSplitReport = endpoint({
  method: 'POST',
  path: '/api/share/splitReport/open',
  audience: ['public'],
  summary: 'Opens a link to a report, and counts the visit.',
  body: z.strictObject({ token }),
  answer: openedLink,
  errors: refusals,
  rateLimit: { max: 120, windowSeconds: 60, per: 'address' },
  allowedInDemo: true,
  audit: { none: 'A visitor opens a page; the record counts it.' },
});

export const readSplitReport = endpoint({
  method: 'GET',
  path: '/api/share/splitReport',
  audience: ['public'],
  linkHolder: 'token',
  summary:
    'The results of a split link, at most a second old. With `If-None-Match` the answer is 304 if nothing has changed.',
  query: z.strictObject(query),
  answer: splitReport,
  errors: refusals,
});

export const splitReportVisitors = endpoint({
  method: 'GET',
  path: '/api/share/splitReport/visitors',
  audience: ['public'],
  linkHolder: 'token',
  summary: 'The visitors of a split link by day, latest first.',
  query: z.strictObject({ ...cursorQuery, ...query }),
  answer: cursorPage(reportVisitor),
  errors: refusals,
  rateLimit: readLimit,
});

export const exportSplitReportFigures = endpoint({
  method: 'GET',
  path: '/api/share/splitReport/figures/exportExcel',
  audience: ['public'],
  linkHolder: 'token',
  summary:
    'The counts of a split link as a spreadsheet, in the reader’s language: totals, days, hours, countries, devices, systems, browsers and targets.',
  query: z.strictObject(query),
  answer: z.never(),
  file: spreadsheetMediaType,
  errors: refusals,
  rateLimit: { max: 20, windowSeconds: 600, per: 'address' },
  audit: { none: 'Figures that the page shows to the same reader.' },
});

export const exportSplitReport = endpoint({
  method: 'GET',
  path: '/api/share/splitReport/exportExcel',
  audience: ['public'],
  linkHolder: 'token',
  summary: 'The visitors of a split link as a spreadsheet, in the reader’s language.',
  query: z.strictObject(query),
  answer: z.never(),
  file: spreadsheetMediaType,
  errors: refusals,
  rateLimit: { max: 20, windowSeconds: 600, per: 'address' },
  audit: { none: 'Rows that the page shows to the same reader.' },
});
