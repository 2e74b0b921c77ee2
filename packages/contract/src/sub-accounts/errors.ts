import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const subAccountsErrors = {
  'sub-account.not-found': errorEntry(404, '子账号不存在', 'The sub-account does not exist'),
  'sub-account.unlimited': errorEntry(
    409,
    '该子账号不限量，使用主账号的字符，无需分配',
    'This sub-account is unlimited: it uses the owner’s characters and needs no allocation',
  ),
  'sub-account.default': errorEntry(
    409,
    '默认子账号由主账号登录使用，不能停用、删除或重置密码',
    'The owner logs in to the default sub-account: it can’t be disabled, deleted or given a password',
  ),
  'sub-account.platform-not-permitted': errorEntry(
    403,
    '该子账号不允许使用此平台',
    'Platform not allowed for this sub-account',
  ),
} as const satisfies Record<string, ErrorEntry>;
