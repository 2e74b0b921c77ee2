/**
 * Imports of files with up to a million people into a dedupe library. The file must be uploaded first (`purpose`:
 * `dedupe-import`).
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, page, pageQuery, time } from '../values.ts';

/** Maximum number of rows imported from a file. */
export const dedupeImportLimit = 1_000_000;
/** Maximum number of rejected rows that are kept; further ones are only counted. */
export const keptFaultLimit = 1_000;

export const dedupeFileFormat = z.enum(['text', 'xlsx']);
export const dedupeEncoding = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'gb18030']);
export type DedupeEncoding = z.output<typeof dedupeEncoding>;
export const dedupeDelimiter = z.enum(['none', 'comma', 'semicolon', 'tab', 'pipe']);
export type DedupeDelimiter = z.output<typeof dedupeDelimiter>;
/** The last column that can be chosen. */
const lastColumn = 99;

/** The settings for reading a file. Encoding and delimiter are ignored for workbooks. */
const reading = {
  encoding: dedupeEncoding,
  delimiter: dedupeDelimiter,
};

export const previewDedupeImport = endpoint({
  method: 'POST',
  path: '/api/user/dedupeLibrary/import/preview',
  audience: ['console'],
  summary:
    'Reads the first rows of an uploaded file and suggests how to interpret all rows. Given settings are not guessed.',
  body: z.strictObject({
    fileId: id,
    encoding: dedupeEncoding.optional(),
    delimiter: dedupeDelimiter.optional(),
  }),
  answer: z.object({
    format: dedupeFileFormat,
    ...reading,
    /** True if the first row is a header. */
    header: z.boolean(),
    /** From 0. */
    keyColumn: z.int(),
    /** The first rows, including the header; long cells are cut. */
    rows: z.array(z.array(z.string())),
  }),
  errors: ['resource.not-found', 'dedupe-import.unreadable'],
  rateLimit: { max: 60, windowSeconds: 60, per: 'workspace' },
  audit: { none: 'Reads, and stores nothing.' },
});

export const dedupeImportState = z.enum(['running', 'done', 'cancelled', 'failed']);
/** The reason why an import ended early. Entries imported until then stay. */
export const dedupeImportFailure = z.enum(['unreadable', 'too-many-rows', 'library-full', 'interrupted']);
/**
 * The reason why a row was not imported. `rounded`: the workbook has a number of more than 15 digits, which spreadsheets round.
 * `quote`: a quoted text isn't closed, or is followed by other text.
 */
export const dedupeRowFault = z.enum(['empty', 'too-long', 'encoding', 'quote', 'rounded', 'unprintable']);
export type DedupeRowFault = z.output<typeof dedupeRowFault>;

export const dedupeImport = z.object({
  id,
  libraryId: id,
  libraryName: z.string(),
  fileName: z.string(),
  state: dedupeImportState,
  failure: dedupeImportFailure.nullable(),
  /** Without the header and blank rows. */
  rowsRead: z.int(),
  added: z.int(),
  existing: z.int(),
  faulty: z.int(),
  /** From 0 to 1, by the share of the file that has been read. */
  progress: z.number(),
  createdAt: time,
  endedAt: time.nullable(),
});
export type DedupeImport = z.output<typeof dedupeImport>;

export const startDedupeImport = endpoint({
  method: 'POST',
  path: '/api/user/dedupeLibrary/import/start',
  audience: ['console'],
  summary:
    'Starts an import; only one runs at a time in a workspace. It resumes after a crash or restart of the server, and counts each row once.',
  body: z.strictObject({
    libraryId: id,
    fileId: id,
    ...reading,
    header: z.boolean(),
    keyColumn: z.int().min(0).max(lastColumn),
  }),
  answer: dedupeImport,
  errors: ['resource.not-found', 'dedupe-library.not-found', 'dedupe-library.full', 'dedupe-import.running'],
  rateLimit: { max: 30, windowSeconds: 600, per: 'workspace' },
  audit: 'dedupe-library.import-started',
});

export const dedupeImportPage = endpoint({
  method: 'GET',
  path: '/api/user/dedupeLibrary/import/page',
  audience: ['console'],
  summary: 'The workspace’s imports, newest first.',
  query: z.strictObject({ ...pageQuery, libraryId: id.optional() }),
  answer: page(dedupeImport),
});

export const getDedupeImport = endpoint({
  method: 'GET',
  path: '/api/user/dedupeLibrary/import/get',
  audience: ['console'],
  summary: 'One import with its progress.',
  query: z.strictObject({ importId: id }),
  answer: dedupeImport,
  errors: ['dedupe-import.not-found'],
});

export const cancelDedupeImport = endpoint({
  method: 'POST',
  path: '/api/user/dedupeLibrary/import/cancel',
  audience: ['console'],
  summary: 'Stops an import. Imported entries stay. Has no effect on one that has ended.',
  body: z.strictObject({ importId: id }),
  answer: dedupeImport,
  errors: ['dedupe-import.not-found'],
  audit: 'dedupe-library.import-cancelled',
});

export const dedupeFault = z.object({
  /** The line in the file, from 1. */
  line: z.int(),
  /** Cut after 200 characters. */
  text: z.string(),
  fault: dedupeRowFault,
});
export type DedupeFault = z.output<typeof dedupeFault>;

export const dedupeFaultPage = endpoint({
  method: 'GET',
  path: '/api/user/dedupeLibrary/import/faults',
  audience: ['console'],
  summary: 'The rows that an import rejected, in the order of the file; the first 1,000 are kept.',
  query: z.strictObject({ ...pageQuery, importId: id }),
  answer: page(dedupeFault),
  errors: ['dedupe-import.not-found'],
});

export const exportDedupeFaults = endpoint({
  method: 'GET',
  path: '/api/user/dedupeLibrary/import/faults/export',
  audience: ['console'],
  summary: 'The kept rejected rows as CSV (UTF-8): line, reason, text.',
  query: z.strictObject({ importId: id }),
  answer: z.never(),
  file: 'text/csv',
  errors: ['dedupe-import.not-found'],
  audit: { none: 'Returns rows of a file that the owner has uploaded.' },
});
