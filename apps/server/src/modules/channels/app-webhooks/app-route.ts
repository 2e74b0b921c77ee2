/** The app through which an account is reached, and the address that its platform calls. */
import type { Connector } from '@parley/connectors';
import { AppError } from '../../../base/http/app-error.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { SocialAccountRow } from '../../../schema/channels.ts';
import type { InstallationApps } from './installation-apps.ts';

/** `workspaceId`: the workspace whose owner registered the app; null for an app of the installation. */
export type AppRoute = { platform: string; appId: string; workspaceId: WorkspaceId | null };

export const appWebhookPath = '/api/hook/app/';

/** Returns the path after the server's address. An owner's app differs from the installation's app with the same id. */
export const pathOfApp = ({ platform, appId, workspaceId }: AppRoute): string =>
  `${appWebhookPath}${platform}/${appId}${workspaceId === null ? '' : `/${workspaceId}`}`;

/**
 * Returns the app columns for an account with these credentials. Throws `channel.app-unknown` when they name an app
 * that the installation doesn't have.
 */
export function appColumns(
  connector: Connector | undefined,
  credentials: unknown,
  apps: InstallationApps,
): Pick<SocialAccountRow, 'appId' | 'ownApp'> {
  const appId = connector?.app && connector.appOf?.(credentials);
  if (!connector?.app || appId === undefined) return { appId: null, ownApp: false };
  const ownApp = connector.app.ownSecrets(credentials) !== null;
  if (!ownApp && apps.secretsOf(connector.manifest.platform, appId) === undefined)
    throw new AppError('channel.app-unknown', { details: { app: appId } });
  return { appId, ownApp };
}
