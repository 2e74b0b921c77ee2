import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const splitLinksErrors = {
  'split-link.not-found': errorEntry(404, '分流链接不存在', 'The split link does not exist'),
  'split-link.name-taken': errorEntry(409, '已有同名分流链接', 'A split link of this name already exists'),
  'split-link.too-many': errorEntry(
    422,
    '分流链接数量已达上限',
    'The workspace has as many split links as it can have',
  ),
} as const satisfies Record<string, ErrorEntry>;
