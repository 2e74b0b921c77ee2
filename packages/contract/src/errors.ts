/**
 * The error catalogue. The key is stable: programs branch on it, logs are searched by it. `code` is the
 * envelope's number; the HTTP status follows from it (`httpStatus`). `{name}` stands for a detail.
 */
import type { InterfaceLanguage } from './envelope.ts';

type Entry = { code: number } & Record<InterfaceLanguage, string>;

const entry = (code: number, zh: string, en: string): Entry => ({ code, 'zh-CN': zh, 'en-US': en });

export const errorCatalogue = {
  // What any endpoint can answer.
  'request.invalid': entry(
    400,
    '请求内容有误，请检查标出的字段',
    'The request is not valid; see the marked fields',
  ),
  'request.malformed': entry(400, '请求格式无法识别', 'The request could not be read'),
  'auth.required': entry(
    401,
    '认证失败，无法访问系统资源',
    'Authentication failed, cannot access system resources',
  ),
  'auth.forbidden': entry(403, '没有权限执行当前操作', 'No permission for the current operation'),
  'auth.wrong-audience': entry(403, '此登录凭据不能用于这里', 'This log-in is not valid here'),
  'demo.read-only': entry(901, '演示模式，不允许进行写操作', 'Demo mode, write operations are not allowed'),
  'resource.not-found': entry(404, '资源不存在', 'The resource does not exist'),
  'request.method-not-allowed': entry(405, '不允许的请求方法', 'Method not allowed'),
  'request.timeout': entry(408, '请求超时', 'Request timeout'),
  'request.too-large': entry(413, '请求内容过大', 'The request is too large'),
  'request.wrong-media-type': entry(415, '不支持的内容类型', 'The content type is not supported'),
  'request.too-many': entry(
    429,
    '请求过于频繁，请在 {seconds} 秒后重试',
    'Too many requests, try again in {seconds} s',
  ),
  'server.failed': entry(500, '服务器错误，请联系管理员', 'Server error, contact the administrator'),
  'server.unavailable': entry(503, '服务暂不可用或正在维护', 'Service unavailable or under maintenance'),
  'resource.stale': entry(
    409,
    '内容已被修改，请刷新后重试',
    'It was changed meanwhile; reload and try again',
  ),
  // Identity.
  'identity.wrong-credentials': entry(401, '用户名或密码错误', 'Wrong username or password'),
  'identity.invalid-refresh-token': entry(401, '无效的刷新令牌', 'invalid refresh token'),
  'identity.expired-refresh-token': entry(401, '刷新令牌已过期', 'refresh token expired'),
  'identity.not-for-console': entry(
    403,
    '子账号只能登录工作台客户端',
    'Sub-accounts log in to the desk only',
  ),
  'identity.disabled': entry(403, '该账号已停用', 'This account is disabled'),
  'identity.wrong-code': entry(400, '验证码错误或已过期', 'The verification code is wrong or has expired'),
  'identity.code-too-soon': entry(
    429,
    '验证码发送过于频繁，请在 {seconds} 秒后重试',
    'A code was sent just now, try again in {seconds} s',
  ),
  'identity.password-mismatch': entry(
    400,
    '两次输入的密码不一致',
    'Password and confirm password do not match',
  ),
  // Sub-accounts.
  'sub-account.not-found': entry(404, '子账号不存在', 'The sub-account does not exist'),
  // Characters.
  'characters.short': entry(402, '字符数不足', 'Not enough characters left'),
  // Channels.
  'channel.platform-unknown': entry(400, '不支持该平台', 'This platform is not supported'),
  'channel.refused': entry(422, '平台拒绝了该账号：{reason}', 'The platform refused the account: {reason}'),
  'channel.unreachable': entry(502, '无法连接平台：{reason}', 'The platform could not be reached: {reason}'),
  'channel.already-added': entry(409, '该社交账号已添加', 'This social account has been added already'),
  'channel.origin-refused': entry(
    403,
    '此网站未被允许使用该聊天窗口',
    'This website may not use this chat widget',
  ),
  // Conversations.
  'conversation.not-found': entry(404, '会话不存在', 'The conversation does not exist'),
  'message.not-found': entry(404, '消息不存在', 'The message does not exist'),
  'message.not-failed': entry(409, '该消息不是失败状态', 'The message has not failed'),
  'message.id-taken': entry(409, '该消息编号已用于其他内容', 'This message id was used for other content'),
  // Translation.
  'translation.failed': entry(502, '翻译出现问题', 'There was an issue with the translation'),
  'translation.line-unknown': entry(400, '翻译线路不存在', 'There is no such translation line'),
  'translation.language-unknown': entry(400, '不支持该语言', 'This language is not supported'),
} as const satisfies Record<string, Entry>;

export type ErrorId = keyof typeof errorCatalogue;

/** 901 rides on 403, and the spec's five- and six-digit codes on 401; every other code is its own status. */
export function httpStatus(code: number): number {
  if (code === 901) return 403;
  if (code > 599) return 401;
  return code;
}

/** The catalogue's sentence with its details filled in. */
export function errorMessage(
  error: ErrorId,
  language: InterfaceLanguage,
  details: Readonly<Record<string, string | number>> = {},
): string {
  return errorCatalogue[error][language].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(details[name] ?? whole),
  );
}
