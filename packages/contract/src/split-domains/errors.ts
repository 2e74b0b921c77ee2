import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const splitDomainsErrors = {
  'split-domain.not-found': errorEntry(404, '链接域名不存在', 'The link domain does not exist'),
  'split-domain.not-verified': errorEntry(422, '该链接域名尚未验证', 'This link domain is not verified yet'),
  'split-domain.exists': errorEntry(409, '该域名已添加', 'This domain was added before'),
  'split-domain.too-many': errorEntry(
    422,
    '链接域名数量已达上限',
    'You have reached the maximum number of link domains',
  ),
  'split-domain.reserved': errorEntry(
    422,
    '该域名属于本系统，不能用作链接域名',
    'This domain is the installation’s own and can’t be a link domain',
  ),
  'split-domain.claimed': errorEntry(
    409,
    '该域名的验证记录仍属于另一个工作区，请先删除旧的记录',
    'Another workspace’s record is still at this domain. Remove it first',
  ),
} as const satisfies Record<string, ErrorEntry>;
