import * as tenantsApi from '@parley/contract/tenants';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/database.ts';
import type { Mount } from '../../base/http/mount.ts';
import type { TenantId } from '../../base/ids.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import { exportSpreadsheet } from '../audit/index.ts';
import { fileUrl } from '../files/index.ts';
import { readBatch, readPage, type TenantItem } from './queries.ts';
import { createTenant, deleteTenant, type Tenants, updateTenant } from './service.ts';
import { tenantSheet } from './spreadsheet.ts';

export type TenantsDeps = { database: Database; clock: Clock; tenants: Tenants; realtime: RealtimeServer };

export function registerRoutes(mount: Mount, deps: TenantsDeps): void {
  mount(tenantsApi.tenantPage, async ({ query }) => {
    const { list, total } = await readPage(deps.database, query);
    return { list: list.map(present), total };
  });
  mount(tenantsApi.exportTenants, (request) =>
    exportSpreadsheet(deps, request, {
      object: 'tenants',
      timeZone: 'UTC',
      sheet: tenantSheet,
      read: (place) => readBatch(deps.database, { ...request.query, ...place }),
    }),
  );
  mount(tenantsApi.createTenant, async ({ body, origin }) => present(await createTenant(deps, body, origin)));
  // The operator sees every tenant, so that an unverified id is safe: it finds a row or nothing.
  mount(tenantsApi.updateTenant, async ({ params, body, origin }) =>
    present(await updateTenant(deps, params.id as TenantId, body, origin)),
  );
  mount(tenantsApi.deleteTenant, async ({ params, origin }) => {
    await deleteTenant(deps, params.id as TenantId, origin); // as above
    return null;
  });
}

function present({ createdAt, ...row }: TenantItem): tenantsApi.Tenant {
  const logo = row.logoFileId === null ? null : fileUrl(row.logoFileId);
  return { ...row, logo, createdAt: createdAt.getTime() };
}
