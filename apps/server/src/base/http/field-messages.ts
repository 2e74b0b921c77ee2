import type { InterfaceLanguage } from '@parley/contract';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

const sentences = {
  required: { 'zh-CN': '此项必填', 'en-US': 'This is required' },
  unknown: { 'zh-CN': '不接受此字段', 'en-US': 'This field is not accepted' },
  'wrong-type': { 'zh-CN': '类型不正确', 'en-US': 'This has the wrong type' },
  'wrong-value': { 'zh-CN': '取值不正确', 'en-US': 'This value is not accepted' },
  'too-small': { 'zh-CN': '不能小于 {min}', 'en-US': 'At least {min}' },
  'too-large': { 'zh-CN': '不能大于 {max}', 'en-US': 'At most {max}' },
  'too-short': { 'zh-CN': '至少 {min} 个字符', 'en-US': 'At least {min} characters' },
  'too-long': { 'zh-CN': '最多 {max} 个字符', 'en-US': 'At most {max} characters' },
  'too-many-bytes': { 'zh-CN': '最多 {max} 字节', 'en-US': 'At most {max} bytes' },
  'too-few': { 'zh-CN': '至少 {min} 项', 'en-US': 'At least {min} in the list' },
  'too-many': { 'zh-CN': '最多 {max} 项', 'en-US': 'At most {max} in the list' },
  empty: { 'zh-CN': '不能为空', 'en-US': 'This must not be empty' },
  email: { 'zh-CN': '请输入有效的邮箱地址', 'en-US': 'Enter a valid e-mail address' },
  'phone-number': {
    'zh-CN': '请输入电话号码：至少 3 位数字，可含空格和 + ( ) - . /',
    'en-US': 'Enter a phone number: at least 3 digits, with spaces and + ( ) - . / only',
  },
  'password-weak': {
    'zh-CN': '密码至少 8 位，须包含数字和大小写字母，且不含空格',
    'en-US': 'At least 8 characters with digits, uppercase and lowercase letters, and no spaces',
  },
  'password-mismatch': {
    'zh-CN': '两次输入的密码不一致',
    'en-US': 'Password and confirm password do not match',
  },
  unprintable: { 'zh-CN': '包含不可显示的字符', 'en-US': 'This contains characters that can’t be displayed' },
  past: { 'zh-CN': '必须晚于现在', 'en-US': 'This must be later than now' },
  'unknown-language': { 'zh-CN': '不支持该语言', 'en-US': 'This language is not supported' },
  'language-twice': { 'zh-CN': '同一语言只能有一个译文', 'en-US': 'Each language can have one text only' },
  'unknown-variable': {
    'zh-CN': '双花括号中只能使用 fan、agent、account',
    'en-US': 'Only fan, agent and account can be used in double braces',
  },
  'no-fallback': {
    'zh-CN': '请为粉丝名称填写备用称呼，例如 {{fan|朋友}}',
    'en-US': 'Give the customer’s name a fallback, as in {{fan|friend}}',
  },
  'too-many-variables': { 'zh-CN': '变量不能超过 {max} 个', 'en-US': 'At most {max} variables' },
  spaces: { 'zh-CN': '不能包含空格或斜杠', 'en-US': 'This must not contain spaces or slashes' },
  link: { 'zh-CN': '请输入完整有效的链接', 'en-US': 'Enter a complete and valid link' },
  domain: {
    'zh-CN': '请输入完整的域名，例如 go.example.com',
    'en-US': 'Enter a full domain, such as go.example.com',
  },
  'link-twice': { 'zh-CN': '该链接重复', 'en-US': 'This link is in the list twice' },
  'unknown-time-zone': { 'zh-CN': '时区不存在', 'en-US': 'This time zone does not exist' },
} as const satisfies Record<string, Record<InterfaceLanguage, string>>;

type Rule = keyof typeof sentences;
type Finding = { rule: Rule; min?: number; max?: number };

const isRule = (name: unknown): name is Rule => typeof name === 'string' && name in sentences;

/** Returns the rule that an issue violates, in Parley's terms instead of the schema library's. */
function findingOf(issue: Issue): Finding {
  if (issue.code === 'custom') {
    const { rule, min, max } = (issue.params ?? {}) as { rule?: unknown; min?: number; max?: number }; // set by the contract only
    if (!isRule(rule)) return { rule: 'wrong-value' };
    return { rule, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  }
  if (isRule(issue.message)) return { rule: issue.message };
  if (issue.code === 'invalid_type') return { rule: issue.input === undefined ? 'required' : 'wrong-type' };
  if (issue.code === 'too_small') return tooSmall(issue.origin, Number(issue.minimum));
  if (issue.code === 'too_big') return tooBig(issue.origin, Number(issue.maximum));
  if (issue.code === 'invalid_format' && issue.format === 'email') return { rule: 'email' };
  return { rule: 'wrong-value' };
}

function tooSmall(origin: string, min: number): Finding {
  const isLength = origin === 'string' || origin === 'array';
  if (isLength && min === 1) return { rule: 'empty' };
  if (!isLength) return { rule: 'too-small', min };
  return { rule: origin === 'string' ? 'too-short' : 'too-few', min };
}

function tooBig(origin: string, max: number): Finding {
  if (origin === 'string') return { rule: 'too-long', max };
  return { rule: origin === 'array' ? 'too-many' : 'too-large', max };
}

/** A form has fewer fields; a body with thousands of wrong ones isn't answered with all of them. */
const mostFields = 50;
/** In UTF-16 units: the sender may have written any name. */
const longestPath = 200;

/**
 * Returns the invalid fields, as dotted paths, each with a sentence in the caller's language: the first 50, with paths of at most
 * 200 characters.
 */
export function fieldMessages(issues: readonly Issue[], language: InterfaceLanguage): Record<string, string> {
  const messages: Record<string, string> = {};
  let named = 0;
  for (const { path, finding } of findings(issues)) {
    if (named === mostFields) break;
    named += 1;
    const text = sentences[finding.rule][language]
      .replace('{min}', String(finding.min ?? ''))
      .replace('{max}', String(finding.max ?? ''));
    messages[path.map(String).join('.').slice(0, longestPath) || '.'] ??= text;
  }
  return messages;
}

function* findings(
  issues: readonly Issue[],
): Generator<{ path: PropertyKey[]; finding: Finding }, undefined> {
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) yield { path: [...issue.path, key], finding: { rule: 'unknown' } };
    else yield { path: issue.path, finding: findingOf(issue) };
  }
}
