import type { InterfaceLanguage } from '@parley/contract';
import type { CodePurpose } from '@parley/contract/identity';
import type { Mail } from '../../base/mail/mail.ts';

export type MailLanguage = InterfaceLanguage;

/** `{brand}`: the name of the installation or of the tenant. */
const subjects = {
  register: { 'zh-CN': '{brand} 注册验证码', 'en-US': 'Your {brand} registration code' },
  'forgot-password': { 'zh-CN': '{brand} 重置密码验证码', 'en-US': 'Your {brand} password reset code' },
  'bind-email': { 'zh-CN': '{brand} 邮箱验证码', 'en-US': 'Your {brand} e-mail code' },
} as const satisfies Record<CodePurpose, Record<MailLanguage, string>>;

const bodies = {
  'zh-CN': (code: string) => `您的验证码是 ${code}，10 分钟内有效。\n\n如果不是您本人操作，请忽略此邮件。`,
  'en-US': (code: string) =>
    `Your code is ${code}. It is valid for 10 minutes.\n\nIf you didn’t request it, ignore this e-mail.`,
} as const satisfies Record<MailLanguage, (code: string) => string>;

export function codeMail(it: {
  email: string;
  purpose: CodePurpose;
  code: string;
  language: MailLanguage;
  brand: string;
}): Mail {
  return {
    to: it.email,
    subject: branded(subjects[it.purpose][it.language], it.brand),
    text: bodies[it.language](it.code),
  };
}

const branded = (subject: string, brand: string) => subject.replace('{brand}', () => brand);

type FactorNotice = 'two-factor-on' | 'two-factor-off' | 'two-factor-guessed' | 'two-factor-reset';

type Notice =
  | { notice: 'password-changed' }
  | { notice: FactorNotice }
  /** `newEmail` is masked for the old address. */
  | { notice: 'email-changed'; newEmail: string };

const noticeSubjects = {
  'password-changed': { 'zh-CN': '您的 {brand} 密码已修改', 'en-US': 'Your {brand} password was changed' },
  'email-changed': { 'zh-CN': '您的 {brand} 邮箱已更换', 'en-US': 'Your {brand} e-mail address was changed' },
  'two-factor-on': {
    'zh-CN': '您的 {brand} 账号已开启两步验证',
    'en-US': 'Two-factor authentication is on for your {brand} account',
  },
  'two-factor-off': {
    'zh-CN': '您的 {brand} 账号已关闭两步验证',
    'en-US': 'Two-factor authentication is off for your {brand} account',
  },
  'two-factor-guessed': {
    'zh-CN': '您的 {brand} 账号多次输入错误的两步验证码',
    'en-US': 'Wrong two-factor codes for your {brand} account',
  },
  'two-factor-reset': {
    'zh-CN': '您的 {brand} 账号的两步验证已被重置',
    'en-US': 'Two-factor authentication was reset for your {brand} account',
  },
} as const satisfies Record<Notice['notice'], Record<MailLanguage, string>>;

const factorBodies = {
  'two-factor-on': {
    'zh-CN': '今后登录时，除密码外还需输入验证器应用中的验证码。请妥善保存恢复码。',
    'en-US':
      'You now need a code from your authenticator app, besides your password, to log in. Keep your recovery codes in a safe place.',
  },
  'two-factor-off': {
    'zh-CN': '今后登录时只需输入密码。',
    'en-US': 'You now need only your password to log in.',
  },
  'two-factor-guessed': {
    'zh-CN': '有人输入了您的正确密码，随后多次输入错误的两步验证码。账号尚未被登录。',
    'en-US':
      'Someone entered your account’s correct password, followed by several wrong two-factor codes. They did not get into your account.',
  },
  'two-factor-reset': {
    'zh-CN':
      '客服已为您的账号关闭两步验证，并退出了所有登录设备。今后登录时只需输入密码；登录后可重新开启两步验证。',
    'en-US':
      'Customer service has turned off two-factor authentication for your account and logged you out everywhere. You now need only your password to log in; you can turn two-factor authentication on again afterwards.',
  },
} as const satisfies Record<FactorNotice, Record<MailLanguage, string>>;

const notYou = {
  'zh-CN': '如果不是您本人操作，请立即修改密码并联系客服。',
  'en-US': 'If this wasn’t you, change your password immediately and contact customer service.',
} as const satisfies Record<MailLanguage, string>;

function noticeBody(it: Notice, language: MailLanguage): string {
  if (it.notice === 'password-changed') {
    return language === 'zh-CN'
      ? '您的账号密码刚刚被修改，其他登录已全部退出。\n\n如果不是您本人操作，请立即在登录页使用“忘记密码”重新设置密码，并联系客服。'
      : 'Your account’s password was just changed, and all other login sessions were logged out.\n\nIf this wasn’t you, reset it immediately with “Forgot password?” on the login page, and contact customer service.';
  }
  if (it.notice !== 'email-changed') return `${factorBodies[it.notice][language]}\n\n${notYou[language]}`;
  return language === 'zh-CN'
    ? `您的账号邮箱已更换为 ${it.newEmail}，今后请使用新邮箱登录。\n\n如果不是您本人操作，请立即联系客服。`
    : `Your account’s e-mail address was changed to ${it.newEmail}. Use it to log in from now on.\n\nIf this wasn’t you, contact customer service immediately.`;
}

/** Returns the mail that notifies an account's owner of a change, regardless of who made it. */
export function noticeMail(it: Notice & { to: string; language: MailLanguage; brand: string }): Mail {
  return {
    to: it.to,
    subject: branded(noticeSubjects[it.notice][it.language], it.brand),
    text: noticeBody(it, it.language),
  };
}
