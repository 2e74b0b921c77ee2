/** Sensitive-word records: matches of the rules. */
import { z } from 'zod';
import { calendarDay } from '../characters/records.ts';
import { endpoint } from '../endpoint.ts';
import { cursorPage, cursorQuery, exportLimit, id, spreadsheetMediaType, time } from '../values.ts';
import { sensitiveWordAction } from './rules.ts';
import { sensitiveFind } from './trial.ts';

/** `comment`: the comment of a visitor's rating. */
export const sensitiveFoundIn = z.enum(['original', 'translation', 'comment']);
export type SensitiveFoundIn = z.output<typeof sensitiveFoundIn>;

export const sensitiveWordRecord = z.object({
  id,
  time,
  ruleId: id,
  /** The title at that time. */
  ruleTitle: z.string(),
  /** The action taken; on a customer's message, a blocking rule only alerts. */
  action: sensitiveWordAction,
  /** `in`: from the customer. */
  direction: z.enum(['in', 'out']),
  foundIn: sensitiveFoundIn,
  /** Empty, like the excerpt, if the sub-account keeps no chat history. */
  finds: z.array(sensitiveFind),
  excerpt: z.string(),
  conversationId: id,
  conversationTitle: z.string(),
  /** False: the title is the customer’s id on the platform, not a name. */
  conversationNamed: z.boolean(),
  subAccountId: id,
  subAccountRemark: z.string(),
  socialAccountId: id,
  socialAccountName: z.string(),
  /** Null: the message was refused and is not part of the conversation, or it is a comment. */
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
  /** The first and last day, inclusive, in the workspace's time zone. */
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
