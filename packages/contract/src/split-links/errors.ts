import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const splitLinksErrors = {
  'split-link.not-found': errorEntry(404, '分流链接不存在', 'The split link does not exist'),
  'split-link.name-taken': errorEntry(409, '已有同名分流链接', 'A split link of this name already exists'),
  'split-link.too-many': errorEntry(
    422,
    '分流链接数量已达上限',
    'You have reached the maximum number of split links',
  ),
  'split-link.file-unreadable': errorEntry(
    422,
    '无法读取该文件，请使用 .xlsx、.csv 或 .txt',
    'The file can’t be read; use .xlsx, .csv or .txt',
  ),
  'split-link.source-unavailable': errorEntry(
    422,
    '所选子账号或工单不可用：已删除、已关闭或属于其他平台',
    'A selected sub-account or work order has been deleted or closed, or belongs to another platform',
  ),
} as const satisfies Record<string, ErrorEntry>;
