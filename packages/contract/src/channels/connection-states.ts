import type { InterfaceLanguage } from '../envelope.ts';
import type { ConnectionState } from './endpoints.ts';

/** The names of an account's connection states. */
export const connectionStateNames: Readonly<
  Record<ConnectionState, Readonly<Record<InterfaceLanguage, string>>>
> = {
  online: { 'zh-CN': '在线', 'en-US': 'Online' },
  connecting: { 'zh-CN': '连接中', 'en-US': 'Connecting' },
  offline: { 'zh-CN': '离线', 'en-US': 'Offline' },
  refused: { 'zh-CN': '无法上线', 'en-US': 'Can’t connect' },
};
