/** Dedupe libraries: lists of people whom the owner already knows. A first message from one of them counts as a repeat. */
import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { endpoint } from '../endpoint.ts';
import {
  batchAnswer,
  exportLimit,
  id,
  idBatch,
  nameText,
  page,
  pageQuery,
  sortBy,
  spreadsheetMediaType,
  time,
} from '../values.ts';

/** Maximum number of libraries per workspace. */
export const dedupeLibraryLimit = 200;
/** Maximum number of entries per library. */
export const dedupeEntryLimit = 5_000_000;
/** Maximum number of entries added manually per request. */
export const dedupeTextLimit = 200;
/** Maximum length of an entry: an id, a name or a phone number on the platform. */
export const dedupeKeyLimit = 200;

/** The sub-accounts to which a library applies: all, or those of `subAccountIds`, at least one, with `range` `some`. */
const application = {
  range: z.enum(['all', 'some']),
  subAccountIds: z.array(id).max(1_000),
};
type Application = { range: 'all' | 'some'; subAccountIds: readonly string[] };
const namesSomebody = ({ range, subAccountIds }: Application) => range === 'all' || subAccountIds.length > 0;
const nobodyNamed = { path: ['subAccountIds'], params: { rule: 'empty' } };

/** The sub-accounts of a library with the range `some`. */
export const chosenSubAccounts = application.subAccountIds.refine((ids) => ids.length > 0, {
  params: { rule: 'empty' },
});

export const dedupeLibrary = z.object({
  id,
  name: z.string(),
  platform: platformId,
  ...application,
  enabled: z.boolean(),
  entries: z.int(),
  version: z.int32(),
  createdAt: time,
});
export type DedupeLibrary = z.output<typeof dedupeLibrary>;

/** The columns that the list can be sorted by. */
export const dedupeLibrarySort = sortBy(['name', 'entries', 'createdAt']);
export type DedupeLibrarySort = z.output<typeof dedupeLibrarySort>;

const filters = {
  /** A part of the name. */
  search: z.string().max(100).optional(),
  platform: platformId.optional(),
  enabled: z.enum(['true', 'false']).optional(),
  /** Only those that apply to this sub-account. */
  subAccountId: id.optional(),
  sort: dedupeLibrarySort.default('createdAt.desc'),
};

export const dedupeLibraryPage = endpoint({
  method: 'GET',
  path: '/api/user/dedupeLibrary/page',
  audience: ['console'],
  summary: 'The workspace’s dedupe libraries, newest first unless sorted.',
  query: z.strictObject({ ...pageQuery, ...filters }),
  answer: page(dedupeLibrary),
});

export const exportDedupeLibraries = endpoint({
  method: 'GET',
  path: '/api/user/dedupeLibrary/export',
  audience: ['console'],
  summary:
    'The list of dedupe libraries as a spreadsheet, with the same filters and order, in the caller’s language. It has the number of their entries, without the entries.',
  query: z.strictObject(filters),
  answer: z.never(),
  file: spreadsheetMediaType,
  rateLimit: exportLimit,
  audit: 'records.exported',
});

export const getDedupeLibrary = endpoint({
  method: 'GET',
  path: '/api/user/dedupeLibrary/get',
  audience: ['console'],
  summary: 'One dedupe library.',
  query: z.strictObject({ libraryId: id }),
  answer: dedupeLibrary,
  errors: ['dedupe-library.not-found'],
});

export const dedupeLibraryForm = z
  .strictObject({ name: nameText(50), platform: platformId, ...application })
  .refine(namesSomebody, nobodyNamed);
export type DedupeLibraryForm = z.output<typeof dedupeLibraryForm>;

export const createDedupeLibrary = endpoint({
  method: 'POST',
  path: '/api/user/dedupeLibrary/create',
  audience: ['console'],
  summary: 'Adds an empty, enabled library. All enabled libraries that apply to a sub-account are combined.',
  body: dedupeLibraryForm,
  answer: dedupeLibrary,
  errors: ['dedupe-library.too-many', 'sub-account.not-found'],
  audit: 'dedupe-library.created',
});

export const dedupeLibraryChanges = z
  .strictObject({ libraryId: id, version: z.int32(), name: nameText(50), ...application })
  .refine(namesSomebody, nobodyNamed);
export type DedupeLibraryChanges = z.output<typeof dedupeLibraryChanges>;

export const updateDedupeLibrary = endpoint({
  method: 'PUT',
  path: '/api/user/dedupeLibrary/update',
  audience: ['console'],
  summary: 'Changes name and range. The platform can’t change, because the entries are its ids and names.',
  body: dedupeLibraryChanges,
  answer: dedupeLibrary,
  errors: ['dedupe-library.not-found', 'resource.stale', 'sub-account.not-found'],
  audit: 'dedupe-library.changed',
});

export const enableDedupeLibraries = endpoint({
  method: 'POST',
  path: '/api/user/dedupeLibrary/enable',
  audience: ['console'],
  summary: 'Enables or disables libraries. Earlier verdicts are not affected.',
  body: z.strictObject({ ids: idBatch, enabled: z.boolean() }),
  answer: batchAnswer,
  errors: ['dedupe-library.not-found'],
  audit: ['dedupe-library.enabled', 'dedupe-library.disabled'],
});

export const deleteDedupeLibraries = endpoint({
  method: 'POST',
  path: '/api/user/dedupeLibrary/delete',
  audience: ['console'],
  summary: 'Deletes libraries. They stop applying immediately; their entries are removed in the background.',
  body: z.strictObject({ ids: idBatch }),
  answer: batchAnswer,
  errors: ['dedupe-library.not-found'],
  audit: 'dedupe-library.deleted',
});

const entryText = z.string().trim().min(1).max(dedupeKeyLimit);

export const findDedupeEntry = endpoint({
  method: 'GET',
  path: '/api/user/dedupeLibrary/find',
  audience: ['console'],
  summary: 'The libraries that list a person, by an id, a name or a phone number in any spelling.',
  query: z.strictObject({ text: entryText }),
  answer: z.object({
    /** The normalized form in which entries are stored. */
    key: z.string(),
    libraries: z.array(z.object({ id, name: z.string(), platform: platformId, enabled: z.boolean() })),
  }),
});

export const addDedupeEntries = endpoint({
  method: 'POST',
  path: '/api/user/dedupeLibrary/entries/add',
  audience: ['console'],
  summary:
    'Adds a few entries manually. Existing entries, and texts that are no id, name or phone number, are counted and have no effect.',
  body: z.strictObject({ libraryId: id, texts: z.array(entryText).min(1).max(dedupeTextLimit) }),
  answer: z.object({
    added: z.int(),
    /** Already listed, or repeated among the texts. */
    existing: z.int(),
    /** Texts that are no id, name or phone number. */
    refused: z.int(),
  }),
  errors: ['dedupe-library.not-found', 'dedupe-library.full'],
  audit: 'dedupe-library.entries-added',
});

export const removeDedupeEntry = endpoint({
  method: 'POST',
  path: '/api/user/dedupeLibrary/entries/remove',
  audience: ['console'],
  summary: 'Removes one entry from one library. Removing a missing entry is no error.',
  body: z.strictObject({ libraryId: id, text: entryText }),
  answer: batchAnswer,
  errors: ['dedupe-library.not-found'],
  audit: 'dedupe-library.entry-removed',
});
