import * as settingsApi from '@parley/contract/settings';
import type { Database } from '../../base/db/database.ts';
import type { Mount } from '../../base/http/mount.ts';
import type { TenantId } from '../../base/ids.ts';
import { fileUrl } from '../files/index.ts';
import { startContact } from '../support/index.ts';
import type { TenantBrand } from '../tenants/index.ts';
import { setSettings } from './service.ts';
import { readSettings, type SystemSettings } from './store.ts';

export type SettingsDeps = {
  database: Database;
  /** The tenant's, or the installation's own. */
  brandOf(tenantId: TenantId | null): Promise<TenantBrand>;
  demoMode: boolean;
  tenantsOn: boolean;
};

export function registerRoutes(mount: Mount, { database, brandOf, demoMode, tenantsOn }: SettingsDeps): void {
  mount(settingsApi.getSystemConfig, async ({ tenantId }) => {
    const settings = await readSettings(database);
    const { name, logoFileId, registrationOpen } = await brandOf(tenantId);
    return {
      brand: { name, logo: logoOf(logoFileId) },
      clientMinimumVersion: settings.clientMinimumVersion,
      clientDownload: downloadsOf(settings),
      demoMode,
      tenants: tenantsOn,
      tenantId,
      registrationOpen,
      customer: await startContact(database),
    };
  });

  mount(settingsApi.operatorSystemConfig, async () => present(await readSettings(database)));

  mount(settingsApi.setSystemConfig, async ({ caller, body: { clientDownload, ...form }, origin }) => {
    const downloads = { windowsDownload: clientDownload.windows, macosDownload: clientDownload.macos };
    return present(await setSettings(database, caller.userId, { ...form, ...downloads }, origin));
  });
}

const logoOf = (fileId: string | null) => (fileId === null ? null : fileUrl(fileId));

const downloadsOf = ({ windowsDownload, macosDownload }: SystemSettings) => ({
  windows: windowsDownload,
  macos: macosDownload,
});

function present(settings: SystemSettings): settingsApi.KeptSystemConfig {
  const { version, brandName, logoFileId, clientMinimumVersion, registrationOpen } = settings;
  return {
    version,
    brandName,
    logoFileId,
    logo: logoOf(logoFileId),
    clientMinimumVersion,
    clientDownload: downloadsOf(settings),
    registrationOpen,
  };
}
