import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const proxiesErrors = {
  'proxy.not-found': errorEntry(404, '代理不存在', 'The proxy does not exist'),
  'proxy.private': errorEntry(
    422,
    '不允许使用内网、本机或保留地址作为代理',
    'Proxies in a private, local or reserved network are not allowed',
  ),
  'proxy.already-added': errorEntry(409, '该代理已添加', 'This proxy has already been added'),
  'proxy.not-for-account': errorEntry(
    409,
    '该代理不适用于此社交账号所属的子账号',
    'This proxy is not available to the social account’s sub-account',
  ),
} as const satisfies Record<string, ErrorEntry>;
