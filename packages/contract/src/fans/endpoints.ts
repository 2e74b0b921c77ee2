/** Fans as the owner sees them: a row for each fan of a social account. */
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

/** The type that a fan counts as on a social account. */
export const fanType = z.enum(['base', 'new', 'repeat']);
export type FanTypeName = z.output<typeof fanType>;

/** The most values that one filter takes. */
export const fanFilterLimit = 20;

const several = <Item extends z.ZodType<string, string>>(item: Item) => commaSeparated(item, fanFilterLimit);

export const fanFilters = {
  /** Parts of the name, of the account on the platform, of the phone number, the alias or the note; each must be there. */
  search: z.string().max(100).optional(),
  /** Any of these, here and below. */
  subAccountIds: several(id).optional(),
  socialAccountIds: several(id).optional(),
  platforms: several(platformId).optional(),
  types: several(fanType).optional(),
  tagIds: several(id).optional(),
  /** The first and the last day of growth, both included. */
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  /** Wrote within the workspace's days until inactive, or not since. */
  activity: z.enum(['active', 'inactive']).optional(),
  workOrderId: id.optional(),
};
export type FanFilters = z.output<z.ZodObject<typeof fanFilters>>;

export const fanSort = sortBy(['grownAt', 'lastActiveAt']);
export type FanSort = z.output<typeof fanSort>;

export const fan = z.object({
  /** Of the row: the fan on this social account. */
  id,
  /** Of the person, whom several rows can name. */
  fanId: id,
  type: fanType,
  nickname: z.string(),
  /** The person's id on the platform, and the name by which the platform lets people find it; each may be empty. */
  account: z.string(),
  handle: z.string(),
  /** Null: the platform has no such links. */
  link: z.string().nullable(),
  phone: z.string(),
  alias: z.string(),
  note: z.string(),
  platform: platformId,
  subAccountId: id,
  /** Empty: it is gone; so with the social account. */
  subAccountName: z.string(),
  /** The social account that it is a fan of. */
  socialAccountId: id,
  socialAccountName: z.string(),
  grownAt: time,
  /** To within ten minutes. */
  lastActiveAt: time,
  active: z.boolean(),
  /** The moment at which the social account was first online; null: no session of it is on record. */
  firstLoginAt: time.nullable(),
  /** Since when it is online; null: it is not. */
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

/** Fans are counted up to this number. */
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
  /** Null: `account` is a phone number that a platform gave, in digits. */
  platform: platformId.nullable(),
  account: z.string(),
  handle: z.string(),
  link: z.string().nullable(),
  /** The fan whose identity it is: after a merge, possibly another than the person's. */
  ownFanId: id,
  knownSince: time,
});

export const fanDetails = z.object({
  fanId: id,
  nickname: z.string(),
  firstSeenAt: time,
  /** The newest 100. */
  identities: z.array(identity),
  /** The newest 100, each with the conversation, if there is one. */
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
  /** Do all sub-accounts that share theirs see it? */
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
    /** As it was shown. */
    shared: z.boolean(),
    alias: profileFields.alias,
    phone: profileFields.phone,
    note: profileFields.notes,
  }),
  answer: profile,
  errors: ['fan.not-found', 'resource.stale'],
  audit: 'fan.changed',
});
