import type { InterfaceLanguage } from '../envelope.ts';

export type Sentence = Readonly<Record<InterfaceLanguage, string>>;

const sentence = (zh: string, en: string): Sentence => ({ 'zh-CN': zh, 'en-US': en });

/**
 * The reasons why a login session ended, with a sentence for its user. Only the holder of one of the session's own tokens
 * receives the reason: disabled accounts and changed passwords are not revealed to others.
 */
export const sessionEndings = {
  'logged-out': sentence(
    '您已在别处退出登录，请重新登录',
    'You were logged out elsewhere, please log in again',
  ),
  everywhere: sentence('您已退出所有设备，请重新登录', 'You logged out everywhere, please log in again'),
  'ended-from-list': sentence(
    '此登录已在登录设备列表中退出，请重新登录',
    'This session was ended from the list of login sessions, please log in again',
  ),
  elsewhere: sentence(
    '您已退出：该子账号已在另一台设备登录，且未开启多设备登录',
    'Logged out: this sub-account logged in on another device, and multi-device login is off',
  ),
  disabled: sentence('该子账号已被停用', 'This sub-account has been disabled'),
  deleted: sentence('该子账号已被删除', 'This sub-account has been deleted'),
  'owner-disabled': sentence(
    '主账号已被停用，请联系客服',
    'The owner account has been disabled, please contact customer service',
  ),
  'tenant-disabled': sentence('该站点已停用', 'This site has been disabled'),
  'password-changed': sentence(
    '密码已被修改，请使用新密码登录',
    'The password was changed, please log in with the new one',
  ),
  'email-changed': sentence(
    '登录邮箱已被修改，请使用新邮箱登录',
    'The e-mail address was changed, please log in with the new one',
  ),
  'two-factor-on': sentence(
    '两步验证已开启，请使用验证码重新登录',
    'Two-factor authentication was turned on, please log in again with a code',
  ),
  'two-factor-reset': sentence(
    '客服已关闭该账号的两步验证，请使用密码重新登录',
    'Customer service turned off two-factor authentication for this account, please log in again with the password',
  ),
  'operator-reset': sentence(
    '管理员账号已在服务器上重置，请使用新密码登录',
    'The operator’s account was reset on the server, please log in with the new password',
  ),
  'token-reused': sentence(
    '登录凭据被重复使用，为保障账号安全已退出登录，请重新登录',
    'Your login token was used twice, so you were logged out for your security; please log in again',
  ),
  restored: sentence(
    '系统已从备份恢复，请重新登录',
    'The server was restored from a backup, please log in again',
  ),
  lifetime: sentence(
    '本次登录已达到 90 天上限，请重新登录',
    'This login has reached its limit of 90 days, please log in again',
  ),
  'timed-out': sentence('登录已超时，请重新登录', 'Login timed out, please login again'),
} as const satisfies Record<string, Sentence>;

export type SessionEnding = keyof typeof sessionEndings;

/** Returns the ending with that name; unknown ones, from another version, count as a logout. */
export function sessionEndingOf(name: unknown): SessionEnding {
  // `hasOwn` has verified that it is one of the keys.
  return typeof name === 'string' && Object.hasOwn(sessionEndings, name)
    ? (name as SessionEnding)
    : 'logged-out';
}
