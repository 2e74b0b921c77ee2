import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const fansErrors = {
  'fan.not-found': errorEntry(404, '粉丝不存在', 'The fan does not exist'),
  'fan.same-person': errorEntry(409, '这两个粉丝已经是同一人', 'These fans are already one person'),
  'fan.too-many-merges': errorEntry(
    422,
    '合并后的粉丝身份或记录过多，无法合并',
    'Together these fans have too many identities or records to be merged',
  ),
  'fan.merge-not-found': errorEntry(404, '合并记录不存在', 'The merge does not exist'),
  'fan.merge-undone': errorEntry(409, '该合并已撤销', 'The merge has already been undone'),
} as const satisfies Record<string, ErrorEntry>;
