import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const automationErrors = {
  'welcome-template.not-found': errorEntry(404, '欢迎语模板不存在', 'The welcome template does not exist'),
  'welcome-template.too-many': errorEntry(
    422,
    '欢迎语模板数量已达上限',
    'The workspace has as many welcome templates as it can have',
  ),
  'keyword-rule.not-found': errorEntry(404, '关键词规则不存在', 'The keyword rule does not exist'),
  'keyword-rule.too-many': errorEntry(
    422,
    '关键词规则数量已达上限',
    'The workspace has as many keyword rules as it can have',
  ),
  'keyword-rule.too-many-keywords': errorEntry(
    422,
    '工作区的关键词总数已达上限',
    'All keyword rules of the workspace together have as many keywords as they can have',
  ),
} as const satisfies Record<string, ErrorEntry>;
