import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const prospectiveFansErrors = {
  'prospective-fan.not-found': errorEntry(404, '该潜在粉丝不存在', 'There is no such prospective fan'),
  'prospective-fan.taken': errorEntry(
    409,
    '该潜在粉丝已由 {name} 跟进',
    '{name} has claimed this prospective fan',
  ),
  'prospective-fan.ended': errorEntry(
    409,
    '该潜在粉丝已有结果，请先重新打开',
    'This prospective fan is done or given up: reopen it first',
  ),
} as const satisfies Record<string, ErrorEntry>;
