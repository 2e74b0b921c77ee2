/** The client's own messages, for when no envelope was received. All other messages come from the server. */
import type { InterfaceLanguage } from '@parley/contract';

export const clientMessages = {
  'client.network': {
    'zh-CN': '网络异常，请检查您的网络连接',
    'en-US': 'Network exception, please check your network connection',
  },
  'client.timeout': {
    'zh-CN': '接口请求超时，请刷新页面后重试',
    'en-US': 'API request timed out, please refresh the page and try again',
  },
  'client.status': {
    'zh-CN': '请求失败（{status}）',
    'en-US': 'Request failed ({status})',
  },
  'client.answer': {
    'zh-CN': '请求错误，请稍后重试',
    'en-US': 'Request error, please try again later',
  },
} as const satisfies Record<string, Record<InterfaceLanguage, string>>;

export type ClientErrorId = keyof typeof clientMessages;

/** Returns the message in the caller's language; `status` is the HTTP status, if there is one. */
export function clientMessage(error: ClientErrorId, language: InterfaceLanguage, status = 0): string {
  return clientMessages[error][language].replace('{status}', String(status).slice(-3));
}
