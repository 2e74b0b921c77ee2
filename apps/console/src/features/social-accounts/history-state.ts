import { daysOfRange, type HistoryImport, type HistoryRange, historyRange } from '@parley/contract/channels';

/** Returns whether an import has not ended yet. */
export const isImporting = (latest: HistoryImport | null | undefined): latest is HistoryImport =>
  latest !== null && latest !== undefined && latest.endedAt === null;

/** Returns the ranges that a platform can provide, and the whole history. */
export const rangesOf = ({ maxDays }: { maxDays: number | null }): readonly HistoryRange[] =>
  historyRange.options.filter((range) => {
    const days = daysOfRange(range);
    return days === null || maxDays === null || days <= maxDays;
  });
