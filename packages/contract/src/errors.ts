/**
 * The error catalogue. The key is stable: programs branch on it, logs are searched by it. `code` is the
 * envelope's number; the HTTP status follows from it (`httpStatus`). `{name}` stands for a detail.
 */
import type { InterfaceLanguage } from './envelope.ts';
import { sessionEndingOf, sessionEndings } from './identity/session-endings.ts';

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
  // A page without a login (the visitor's chat, a share) has lost its pass. It requests a new one without an error
  // message.
  'auth.pass-required': entry(
    40101,
    '访问凭据无效或已过期',
    'The access token of this page is missing or has expired',
  ),
  'auth.token-illegal': entry(
    50008,
    '登录凭据无效，请重新登录',
    'Your login is no longer valid, please log in again',
  ),
  'auth.session-ended': entry(
    50012,
    '您已在其他地方退出登录，请重新登录',
    'You were logged out elsewhere, please log in again',
  ),
  'auth.session-expired': entry(50014, '登录已超时，请重新登录', 'Login timed out, please login again'),
  'auth.forbidden': entry(403, '没有权限执行当前操作', 'No permission for the current operation'),
  'auth.password-change-required': entry(
    403,
    '请先修改系统生成的密码',
    'Change the generated password first',
  ),
  'auth.wrong-audience': entry(403, '此登录凭据在此处无效', 'This login is not valid here'),
  'request.forged': entry(
    403,
    '请求来源无法确认，请刷新页面后重试',
    'The request’s origin could not be verified, please refresh the page and try again',
  ),
  'demo.read-only': entry(901, '演示模式，不允许进行写操作', 'Demo mode, write operations not allowed'),
  'resource.not-found': entry(404, '资源不存在', 'Resource does not exist'),
  'tenant.not-found': entry(404, '该租户不存在或已停用', 'This tenant does not exist or is disabled'),
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
  'request.method-unknown': entry(501, '服务器未实现该功能', 'Not implemented'),
  'gateway.unreachable': entry(502, '网络错误', 'Network error'),
  'server.unavailable': entry(503, '服务暂不可用或正在维护', 'Service unavailable or under maintenance'),
  'server.storage-exhausted': entry(
    503,
    '服务器存储空间不足或存储异常，内容未保存，请稍后重试或联系管理员',
    'The server is out of disk space or memory and saved nothing. Try again later or contact the administrator',
  ),
  'server.too-slow': entry(504, '网络超时', 'Network timeout'),
  'request.http-version': entry(505, '不支持的 HTTP 版本', 'HTTP version unsupported'),
  'resource.stale': entry(
    409,
    '内容已被修改，请刷新后重试',
    'Someone else has changed this; reload and try again',
  ),
  // Identity.
  'identity.wrong-credentials': entry(401, '用户名或密码错误', 'Wrong username or password'),
  'identity.invalid-refresh-token': entry(401, '无效的刷新令牌', 'invalid refresh token'),
  'identity.expired-refresh-token': entry(401, '刷新令牌已过期', 'refresh token expired'),
  'identity.not-for-console': entry(403, '子账号只能登录工作台', 'Sub-accounts can only log in to the desk'),
  'identity.owner-unknown': entry(404, '没有主账号使用该邮箱', 'No owner has this e-mail address'),
  'identity.disabled': entry(403, '该账号已停用', 'This account is disabled'),
  'identity.wrong-code': entry(400, '验证码错误或已过期', 'The verification code is wrong or has expired'),
  'identity.code-too-soon': entry(
    429,
    '验证码发送过于频繁，请在 {seconds} 秒后重试',
    'A code was just sent, try again in {seconds} s',
  ),
  // Tenants.
  'tenant.host-taken': entry(409, '该域名已属于其他租户', 'This host belongs to another tenant'),
  'tenant.in-use': entry(
    409,
    '该租户下已有主账号，无法删除，请改为停用',
    'This tenant has owners and can’t be deleted; disable it instead',
  ),
  'identity.registration-closed': entry(403, '暂未开放注册', 'Registration is closed'),
  'identity.wrong-password': entry(400, '当前密码错误', 'The current password is wrong'),
  // The password was right; `details.challenge` is passed to the second step.
  'identity.second-step': entry(401, '请输入两步验证码', 'Enter the code from your authenticator app'),
  'identity.second-step-expired': entry(
    401,
    '登录已超时，请重新输入密码',
    'The login timed out; enter your password again',
  ),
  'two-factor.already-on': entry(409, '两步验证已开启', 'Two-factor authentication is already on'),
  'two-factor.not-on': entry(409, '两步验证未开启', 'Two-factor authentication is not on'),
  'identity.common-password': entry(
    400,
    '该密码过于常见，容易被猜到，请换一个',
    'This password is too common; choose another',
  ),
  'identity.same-password': entry(
    400,
    '新密码不能与当前密码相同',
    'The new password must differ from the current one',
  ),
  'identity.operator-password-short': entry(
    400,
    '管理员密码至少 {min} 位',
    'The operator’s password must have at least {min} characters',
  ),
  'identity.wrong-email': entry(
    400,
    '当前邮箱与此账号不符',
    'This is not the account’s current e-mail address',
  ),
  'certification.wrong-state': entry(
    409,
    '认证的当前状态不允许此操作',
    'The certification’s current status does not allow this',
  ),
  // Sub-accounts.
  'sub-account.not-found': entry(404, '子账号不存在', 'The sub-account does not exist'),
  'sub-account.unlimited': entry(
    409,
    '该子账号不限量，使用主账号的字符，无需分配',
    'This sub-account is unlimited: it uses the owner’s characters and needs no allocation',
  ),
  'sub-account.default': entry(
    409,
    '默认子账号由主账号登录使用，不能停用、删除或重置密码',
    'The owner logs in to the default sub-account: it can’t be disabled, deleted or given a password',
  ),
  'sub-account.platform-not-permitted': entry(
    403,
    '该子账号不允许使用此平台',
    'Platform not allowed for this sub-account',
  ),
  // Ports.
  'ports.short': entry(
    409,
    '可用端口不足：需要 {needed} 个，剩余 {free} 个',
    'Not enough free ports: {needed} needed, {free} left',
  ),
  // Proxies.
  'proxy.not-found': entry(404, '代理不存在', 'The proxy does not exist'),
  'proxy.private': entry(
    422,
    '不允许使用内网、本机或保留地址作为代理',
    'Proxies in a private, local or reserved network are not allowed',
  ),
  'proxy.already-added': entry(409, '该代理已添加', 'This proxy has already been added'),
  'proxy.not-for-account': entry(
    409,
    '该代理不适用于此社交账号所属的子账号',
    'This proxy is not available to the social account’s sub-account',
  ),
  // Characters.
  'characters.short': entry(402, '字符数不足', 'Not enough characters left'),
  'characters.request-id-taken': entry(
    409,
    '该请求编号已用于其他内容',
    'This request ID was used for other content',
  ),
  // Channels.
  'channel.platform-unknown': entry(400, '不支持该平台', 'This platform is not supported'),
  'channel.refused': entry(422, '平台拒绝了该账号：{reason}', 'The platform rejected the account: {reason}'),
  'channel.unreachable': entry(502, '无法连接平台：{reason}', 'The platform could not be reached: {reason}'),
  'channel.already-added': entry(409, '该社交账号已添加', 'This social account has already been added'),
  'channel.other-account': entry(
    409,
    '新凭据属于另一个账号，请将其作为新账号添加',
    'These credentials belong to another account: add it as a new social account',
  ),
  'channel.origin-refused': entry(
    403,
    '此网站不允许使用该聊天窗口',
    'This website is not allowed to use this chat widget',
  ),
  // Conversations.
  'conversation.not-found': entry(404, '会话不存在', 'The conversation does not exist'),
  'message.not-found': entry(404, '消息不存在', 'The message does not exist'),
  'message.not-failed': entry(409, '该消息不是失败状态', 'The message has not failed'),
  'message.id-taken': entry(409, '该消息编号已用于其他内容', 'This message ID was used for other content'),
  // Support.
  'support.already-added': entry(409, '该客服账号已添加', 'This contact has already been added'),
  // Files.
  'file.type-refused': entry(400, '不支持该文件类型', 'File type not supported'),
  'file.too-large': entry(413, '文件不能超过 {maxMb} MB', 'The file must not exceed {maxMb} MB'),
  'file.too-many': entry(409, '未完成的上传过多，请稍后再试', 'Too many unfinished uploads, try again later'),
  'file.not-uploaded': entry(409, '文件尚未完整上传', 'The file has not been fully uploaded'),
  // Notifications.
  'notification.request-id-taken': entry(
    409,
    '该请求编号已用于其他内容',
    'This request ID was used for other content',
  ),
  // Translation.
  'translation.failed': entry(502, '翻译出现问题', 'There was an issue with the translation'),
  'translation.line-unknown': entry(400, '翻译线路不存在', 'The translation line does not exist'),
} as const satisfies Record<string, Entry>;

export type ErrorId = keyof typeof errorCatalogue;

/** The specification's default sentences, by code. */
const defaults: ReadonlyMap<number, ErrorId> = new Map(
  (
    [
      'auth.required',
      'auth.forbidden',
      'resource.not-found',
      'request.method-not-allowed',
      'request.timeout',
      'server.failed',
      'request.method-unknown',
      'gateway.unreachable',
      'server.unavailable',
      'server.too-slow',
      'request.http-version',
      'demo.read-only',
    ] as const
  ).map((id) => [errorCatalogue[id].code, id]),
);
const unknownError: Record<InterfaceLanguage, string> = {
  'zh-CN': '系统未知错误，请反馈给管理员',
  'en-US': 'Unknown system error, report to the administrator',
};

/** What to show for a code that came without a sentence of its own: from a proxy in between, or another version. */
export function defaultMessage(code: number, language: InterfaceLanguage): string {
  const id = defaults.get(code);
  return id === undefined ? unknownError[language] : errorCatalogue[id][language];
}

/** 901 rides on 403, and the spec's five- and six-digit codes on 401; every other code is its own status. */
export function httpStatus(code: number): number {
  if (code === 901) return 403;
  if (code > 599) return 401;
  return code;
}

/** The catalogue's sentence with its details filled in; that of an ended session says why it ended. */
export function errorMessage(
  error: ErrorId,
  language: InterfaceLanguage,
  details: Readonly<Record<string, string | number>> = {},
): string {
  const isEnd = error === 'auth.session-ended' || error === 'auth.session-expired';
  if (isEnd && details.ending !== undefined) return sessionEndings[sessionEndingOf(details.ending)][language];
  return errorCatalogue[error][language].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(details[name] ?? whole),
  );
}
