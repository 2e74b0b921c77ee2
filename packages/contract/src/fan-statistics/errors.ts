import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const fanStatisticsErrors = {
  'fan-statistics.reset-final': errorEntry(409, '该次重置已无法撤销', 'This reset can no longer be undone'),
} as const satisfies Record<string, ErrorEntry>;
