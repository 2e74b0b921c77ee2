/** Sensitive-word records: what the rules have found. */
import { z } from 'zod';
import { calendarDay } from '../characters/records.ts';
import { endpoint } from '../endpoint.ts';
import { cursorPage, cursorQuery, exportLimit, id, spreadsheetMediaType, time } from '../values.ts';
import { sensitiveWordAction } from './rules.ts';
import { sensitiveFind } from './trial.ts';

/** `comment`: of a visitor's rating. */
export const sensitiveFoundIn = z.enum(['original', 'translation', 'comment']);
export type SensitiveFoundIn = z.output<typeof sensitiveFoundIn>;

export const sensitiveWordRecord = z.object({
  id,
  time,
  ruleId: id,
  /** As it was then. */
  ruleTitle: z.string(),
  /** The action that was taken: a blocking rule alerts for what a customer wrote. */
  action: sensitiveWordAction,
  /** `in`: from the customer. */
  direction: z.enum(['in', 'out']),
  foundIn: sensitiveFoundIn,
  /** Empty, as the excerpt is, where the sub-account keeps no chat history. */
  finds: z.array(sensitiveFind),
  excerpt: z.string(),
  conversationId: id,
  conversationTitle: z.string(),
  /** False: the title is the customer’s id on the platform, no name. */
  conversationNamed: z.boolean(),
  subAccountId: id,
  subAccountRemark: z.string(),
  socialAccountId: id,
  socialAccountName: z.string(),
  /** Null: the message was refused, and is no part of the conversation; or it is a comment. */
  messageId: id.nullable(),
  /** The message's place in the conversation. */
  seq: z.int().nullable(),
});
export type SensitiveWordRecord = z.output<typeof sensitiveWordRecord>;

const filters = {
  ruleId: id.optional(),
  action: sensitiveWordAction.optional(),
  direction: z.enum(['in', 'out']).optional(),
  foundIn: sensitiveFoundIn.optional(),
  subAccountId: id.optional(),
  /** The first and the last day, both included, in the workspace's time zone. */
  from: calendarDay.optional(),
  to: calendarDay.optional(),
};

export const sensitiveWordRecordPage = endpoint({
  method: 'GET',
  path: '/api/user/sensitiveWord/record/page',
  audience: ['console'],
  summary: 'Matches of sensitive-word rules, latest first.',
  query: z.strictObject({ ...cursorQuery, ...filters }),
  answer: cursorPage(sensitiveWordRecord),
  audit: 'chat-history.read',
});

export const exportSensitiveWordRecords = endpoint({
  method: 'GET',
  path: '/api/user/sensitiveWord/record/exportExcel',
  audience: ['console'],
  summary: 'Sensitive-word records as a spreadsheet, with the same filters, in the caller’s language.',
  query: z.strictObject(filters),
  answer: z.never(),
  file: spreadsheetMediaType,
  rateLimit: exportLimit,
  audit: 'records.exported',
});
