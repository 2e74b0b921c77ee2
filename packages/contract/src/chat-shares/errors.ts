import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const chatSharesErrors = {
  'chat-share.not-found': errorEntry(404, '分享链接不存在', 'The share link does not exist'),
  'chat-share.disabled': errorEntry(
    410,
    '该分享已被停用，请联系分享者',
    'This link is disabled, ask the person who shared it',
  ),
  'chat-share.cancelled': errorEntry(410, '该分享已被取消', 'Sharing by this link was cancelled'),
  'chat-share.expired': errorEntry(
    410,
    '该分享已过期，请联系分享者',
    'This link has expired, ask the person who shared it',
  ),
  'chat-share.wrong-password': errorEntry(401, '访问密码错误', 'Wrong password'),
  'chat-share.password-needed': errorEntry(422, '请设置访问密码', 'Set a password'),
  'chat-share.too-many': errorEntry(
    409,
    '分享链接数量已达上限（{max}），请先删除不再使用的链接',
    'There are {max} share links already: delete those that are no longer used',
  ),
} as const satisfies Record<string, ErrorEntry>;
