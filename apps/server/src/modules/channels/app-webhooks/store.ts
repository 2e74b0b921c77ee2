import type { PlatformId } from '@parley/contract/catalogues';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import type { AppRoute } from './app-route.ts';

/** An account that an event names, whether or not it can receive anything. */
export type AppAccount = { id: string; externalId: string };

const ofApp = ({ platform, appId, workspaceId }: AppRoute) =>
  and(
    // An unknown platform matches no row.
    eq(socialAccounts.platform, platform as PlatformId),
    eq(socialAccounts.appId, appId),
    eq(socialAccounts.ownApp, workspaceId !== null),
    workspaceId === null ? undefined : eq(socialAccounts.workspaceId, workspaceId),
    isNull(socialAccounts.deletedAt),
  );

/** Returns the accounts of an app with these platform ids; several workspaces may share one. */
export function findAppAccounts(
  handle: Handle,
  route: AppRoute,
  externalIds: readonly string[],
): Promise<AppAccount[]> {
  if (externalIds.length === 0) return Promise.resolve([]);
  return handle.db
    .select({ id: socialAccounts.id, externalId: socialAccounts.externalId })
    .from(socialAccounts)
    .where(and(ofApp(route), inArray(socialAccounts.externalId, [...externalIds])));
}

/** Returns the sealed credentials of an owner's accounts of an app, the newest first, at most `most`. */
export function findAppCredentials(handle: Handle, route: AppRoute, most: number) {
  return handle.db
    .select({ id: socialAccounts.id, credentials: socialAccounts.credentials })
    .from(socialAccounts)
    .where(ofApp(route))
    .orderBy(desc(socialAccounts.createdAt), desc(socialAccounts.id))
    .limit(most);
}
