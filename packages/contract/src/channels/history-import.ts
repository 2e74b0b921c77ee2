import { z } from 'zod';
import { time } from '../values.ts';

/** The age limit of the requested history; `all`: everything that the platform has. */
export const historyRange = z.enum(['7-days', '30-days', '90-days', '365-days', 'all']);
export type HistoryRange = z.output<typeof historyRange>;

/** For a newly added account if the request doesn't specify a range. */
export const usualHistoryRange: HistoryRange = '30-days';

/** Returns the number of days of a range; null: no limit. */
export const daysOfRange = (range: HistoryRange): number | null =>
  range === 'all' ? null : Number(range.slice(0, range.indexOf('-')));

/**
 * waiting: starts as soon as there is capacity, and the account has been online. paused: can't continue for `reason`, and will
 * be retried. failed: ended for `reason`; it resumes where it stopped when the owner retries.
 */
export const historyImportState = z.enum(['waiting', 'running', 'paused', 'done', 'cancelled', 'failed']);
export type HistoryImportState = z.output<typeof historyImportState>;

export const historyImport = z.object({
  range: historyRange,
  state: historyImportState,
  /** A reason as in `stateReason`. */
  reason: z.string().nullable(),
  /** The number of imported messages, without those that already existed. */
  messages: z.int(),
  /** The number of people who became base fans. */
  fans: z.int(),
  /** The number of messages that could not be stored. */
  skipped: z.int(),
  /** The number of platform entries read, and their total; null: the platform doesn't count them. */
  read: z.int(),
  total: z.int().nullable(),
  /** The time of the oldest message read. */
  oldestAt: time.nullable(),
  /** True if it ended at the maximum number of messages per import. */
  limited: z.boolean(),
  startedAt: time,
  endedAt: time.nullable(),
});
export type HistoryImport = z.output<typeof historyImport>;
