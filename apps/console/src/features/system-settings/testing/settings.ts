/** The installation's settings. */
import * as settingsApi from '@parley/contract/settings';
import { FixtureRefusal, type Route, route } from '../../../lib/testing/route.ts';

export type SettingsWorld = { settings: { version: number; brandName: string; registrationOpen: boolean } };

export const freshSettings = () => ({ version: 1, brandName: 'Parley', registrationOpen: true });

export function settingsRoutes(world: SettingsWorld): Route[] {
  const settings = () => ({
    ...world.settings,
    logoFileId: null,
    logo: null,
    clientMinimumVersion: null,
    clientDownload: { windows: null, macos: null },
  });
  return [
    route(settingsApi.operatorSystemConfig, settings),
    route(settingsApi.setSystemConfig, ({ body: { brandName, registrationOpen, version } }) => {
      if (version !== world.settings.version) throw new FixtureRefusal('resource.stale');
      world.settings = { brandName, registrationOpen, version: version + 1 };
      return settings();
    }),
  ];
}
