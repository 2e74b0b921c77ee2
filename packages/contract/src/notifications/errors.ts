import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const notificationsErrors = {
  'notification.request-id-taken': errorEntry(
    409,
    '该请求编号已用于其他内容',
    'This request ID was used for other content',
  ),
} as const satisfies Record<string, ErrorEntry>;
