import { z } from 'zod';
import { time } from '../values.ts';

/** The age up to which the history is wanted; `all`: as far as the platform has it. */
export const historyRange = z.enum(['7-days', '30-days', '90-days', '365-days', 'all']);
export type HistoryRange = z.output<typeof historyRange>;

/** Of an account that is added, and a request that doesn't say. */
export const usualHistoryRange: HistoryRange = '30-days';

/** Returns the days of a range; null: all. */
export const daysOfRange = (range: HistoryRange): number | null =>
  range === 'all' ? null : Number(range.slice(0, range.indexOf('-')));

/**
 * waiting: it begins as soon as there is room, and the account has been online. paused: it can't go on for `reason`, and is tried
 * again. failed: it has ended for `reason`, and goes on from where it was when the owner tries again.
 */
export const historyImportState = z.enum(['waiting', 'running', 'paused', 'done', 'cancelled', 'failed']);
export type HistoryImportState = z.output<typeof historyImportState>;

export const historyImport = z.object({
  range: historyRange,
  state: historyImportState,
  /** A reason as of `stateReason`. */
  reason: z.string().nullable(),
  /** Messages that were imported; those that were here already aren't counted. */
  messages: z.int(),
  /** People who became base fans. */
  fans: z.int(),
  /** Messages that could not be stored. */
  skipped: z.int(),
  /** The platform's entries that were read, and the number of all; null: the platform doesn't count them. */
  read: z.int(),
  total: z.int().nullable(),
  /** The time of the oldest message that was reached. */
  oldestAt: time.nullable(),
  /** It has ended at the most messages that one import takes. */
  limited: z.boolean(),
  startedAt: time,
  endedAt: time.nullable(),
});
export type HistoryImport = z.output<typeof historyImport>;
