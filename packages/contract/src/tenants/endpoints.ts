import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { brandName } from '../settings/endpoints.ts';
import {
  exportLimit,
  hostName,
  id,
  nameText,
  page,
  pageQuery,
  sortBy,
  spreadsheetMediaType,
  time,
} from '../values.ts';

/** The header by which a client names its tenant. Without it, the host of the address decides. */
export const tenantHeader = 'tenant-id';

export { hostName };

const form = {
  /** For the operator only; users see the brand's name. */
  name: nameText(50),
  /** Hosts at which the installation presents itself as this tenant. */
  hosts: z
    .array(hostName)
    .max(20)
    .refine((hosts) => new Set(hosts).size === hosts.length),
  brandName,
  /** A file of the purpose `brand`; null: none. */
  logoFileId: id.nullable(),
  enabled: z.boolean(),
  registrationOpen: z.boolean(),
};

const tenant = z.object({
  ...form,
  id,
  /** Incremented by each change: an edit must name the version that it started from. */
  version: z.int32(),
  logo: z.string().nullable(),
  /** The number of workspaces that belong to it. */
  workspaces: z.int(),
  createdAt: time,
});
export type Tenant = z.output<typeof tenant>;

/** The columns that the list can be sorted by. */
export const tenantSort = sortBy(['name', 'brandName', 'createdAt', 'workspaces']);
export type TenantSort = z.output<typeof tenantSort>;

const filters = { sort: tenantSort.default('createdAt.asc') };

export const tenantPage = endpoint({
  method: 'GET',
  path: '/api/operator/tenant',
  audience: ['operator'],
  summary: 'The tenants of this installation, oldest first unless sorted.',
  query: z.strictObject({ ...pageQuery, ...filters }),
  answer: page(tenant),
});

export const exportTenants = endpoint({
  method: 'GET',
  path: '/api/operator/tenant/export',
  audience: ['operator'],
  summary:
    'The tenants of this installation as a spreadsheet, in the same order, in the caller’s language. Times are in UTC.',
  query: z.strictObject(filters),
  answer: z.never(),
  file: spreadsheetMediaType,
  rateLimit: exportLimit,
  audit: 'records.exported',
});

export const createTenant = endpoint({
  method: 'POST',
  path: '/api/operator/tenant',
  audience: ['operator'],
  summary: 'Creates a tenant with separate users, settings and brand; takes effect while TENANTS is on.',
  body: z.strictObject(form),
  answer: tenant,
  errors: ['resource.not-found', 'tenant.host-taken', 'tenant.host-is-link-domain'],
  audit: 'tenant.created',
});

export const updateTenant = endpoint({
  method: 'PUT',
  path: '/api/operator/tenant/:id',
  audience: ['operator'],
  summary: 'Changes a tenant. While it is disabled, its requests and its open sessions are refused.',
  params: z.strictObject({ id }),
  body: z.strictObject({ ...form, version: z.int32().min(1) }),
  answer: tenant,
  errors: ['resource.not-found', 'resource.stale', 'tenant.host-taken', 'tenant.host-is-link-domain'],
  audit: 'tenant.changed',
});

export const deleteTenant = endpoint({
  method: 'DELETE',
  path: '/api/operator/tenant/:id',
  audience: ['operator'],
  summary: 'Deletes a tenant without registered users.',
  params: z.strictObject({ id }),
  answer: z.null(),
  errors: ['resource.not-found', 'tenant.in-use'],
  audit: 'tenant.deleted',
});
