import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, nameText } from '../values.ts';

const version = /^\d{1,5}\.\d{1,5}\.\d{1,5}$/;
const download = z
  .url({ protocol: /^https?$/ })
  .max(300)
  .nullable();
const downloads = z.strictObject({ windows: download, macos: download });
const shownDownloads = z.object({ windows: z.string().nullable(), macos: z.string().nullable() });

const systemConfig = z.object({
  brand: z.object({ name: z.string(), logo: z.string().nullable() }),
  /** Clients below this version ask to be updated; null: no minimum. */
  clientMinimumVersion: z.string().nullable(),
  clientDownload: shownDownloads,
  demoMode: z.boolean(),
  /** Clients send `tenant-id` only if true. */
  tenants: z.boolean(),
  tenantId: z.string().nullable(),
  registrationOpen: z.boolean(),
  /** The default customer-service contact, once the operator has filled it in. */
  customer: z.object({ account: z.string(), path: z.string() }).nullable(),
});
export type SystemConfig = z.output<typeof systemConfig>;

export const getSystemConfig = endpoint({
  method: 'GET',
  path: '/api/system/system-config/get',
  audience: ['public'],
  summary: 'Settings that a client needs before login.',
  answer: systemConfig,
});

// The operator's endpoints.

/** The name that an installation or a tenant shows instead of the product’s. */
export const brandName = nameText(50);

export const systemConfigForm = z.strictObject({
  version: z.int32().min(0),
  brandName,
  /** A file of the purpose `brand`; null: Parley’s own mark. */
  logoFileId: id.nullable(),
  clientMinimumVersion: z.string().regex(version).nullable(),
  clientDownload: downloads,
  registrationOpen: z.boolean(),
});

const storedSystemConfig = z.object({
  version: z.int32(),
  brandName: z.string(),
  logoFileId: id.nullable(),
  logo: z.string().nullable(),
  clientMinimumVersion: z.string().nullable(),
  clientDownload: shownDownloads,
  registrationOpen: z.boolean(),
});
export type StoredSystemConfig = z.output<typeof storedSystemConfig>;

export const operatorSystemConfig = endpoint({
  method: 'GET',
  path: '/api/operator/system-config',
  audience: ['operator'],
  summary: 'The installation’s settings, with the version that a change must name.',
  answer: storedSystemConfig,
});

export const setSystemConfig = endpoint({
  method: 'PUT',
  path: '/api/operator/system-config',
  audience: ['operator'],
  summary:
    'Replaces the installation’s settings. A logo that isn’t a completed upload for this purpose is 404.',
  body: systemConfigForm,
  answer: storedSystemConfig,
  errors: ['resource.not-found', 'resource.stale'],
  audit: 'system-settings.changed',
});
