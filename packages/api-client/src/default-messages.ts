import type { InterfaceLanguage } from '@parley/contract';

type Sentence = Readonly<Record<InterfaceLanguage, string>>;

const sentence = (zh: string, en: string): Sentence => ({ 'zh-CN': zh, 'en-US': en });

/** The specification's messages for answers that have a code but no message. */
const defaults: ReadonlyMap<number, Sentence> = new Map([
  [401, sentence('认证失败，无法访问系统资源', 'Authentication failed, cannot access system resources')],
  [403, sentence('没有权限执行当前操作', 'No permission for the current operation')],
  [404, sentence('资源不存在', 'Resource does not exist')],
  [405, sentence('不允许的请求方法', 'Method not allowed')],
  [408, sentence('请求超时', 'Request timeout')],
  [500, sentence('服务器错误，请联系管理员', 'Server error, contact the administrator')],
  [501, sentence('服务器未实现该功能', 'Not implemented')],
  [502, sentence('网络错误', 'Network error')],
  [503, sentence('服务暂不可用或正在维护', 'Service unavailable or under maintenance')],
  [504, sentence('网络超时', 'Network timeout')],
  [505, sentence('不支持的 HTTP 版本', 'HTTP version unsupported')],
  [901, sentence('演示模式，不允许进行写操作', 'Demo mode, write operations not allowed')],
]);

const unknown = sentence('系统未知错误，请反馈给管理员', 'Unknown system error, report to the administrator');

/** Returns the message for a code, or the one for unknown errors. */
export function defaultMessage(code: number, language: InterfaceLanguage): string {
  return (defaults.get(code) ?? unknown)[language];
}
