import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const tenantsErrors = {
  'tenant.not-found': errorEntry(404, '该租户不存在或已停用', 'This tenant does not exist or is disabled'),
  'tenant.host-taken': errorEntry(409, '该域名已属于其他租户', 'This host belongs to another tenant'),
  'tenant.host-is-link-domain': errorEntry(
    409,
    '该域名是某个用户已验证的链接域名',
    'This host is the verified link domain of a user',
  ),
  'tenant.in-use': errorEntry(
    409,
    '该租户下已有主账号，无法删除，请改为停用',
    'This tenant has owners and can’t be deleted; disable it instead',
  ),
} as const satisfies Record<string, ErrorEntry>;
