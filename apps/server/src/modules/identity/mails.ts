import type { InterfaceLanguage } from '@parley/contract';
import type { Mail } from '../../base/mail/mail.ts';

export type MailLanguage = InterfaceLanguage;
type Purpose = 'register' | 'forgot-password' | 'bind-email';

const subjects = {
  register: { 'zh-CN': 'Parley 注册验证码', 'en-US': 'Your Parley registration code' },
  'forgot-password': { 'zh-CN': 'Parley 重置密码验证码', 'en-US': 'Your Parley password reset code' },
  'bind-email': { 'zh-CN': 'Parley 邮箱验证码', 'en-US': 'Your Parley e-mail code' },
} as const satisfies Record<Purpose, Record<MailLanguage, string>>;

const bodies = {
  'zh-CN': (code: string) => `您的验证码是 ${code}，10 分钟内有效。\n\n如果不是您本人操作，请忽略此邮件。`,
  'en-US': (code: string) =>
    `Your code is ${code}. It is valid for 10 minutes.\n\nIf you did not ask for it, ignore this mail.`,
} as const satisfies Record<MailLanguage, (code: string) => string>;

export function codeMail(it: {
  email: string;
  purpose: Purpose;
  code: string;
  language: MailLanguage;
}): Mail {
  return { to: it.email, subject: subjects[it.purpose][it.language], text: bodies[it.language](it.code) };
}
