import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const messageTemplatesErrors = {
  'template.not-found': errorEntry(
    404,
    '消息模板不存在或未通过审核',
    'The message template does not exist or is not approved',
  ),
  'template.changed': errorEntry(
    409,
    '平台上的消息模板已更改，请重新选择',
    'The message template has changed on the platform: choose it again',
  ),
  'template.values': errorEntry(
    400,
    '请填写消息模板中的所有变量',
    'Fill in all placeholders of the message template',
  ),
  'template.alone': errorEntry(
    400,
    '消息模板不能附带文件、回复或其他文本',
    'A message template can’t be combined with a file, a quoted message or other text',
  ),
  'template.unsupported': errorEntry(409, '该平台没有消息模板', 'The platform has no message templates'),
} as const satisfies Record<string, ErrorEntry>;
