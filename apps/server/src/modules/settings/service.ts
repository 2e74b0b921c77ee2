import { type Database, transaction } from '../../base/db/database.ts';
import { AppError } from '../../base/http/app-error.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import type { TenantId } from '../../base/ids.ts';
import { changesOf, pictureChange, record } from '../audit/index.ts';
import { keepFiles, releaseFiles } from '../files/index.ts';
import type { TenantBrand, Tenants } from '../tenants/index.ts';
import { insertSettings, readSettings, type SystemSettings } from './store.ts';

export type BrandDeps = { database: Database; tenants: Pick<Tenants, 'brandOf'> };

/** Returns a tenant's brand; without a tenant, or for a deleted one, the installation's. */
export async function brandOf(
  { database, tenants }: BrandDeps,
  tenantId: TenantId | null,
): Promise<TenantBrand> {
  const brand = await tenants.brandOf(tenantId);
  if (brand) return brand;
  const { brandName, logoFileId, registrationOpen } = await readSettings(database);
  return { name: brandName, logoFileId, registrationOpen };
}

/**
 * Stores the settings as a new version, so that past settings and their authors remain readable. Throws
 * `resource.stale`, and `resource.not-found` when the logo isn't a complete file for this purpose.
 */
export async function setSettings(
  database: Database,
  operatorId: string,
  { version, ...values }: SystemSettings,
  origin: RequestOrigin,
): Promise<SystemSettings> {
  return transaction(database, async (tx) => {
    const before = await readSettings(tx);
    if (before.version !== version) throw new AppError('resource.stale');
    const after = { ...values, version: version + 1 };
    if (!(await insertSettings(tx, { ...after, setBy: operatorId }))) throw new AppError('resource.stale');
    if (before.logoFileId !== after.logoFileId) {
      if (!(await keepFiles(tx, logos(after.logoFileId)))) throw new AppError('resource.not-found');
      await releaseFiles(tx, logos(before.logoFileId));
    }
    await record(tx, origin, {
      action: 'system-settings.changed',
      object: { kind: 'settings', id: 'system' },
      details: {
        ...changesOf(shown(before), shown(after)),
        ...pictureChange('logo', before.logoFileId, after.logoFileId),
      },
    });
    return after;
  });
}

const shown = ({ logoFileId: _, version: __, ...values }: SystemSettings) => values;

const logos = (id: string | null) =>
  ({ owner: null, purpose: 'brand', fileIds: id === null ? [] : [id] }) as const;
