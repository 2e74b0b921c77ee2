/** Records of character usage and allocation, which the owner reads and exports. */
import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { endpoint } from '../endpoint.ts';
import {
  characterCount,
  cursorPage,
  cursorQuery,
  exportLimit,
  id,
  spreadsheetMediaType,
  time,
} from '../values.ts';

/** A day of the workspace's calendar, `2026-01-05`. */
export const calendarDay = z.iso.date().refine((day) => day >= '1970-01-01');

const usageFilters = {
  subAccountId: id.optional(),
  platform: platformId.optional(),
  /** The first and last day, inclusive. */
  from: calendarDay.optional(),
  to: calendarDay.optional(),
};

const usageRecord = z.object({
  /** Derived from the details, so that a row keeps its id; unique within its day and sub-account. */
  id: z.guid(),
  /** In the workspace's time zone. */
  day: z.string(),
  subAccountId: id,
  /** Both are empty if the sub-account was deleted. */
  accountName: z.string(),
  subAccountRemark: z.string(),
  platform: z.string(),
  sourceLanguage: z.string(),
  targetLanguage: z.string(),
  /** The requested line, and its engine that translated. */
  line: z.string(),
  engine: z.string(),
  characters: characterCount,
  /** Charged translations. */
  translations: z.int().min(1),
});
export type CharacterUsageRecord = z.output<typeof usageRecord>;

export const characterUsagePage = endpoint({
  method: 'GET',
  path: '/api/user/subAccount/charLogPage',
  audience: ['console'],
  summary:
    'Character usage, latest day first: one row per day, sub-account, platform, language pair and engine, always up to date.',
  query: z.strictObject({ ...cursorQuery, ...usageFilters }),
  answer: cursorPage(usageRecord),
});

export const exportCharacterUsage = endpoint({
  method: 'GET',
  path: '/api/user/subAccount/charLogExportExcel',
  audience: ['console'],
  summary: 'The usage record as a spreadsheet, with the same filters, in the caller’s language.',
  query: z.strictObject(usageFilters),
  answer: z.never(),
  file: spreadsheetMediaType,
  rateLimit: exportLimit,
  audit: 'records.exported',
});

export const allocationDirection = z.enum(['add', 'remove']);

const allocationFilters = {
  subAccountId: id.optional(),
  /** Allocated to a sub-account, or reclaimed from it. */
  direction: allocationDirection.optional(),
  from: calendarDay.optional(),
  to: calendarDay.optional(),
};

const allocationRecord = z.object({
  id,
  time,
  subAccountId: id,
  accountName: z.string(),
  subAccountRemark: z.string(),
  direction: allocationDirection,
  amount: characterCount,
  /** The sub-account's balance before and after. */
  before: z.int(),
  after: z.int(),
  /** The owner's balance afterwards. */
  ownerRemaining: z.int(),
  remark: z.string(),
  /** Moved automatically, because the balance fell below a threshold, or the account became unlimited or was deleted. */
  automatic: z.boolean(),
});
export type CharacterAllocationRecord = z.output<typeof allocationRecord>;

export const characterAllocationPage = endpoint({
  method: 'GET',
  path: '/api/user/charAllocationRecord/page',
  audience: ['console'],
  summary: 'Characters allocated to sub-accounts and reclaimed from them, latest first.',
  query: z.strictObject({ ...cursorQuery, ...allocationFilters }),
  answer: cursorPage(allocationRecord),
});

export const exportCharacterAllocations = endpoint({
  method: 'GET',
  path: '/api/user/charAllocationRecord/exportExcel',
  audience: ['console'],
  summary: 'The allocation record as a spreadsheet, with the same filters, in the caller’s language.',
  query: z.strictObject(allocationFilters),
  answer: z.never(),
  file: spreadsheetMediaType,
  rateLimit: exportLimit,
  audit: 'records.exported',
});
