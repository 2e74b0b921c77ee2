import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const supportErrors = {
  'support.already-added': errorEntry(409, '该客服账号已添加', 'This contact has already been added'),
} as const satisfies Record<string, ErrorEntry>;
