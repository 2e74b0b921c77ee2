import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const identityErrors = {
  'identity.wrong-credentials': errorEntry(401, '账号或密码错误', 'Wrong login details'),
  'identity.invalid-refresh-token': errorEntry(401, '无效的刷新令牌', 'invalid refresh token'),
  'identity.expired-refresh-token': errorEntry(401, '刷新令牌已过期', 'refresh token expired'),
  'identity.not-for-console': errorEntry(
    403,
    '子账号只能登录工作台',
    'Sub-accounts can only log in to the desk',
  ),
  'identity.owner-unknown': errorEntry(404, '没有主账号使用该邮箱', 'No owner has this e-mail address'),
  'identity.disabled': errorEntry(403, '该账号已停用', 'This account is disabled'),
  'identity.wrong-code': errorEntry(
    400,
    '验证码错误或已过期',
    'The verification code is wrong or has expired',
  ),
  'identity.code-too-soon': errorEntry(
    429,
    '验证码发送过于频繁，请在 {seconds} 秒后重试',
    'A code was just sent, try again in {seconds} s',
  ),
  'identity.registration-closed': errorEntry(403, '暂未开放注册', 'Registration is closed'),
  'identity.wrong-password': errorEntry(400, '当前密码错误', 'The current password is wrong'),
  // The password was right; `details.challenge` is passed to the second step.
  'identity.second-step': errorEntry(401, '请输入两步验证码', 'Enter the code from your authenticator app'),
  'identity.second-step-expired': errorEntry(
    401,
    '登录已超时，请重新输入密码',
    'The login timed out; enter your password again',
  ),
  'two-factor.already-on': errorEntry(409, '两步验证已开启', 'Two-factor authentication is already on'),
  'two-factor.not-on': errorEntry(409, '两步验证未开启', 'Two-factor authentication is not on'),
  'identity.common-password': errorEntry(
    400,
    '该密码过于常见，容易被猜到，请换一个',
    'This password is too common; choose another',
  ),
  'identity.same-password': errorEntry(
    400,
    '新密码不能与当前密码相同',
    'The new password must differ from the current one',
  ),
  'identity.operator-password-short': errorEntry(
    400,
    '管理员密码至少 {min} 位',
    'The operator’s password must have at least {min} characters',
  ),
  'identity.wrong-email': errorEntry(
    400,
    '当前邮箱与此账号不符',
    'This is not the account’s current e-mail address',
  ),
  'certification.wrong-state': errorEntry(
    409,
    '认证的当前状态不允许此操作',
    'The certification’s current status does not allow this',
  ),
} as const satisfies Record<string, ErrorEntry>;
