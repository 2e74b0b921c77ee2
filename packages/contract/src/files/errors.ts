import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const filesErrors = {
  'file.type-refused': errorEntry(400, '不支持该文件类型', 'File type not supported'),
  'file.too-large': errorEntry(413, '文件不能超过 {maxMb} MB', 'The file must not exceed {maxMb} MB'),
  'file.not-found': errorEntry(404, '文件不存在', 'The file does not exist'),
  'file.too-many': errorEntry(
    409,
    '未完成的上传过多，请稍后再试',
    'Too many unfinished uploads, try again later',
  ),
  'file.not-uploaded': errorEntry(409, '文件尚未完整上传', 'The file has not been fully uploaded'),
} as const satisfies Record<string, ErrorEntry>;
