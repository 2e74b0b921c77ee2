import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const workOrderSharesErrors = {
  'work-order-share.not-found': errorEntry(404, '分享链接不存在', 'The share link does not exist'),
  'work-order-share.disabled': errorEntry(
    410,
    '该分享已被停用，请联系分享者',
    'This link is disabled, ask the person who shared it',
  ),
  'work-order-share.cancelled': errorEntry(410, '该分享已被取消', 'Sharing by this link was cancelled'),
  'work-order-share.expired': errorEntry(
    410,
    '该分享已过期，请联系分享者',
    'This link has expired, ask the person who shared it',
  ),
  'work-order-share.wrong-password': errorEntry(401, '访问密码错误', 'Wrong password'),
  'work-order-share.password-needed': errorEntry(
    422,
    '请为该工单设置访问密码',
    'Set a password for this work order',
  ),
  'work-order-share.account-not-found': errorEntry(
    404,
    '所选社交账号不属于该工单',
    'The social account does not belong to the work order',
  ),
  'work-order-share.chat-not-found': errorEntry(
    404,
    '该会话不存在，或不再展示',
    'The conversation does not exist or is not shown any more',
  ),
  'work-order-share.too-many': errorEntry(
    409,
    '分享链接数量已达上限（{max}），请先删除不再使用的链接',
    'There are {max} share links already: delete those that are no longer used',
  ),
} as const satisfies Record<string, ErrorEntry>;
