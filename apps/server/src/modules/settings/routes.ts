import * as settingsApi from '@parley/contract/settings';
import type { Mount } from '../../base/http/mount.ts';
import { fileUrl } from '../files/index.ts';
import { startContact } from '../support/index.ts';
import { type BrandDeps, brandOf, setSettings } from './service.ts';
import { readSettings, type SystemSettings } from './store.ts';

export type SettingsDeps = BrandDeps & {
  demoMode: boolean;
  tenantsOn: boolean;
};

export function registerRoutes(mount: Mount, { database, tenants, demoMode, tenantsOn }: SettingsDeps): void {
  mount(settingsApi.getSystemConfig, async ({ tenantId }) => {
    const settings = await readSettings(database);
    const { name, logoFileId, registrationOpen } = await brandOf({ database, tenants }, tenantId);
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
    const settings = {
      ...form,
      windowsDownload: clientDownload.windows,
      macosDownload: clientDownload.macos,
    };
    return present(await setSettings(database, caller.userId, settings, origin));
  });
}

const logoOf = (fileId: string | null) => (fileId === null ? null : fileUrl(fileId));

const downloadsOf = ({ windowsDownload, macosDownload }: SystemSettings) => ({
  windows: windowsDownload,
  macos: macosDownload,
});

function present(settings: SystemSettings): settingsApi.StoredSystemConfig {
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
