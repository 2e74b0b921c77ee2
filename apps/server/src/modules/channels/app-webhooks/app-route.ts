/** The app by which an account is reached, and the address that its platform calls. */
import type { Connector, WebhookRequest } from '@parley/connectors';
import { AppError } from '../../../base/http/app-error.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { SocialAccountRow } from '../../../schema/channels.ts';
import type { InstallationApps } from './installation-apps.ts';

/** `workspaceId`: whose owner has the app; null: the installation's. */
export type AppRoute = { platform: string; appId: string; workspaceId: WorkspaceId | null };

export const appWebhookPath = '/api/hook/app/';

/** Returns what follows the server's address: an app of an owner's is another one than the installation's of the same id. */
export const pathOfApp = ({ platform, appId, workspaceId }: AppRoute): string =>
  `${appWebhookPath}${platform}/${appId}${workspaceId === null ? '' : `/${workspaceId}`}`;

/**
 * Returns the app of an account with these credentials, as its row has it. Throws `channel.app-unknown` where they name an app of the
 * installation's that it doesn't have.
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

/** Returns the delivery as the first of these secrets verifies it; no secrets: refused. */
export function readVerified(
  app: NonNullable<Connector['app']>,
  secrets: readonly unknown[],
  request: WebhookRequest,
) {
  for (const one of secrets) {
    const read = app.read(request, one);
    if (read.kind !== 'refused') return read;
  }
  return { kind: 'refused' } as const;
}
