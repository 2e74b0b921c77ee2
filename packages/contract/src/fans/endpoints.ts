/** Fans as shown to the owner: one row per fan of a social account. */
import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { calendarDay } from '../characters/records.ts';
import { profileFields } from '../customer-profiles/endpoints.ts';
import { endpoint } from '../endpoint.ts';
import {
  commaSeparated,
  cursorPage,
  cursorQuery,
  exportLimit,
  id,
  sortBy,
  spreadsheetMediaType,
  time,
} from '../values.ts';

/** The type as which a fan counts for a social account. */
export const fanType = z.enum(['base', 'new', 'repeat']);

/** Maximum number of values per filter. */
export const fanFilterLimit = 20;

const several = <Item extends z.ZodType<string, string>>(item: Item) => commaSeparated(item, fanFilterLimit);

export const fanFilters = {
  /** Parts of the name, the account on the platform, the phone number, the alias or the note; all parts must occur. */
  search: z.string().max(100).optional(),
  /** Any of these values; likewise below. */
  subAccountIds: several(id).optional(),
  socialAccountIds: several(id).optional(),
  platforms: several(platformId).optional(),
  types: several(fanType).optional(),
  tagIds: several(id).optional(),
  /** The first and last day of growth, inclusive. */
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  /** Active: has written within the workspace's days until inactive. */
  activity: z.enum(['active', 'inactive']).optional(),
  workOrderId: id.optional(),
};
export type FanFilters = z.output<z.ZodObject<typeof fanFilters>>;

export const fanSort = sortBy(['grownAt', 'lastActiveAt']);
export type FanSort = z.output<typeof fanSort>;

export const fan = z.object({
  /** The id of the row: the fan of this social account. */
  id,
  /** The id of the person, who may have several rows. */
  fanId: id,
  type: fanType,
  nickname: z.string(),
  /** The person's id on the platform, and the name under which the platform lets people find them; each may be empty. */
  account: z.string(),
  handle: z.string(),
  /** Null: the platform has no such links. */
  link: z.string().nullable(),
  phone: z.string(),
  alias: z.string(),
  note: z.string(),
  platform: platformId,
  subAccountId: id,
  /** Empty if it was deleted; likewise for the social account. */
  subAccountName: z.string(),
  /** The social account of which this is a fan. */
  socialAccountId: id,
  socialAccountName: z.string(),
  grownAt: time,
  /** To within ten minutes. */
  lastActiveAt: time,
  active: z.boolean(),
  /** The time at which the social account was first online; null: none of its sessions is on record. */
  firstLoginAt: time.nullable(),
  /** The time since which it has been online; null: it is offline. */
  onlineSince: time.nullable(),
  tagIds: z.array(id),
});
export type Fan = z.output<typeof fan>;

export const fanPage = endpoint({
  method: 'GET',
  path: '/api/system/fans/page',
  audience: ['console'],
  summary: 'Fans of the workspace’s social accounts, latest growth first unless sorted; without a total.',
  query: z.strictObject({ ...cursorQuery, ...fanFilters, sort: fanSort.default('grownAt.desc') }),
  answer: cursorPage(fan),
});

/** Counting stops at this number of fans. */
export const fanCountLimit = 10_000;

export const countFans = endpoint({
  method: 'GET',
  path: '/api/system/fans/count',
  audience: ['console'],
  summary: 'The number of fans that match the filters, counted up to 10,000.',
  query: z.strictObject(fanFilters),
  answer: z.object({ count: z.int(), more: z.boolean() }),
});

export const exportFans = endpoint({
  method: 'GET',
  path: '/api/system/fans/exportExcel',
  audience: ['console'],
  summary: 'The fans as a spreadsheet, with the same filters and order, in the caller’s language.',
  query: z.strictObject({ ...fanFilters, sort: fanSort.default('grownAt.desc') }),
  answer: z.never(),
  file: spreadsheetMediaType,
  rateLimit: exportLimit,
  audit: 'records.exported',
});

const identity = z.object({
  id,
  /** Null: `account` is a phone number provided by a platform, in digits. */
  platform: platformId.nullable(),
  account: z.string(),
  handle: z.string(),
  link: z.string().nullable(),
  /** The fan whose identity this is; after a merge, possibly another fan than the person. */
  ownFanId: id,
  knownSince: time,
});

export const fanDetails = z.object({
  fanId: id,
  nickname: z.string(),
  firstSeenAt: time,
  /** At most the newest 100. */
  identities: z.array(identity),
  /** At most the newest 100, each with its conversation, if any. */
  rows: z.array(fan.extend({ conversationId: id.nullable() })),
});
export type FanDetails = z.output<typeof fanDetails>;

export const getFan = endpoint({
  method: 'GET',
  path: '/api/system/fans/get',
  audience: ['console'],
  summary: 'A person: identities, and all social accounts that know them.',
  query: z.strictObject({ fanId: id }),
  answer: fanDetails,
  errors: ['fan.not-found'],
});

const profile = z.object({
  alias: z.string(),
  phone: z.string(),
  note: z.string(),
  /** True if all sub-accounts that share their notes see it. */
  shared: z.boolean(),
  version: z.int32(),
});

export const getFanProfile = endpoint({
  method: 'GET',
  path: '/api/system/fans/profile',
  audience: ['console'],
  summary: 'The notes about a fan, as the row’s sub-account sees them.',
  query: z.strictObject({ rowId: id }),
  answer: profile,
  errors: ['fan.not-found'],
});

export const updateFan = endpoint({
  method: 'PUT',
  path: '/api/system/fans/update',
  audience: ['console'],
  summary:
    'Changes alias, phone and note. Agents see the same note; if one has saved it in between, answers 409 and overwrites nothing.',
  body: z.strictObject({
    rowId: id,
    version: z.int32().min(0),
    /** The value that was shown. */
    shared: z.boolean(),
    alias: profileFields.alias,
    phone: profileFields.phone,
    note: profileFields.notes,
  }),
  answer: profile,
  errors: ['fan.not-found', 'resource.stale'],
  audit: 'fan.changed',
});
