import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const translationErrors = {
  'translation.failed': errorEntry(502, '翻译出现问题', 'There was an issue with the translation'),
  'translation.line-unknown': errorEntry(400, '翻译线路不存在', 'The translation line does not exist'),
} as const satisfies Record<string, ErrorEntry>;
