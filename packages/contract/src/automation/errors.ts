import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const automationErrors = {
  'welcome-template.not-found': errorEntry(404, '欢迎语模板不存在', 'The welcome template does not exist'),
  'welcome-template.too-many': errorEntry(
    422,
    '欢迎语模板数量已达上限',
    'You have reached the maximum number of welcome templates',
  ),
  'welcome-template.too-many-sub-accounts': errorEntry(
    422,
    '所有欢迎语模板和关键词规则指定的子账号总数已达上限，请改为适用于全部子账号或减少子账号',
    'Automatic replies have reached the maximum number of sub-account assignments. Apply it to all sub-accounts, or to fewer',
  ),
  'keyword-rule.not-found': errorEntry(404, '关键词规则不存在', 'The keyword rule does not exist'),
  'keyword-rule.too-many': errorEntry(
    422,
    '关键词规则数量已达上限',
    'You have reached the maximum number of keyword rules',
  ),
  'keyword-rule.too-many-keywords': errorEntry(
    422,
    '工作区的关键词总数已达上限',
    'The workspace has reached the maximum number of keywords',
  ),
  'keyword-rule.too-many-sub-accounts': errorEntry(
    422,
    '所有欢迎语模板和关键词规则指定的子账号总数已达上限，请改为适用于全部子账号或减少子账号',
    'Automatic replies have reached the maximum number of sub-account assignments. Apply it to all sub-accounts, or to fewer',
  ),
} as const satisfies Record<string, ErrorEntry>;
