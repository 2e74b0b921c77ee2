import type { InterfaceLanguage } from '../envelope.ts';

/**
 * The reason why a proxy fails: one of these codes, optionally followed by `: ` and the peer's response or the target. A social
 * account's `stateReason` has the same form.
 *
 * inward: it is in a private network, to which this installation does not connect. unreachable: no connection, for an unknown
 * reason. hung-up: it closed the connection. silent: no response in time. insecure: TLS with it failed. wrong-protocol: the
 * service there is not such a proxy. login: it rejects the user name or password. target: it does not connect to the target.
 * password-lost: its stored password is encrypted with a lost key. check-…: faults of the check service reached through it;
 * check-failed: a fault of this server.
 */
export const proxyFaults = [
  'proxy-inward',
  'proxy-unreachable',
  'proxy-port-closed',
  'proxy-name-unknown',
  'proxy-no-route',
  'proxy-hung-up',
  'proxy-silent',
  'proxy-insecure',
  'proxy-wrong-protocol',
  'proxy-login',
  'proxy-target',
  'proxy-password-lost',
  'check-silent',
  'check-refused',
  'check-unreadable',
  'check-broken',
  'check-failed',
] as const;
export type ProxyFault = (typeof proxyFaults)[number];

const sentences: Readonly<Record<ProxyFault, Readonly<Record<InterfaceLanguage, string>>>> = {
  'proxy-inward': {
    'zh-CN': '该代理位于内网，本系统不允许连接',
    'en-US': 'The proxy is in a private network, which this installation does not allow',
  },
  'proxy-unreachable': {
    'zh-CN': '无法连接代理',
    'en-US': 'The proxy could not be reached',
  },
  'proxy-port-closed': {
    'zh-CN': '代理在此端口拒绝连接',
    'en-US': 'The proxy refused the connection on this port',
  },
  'proxy-name-unknown': {
    'zh-CN': '无法解析代理的域名',
    'en-US': 'The proxy’s domain name could not be resolved',
  },
  'proxy-no-route': {
    'zh-CN': '没有通往代理的网络路由',
    'en-US': 'No network route to the proxy',
  },
  'proxy-hung-up': {
    'zh-CN': '代理关闭了连接',
    'en-US': 'The proxy closed the connection',
  },
  'proxy-silent': {
    'zh-CN': '代理未及时响应',
    'en-US': 'The proxy did not respond in time',
  },
  'proxy-insecure': {
    'zh-CN': '无法与代理建立安全连接',
    'en-US': 'A secure connection to the proxy failed',
  },
  'proxy-wrong-protocol': {
    'zh-CN': '该地址不是此协议的代理',
    'en-US': 'No proxy of this protocol at this address',
  },
  'proxy-login': {
    'zh-CN': '代理拒绝了用户名或密码',
    'en-US': 'The proxy rejected the user name or password',
  },
  'proxy-target': {
    'zh-CN': '代理拒绝连接目标地址',
    'en-US': 'The proxy refused to connect to the target',
  },
  'proxy-password-lost': {
    'zh-CN': '代理密码已无法读取，请重新填写',
    'en-US': 'The proxy’s password can no longer be read: enter it again',
  },
  'check-silent': {
    'zh-CN': '未能及时通过代理收到响应',
    'en-US': 'No response through the proxy in time',
  },
  'check-refused': {
    'zh-CN': '检测服务拒绝了请求',
    'en-US': 'The check service rejected the request',
  },
  'check-unreadable': {
    'zh-CN': '通过代理收到的响应不是来自检测服务',
    'en-US': 'The response through the proxy is not from the check service',
  },
  'check-broken': {
    'zh-CN': '代理之后的连接中断',
    'en-US': 'The connection beyond the proxy was lost',
  },
  'check-failed': {
    'zh-CN': '检测时发生内部错误，请稍后重试',
    'en-US': 'The test failed with an internal error: try again later',
  },
};

const joints: Readonly<Record<InterfaceLanguage, string>> = { 'zh-CN': '：', 'en-US': ': ' };

/**
 * Returns the code's sentence, followed by the peer's response as formatted by `show`; null for a text that isn't one of these
 * codes.
 */
export function proxyFaultSentence(
  text: string,
  language: InterfaceLanguage,
  show: (said: string) => string = (said) => said,
): string | null {
  const [, word, said] = /^([a-z-]+)(?:: (.+))?$/s.exec(text) ?? [];
  const fault = proxyFaults.find((known) => known === word);
  if (fault === undefined) return null;
  const sentence = sentences[fault][language];
  return said === undefined ? sentence : `${sentence}${joints[language]}${show(said)}`;
}
