import type { InterfaceLanguage } from '../envelope.ts';

/** The reason why a mail was not sent: one of these codes, optionally followed by `: ` and the mail server's response. */
export const mailFaults = [
  'mail-unreachable',
  'mail-name-unknown',
  'mail-silent',
  'mail-insecure',
  'mail-login',
  'mail-refused',
  'mail-failed',
] as const;
export type MailFault = (typeof mailFaults)[number];

const sentences: Readonly<Record<MailFault, Readonly<Record<InterfaceLanguage, string>>>> = {
  'mail-unreachable': { 'zh-CN': '无法连接邮件服务器', 'en-US': 'The mail server could not be reached' },
  'mail-name-unknown': {
    'zh-CN': '找不到邮件服务器的域名',
    'en-US': 'The mail server’s domain name could not be resolved',
  },
  'mail-silent': { 'zh-CN': '邮件服务器响应超时', 'en-US': 'The mail server did not respond in time' },
  'mail-insecure': {
    'zh-CN': '无法与邮件服务器建立安全连接',
    'en-US': 'A secure connection to the mail server failed',
  },
  'mail-login': {
    'zh-CN': '邮件服务器拒绝了用户名或密码',
    'en-US': 'The mail server rejected the user name or password',
  },
  'mail-refused': { 'zh-CN': '邮件服务器拒收该邮件', 'en-US': 'The mail server rejected the mail' },
  'mail-failed': {
    'zh-CN': '发送邮件时发生内部错误',
    'en-US': 'Sending the mail failed with an internal error',
  },
};

const joints: Readonly<Record<InterfaceLanguage, string>> = { 'zh-CN': '：', 'en-US': ': ' };

/** Returns the code's sentence and the mail server's response; null for a text that isn't one of these codes. */
export function mailFaultSentence(problem: string, language: InterfaceLanguage): string | null {
  const [, word, said] = /^([a-z-]+)(?:: (.+))?$/s.exec(problem) ?? [];
  const fault = mailFaults.find((known) => known === word);
  if (fault === undefined) return null;
  const sentence = sentences[fault][language];
  return said === undefined ? sentence : `${sentence}${joints[language]}${said}`;
}
