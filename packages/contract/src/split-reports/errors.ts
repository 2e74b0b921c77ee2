import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const splitReportsErrors = {
  'split-report.not-found': errorEntry(404, '报表链接不存在', 'The link to this report does not exist'),
  'split-report.disabled': errorEntry(
    410,
    '该报表链接已被停用，请联系分享者',
    'This link is disabled, ask the person who shared it',
  ),
  'split-report.cancelled': errorEntry(410, '该报表链接已被取消', 'This link was cancelled'),
  'split-report.expired': errorEntry(
    410,
    '该报表链接已过期，请联系分享者',
    'This link has expired, ask the person who shared it',
  ),
} as const satisfies Record<string, ErrorEntry>;
