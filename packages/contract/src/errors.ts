import { automationErrors } from './automation/errors.ts';
import { channelsErrors } from './channels/errors.ts';
import { charactersErrors } from './characters/errors.ts';
import { chatSharesErrors } from './chat-shares/errors.ts';
import { conversationsErrors } from './conversations/errors.ts';
import { dedupeLibrariesErrors } from './dedupe-libraries/errors.ts';
import type { InterfaceLanguage } from './envelope.ts';
import { type ErrorEntry, errorEntry } from './error-entry.ts';
import { fanStatisticsErrors } from './fan-statistics/errors.ts';
import { fanTagsErrors } from './fan-tags/errors.ts';
import { fansErrors } from './fans/errors.ts';
import { filesErrors } from './files/errors.ts';
import { handOversErrors } from './hand-overs/errors.ts';
import { identityErrors } from './identity/errors.ts';
import { sessionEndingOf, sessionEndings } from './identity/session-endings.ts';
import { materialsErrors } from './materials/errors.ts';
import { messageTemplatesErrors } from './message-templates/errors.ts';
import { notificationsErrors } from './notifications/errors.ts';
import { portsErrors } from './ports/errors.ts';
import { prospectiveFansErrors } from './prospective-fans/errors.ts';
import { proxiesErrors } from './proxies/errors.ts';
import { quickRepliesErrors } from './quick-replies/errors.ts';
import { ratingsErrors } from './ratings/errors.ts';
import { sensitiveWordsErrors } from './sensitive-words/errors.ts';
import { splitDomainsErrors } from './split-domains/errors.ts';
import { splitLinksErrors } from './split-links/errors.ts';
import { splitReportsErrors } from './split-reports/errors.ts';
import { subAccountsErrors } from './sub-accounts/errors.ts';
import { supportErrors } from './support/errors.ts';
import { tenantsErrors } from './tenants/errors.ts';
import { translationErrors } from './translation/errors.ts';
import { workOrderSharesErrors } from './work-order-shares/errors.ts';
import { workOrdersErrors } from './work-orders/errors.ts';

/** The errors that any endpoint can return. */
const generalErrors = {
  'request.invalid': errorEntry(
    400,
    '请求内容有误，请检查标出的字段',
    'The request is not valid; see the marked fields',
  ),
  'request.malformed': errorEntry(400, '请求格式无法识别', 'The request could not be read'),
  'auth.required': errorEntry(
    401,
    '认证失败，无法访问系统资源',
    'Authentication failed, cannot access system resources',
  ),
  // A page without a login (the visitor's chat, a share) has lost its pass. It requests a new one without showing an error.
  'auth.pass-required': errorEntry(
    40101,
    '访问凭据无效或已过期',
    'The access token of this page is missing or has expired',
  ),
  'auth.token-illegal': errorEntry(
    50008,
    '登录凭据无效，请重新登录',
    'Your login is no longer valid, please log in again',
  ),
  'auth.session-ended': errorEntry(
    50012,
    '您已在其他地方退出登录，请重新登录',
    'You were logged out elsewhere, please log in again',
  ),
  'auth.session-expired': errorEntry(50014, '登录已超时，请重新登录', 'Login timed out, please login again'),
  'auth.forbidden': errorEntry(403, '没有权限执行当前操作', 'No permission for the current operation'),
  'auth.password-change-required': errorEntry(
    403,
    '请先修改系统生成的密码',
    'Change the generated password first',
  ),
  'auth.wrong-audience': errorEntry(403, '此登录凭据在此处无效', 'This login is not valid here'),
  'request.forged': errorEntry(
    403,
    '请求来源无法确认，请刷新页面后重试',
    'The request’s origin could not be verified, please refresh the page and try again',
  ),
  'demo.read-only': errorEntry(901, '演示模式，不允许进行写操作', 'Demo mode, write operations not allowed'),
  'resource.not-found': errorEntry(404, '资源不存在', 'Resource does not exist'),
  'request.method-not-allowed': errorEntry(405, '不允许的请求方法', 'Method not allowed'),
  'request.timeout': errorEntry(408, '请求超时', 'Request timeout'),
  'request.too-large': errorEntry(413, '请求内容过大', 'The request is too large'),
  'request.wrong-media-type': errorEntry(415, '不支持的内容类型', 'The content type is not supported'),
  'request.too-many': errorEntry(
    429,
    '请求过于频繁，请在 {seconds} 秒后重试',
    'Too many requests, try again in {seconds} s',
  ),
  'server.failed': errorEntry(500, '服务器错误，请联系管理员', 'Server error, contact the administrator'),
  'request.method-unknown': errorEntry(501, '服务器未实现该功能', 'Not implemented'),
  'gateway.unreachable': errorEntry(502, '网络错误', 'Network error'),
  'server.unavailable': errorEntry(503, '服务暂不可用或正在维护', 'Service unavailable or under maintenance'),
  'server.storage-exhausted': errorEntry(
    503,
    '服务器存储空间不足或存储异常，内容未保存，请稍后重试或联系管理员',
    'The server is out of disk space or memory and saved nothing. Try again later or contact the administrator',
  ),
  'server.too-slow': errorEntry(504, '网络超时', 'Network timeout'),
  'request.http-version': errorEntry(505, '不支持的 HTTP 版本', 'HTTP version unsupported'),
  'resource.stale': errorEntry(
    409,
    '内容已被修改，请刷新后重试',
    'Someone else has changed this; reload and try again',
  ),
} as const satisfies Record<string, ErrorEntry>;

/**
 * All errors. The key is stable: programs branch on it, and logs are searched by it. The HTTP status follows from the code
 * (`httpStatus`). Each noun's own errors are declared in its folder.
 */
export const errorCatalogue = {
  ...generalErrors,
  ...automationErrors,
  ...channelsErrors,
  ...charactersErrors,
  ...chatSharesErrors,
  ...conversationsErrors,
  ...fanTagsErrors,
  ...fansErrors,
  ...dedupeLibrariesErrors,
  ...fanStatisticsErrors,
  ...filesErrors,
  ...handOversErrors,
  ...identityErrors,
  ...messageTemplatesErrors,
  ...notificationsErrors,
  ...portsErrors,
  ...prospectiveFansErrors,
  ...proxiesErrors,
  ...quickRepliesErrors,
  ...ratingsErrors,
  ...sensitiveWordsErrors,
  ...subAccountsErrors,
  ...supportErrors,
  ...tenantsErrors,
  ...translationErrors,
  ...workOrderSharesErrors,
  ...workOrdersErrors,
  ...materialsErrors,
  ...splitDomainsErrors,
  ...splitLinksErrors,
  ...splitReportsErrors,
};

export type ErrorId = keyof typeof errorCatalogue;

/** The specification's default messages, by code. */
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

/** Returns the message for a code received without one, from an intermediate proxy or another version. */
export function defaultMessage(code: number, language: InterfaceLanguage): string {
  const id = defaults.get(code);
  return id === undefined ? unknownError[language] : errorCatalogue[id][language];
}

/** Returns the HTTP status of a code: 403 for 901, 401 for the spec's five- and six-digit codes, otherwise the code itself. */
export function httpStatus(code: number): number {
  if (code === 901) return 403;
  if (code > 599) return 401;
  return code;
}

/** Returns the catalogue's message with its details inserted; for an ended session it includes the reason. */
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
