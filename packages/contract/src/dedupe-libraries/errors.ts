import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const dedupeLibrariesErrors = {
  'dedupe-library.not-found': errorEntry(404, '重粉库不存在', 'The dedupe library does not exist'),
  'dedupe-library.too-many': errorEntry(
    409,
    '重粉库数量已达上限（{max} 个）',
    'There can be at most {max} dedupe libraries',
  ),
  'dedupe-library.full': errorEntry(
    409,
    '该重粉库的条目数已达上限（{max} 条）',
    'A dedupe library can have at most {max} entries',
  ),
  'dedupe-import.not-found': errorEntry(404, '导入任务不存在', 'The import does not exist'),
  'dedupe-import.running': errorEntry(
    409,
    '已有导入任务正在进行，请等待其完成或先取消',
    'Another import is running; wait until it is done or cancel it',
  ),
  'dedupe-import.unreadable': errorEntry(
    422,
    '无法读取该文件，请确认其为未加密的 CSV、TXT 或 XLSX 文件',
    'The file could not be read; it must be a CSV, TXT or XLSX file without a password',
  ),
} as const satisfies Record<string, ErrorEntry>;
