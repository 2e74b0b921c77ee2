import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const sensitiveWordsErrors = {
  'message.sensitive': errorEntry(
    409,
    '消息包含不允许发送的内容，请修改后再发送',
    'The message contains words that may not be sent: change them and send it again',
  ),
  'sensitive-word-rule.not-found': errorEntry(
    404,
    '敏感词规则不存在',
    'The sensitive-word rule does not exist',
  ),
  'sensitive-word-rule.too-many': errorEntry(
    422,
    '敏感词规则数量已达上限',
    'You have reached the maximum number of sensitive-word rules',
  ),
  'sensitive-word-rule.too-many-words': errorEntry(
    422,
    '工作区的敏感词总数已达上限',
    'The workspace has reached the maximum number of sensitive words',
  ),
} as const satisfies Record<string, ErrorEntry>;
