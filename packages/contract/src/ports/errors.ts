import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const portsErrors = {
  'ports.short': errorEntry(
    409,
    '可用端口不足：需要 {needed} 个，剩余 {free} 个',
    'Not enough free ports: {needed} needed, {free} left',
  ),
} as const satisfies Record<string, ErrorEntry>;
