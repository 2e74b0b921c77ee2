/**
 * Stores an account confirmed by its platform, through a check of entered credentials or a phone: a new one, or new
 * credentials.
 */
import { type CheckedAccount, capabilitiesOf, type FirstTokens } from '@parley/connectors';
import type { PlatformId } from '@parley/contract/catalogues';
import { type SocialAccountForm, usualHistoryRange } from '@parley/contract/channels';
import type { Handle, Tx } from '../../base/db/database.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { record } from '../audit/index.ts';
import { barredBy } from '../ports/index.ts';
import { findSubAccount } from '../sub-accounts/index.ts';
import { appColumns } from './app-webhooks/app-route.ts';
import type { InstallationApps } from './app-webhooks/installation-apps.ts';
import { sealCredentials } from './credentials.ts';
import { addImport } from './history-imports/service.ts';
import { deleteTokens, replaceTokens } from './platform-tokens/store.ts';
import { storedLink } from './public-links/stored-link.ts';
import type { ConnectionsDeps } from './session/reconcile.ts';
import { changeAccount, insertAccount, lockAccount } from './store.ts';

type StoringDeps = Pick<ConnectionsDeps, 'connectors' | 'secrets' | 'clock'> & {
  installationApps: InstallationApps;
};

/** `tokens`: the account's first tokens; null when it needs none. */
export type ConfirmedAccount = {
  credentials: unknown;
  account: CheckedAccount;
  tokens: (FirstTokens & { random: number }) | null;
};

export type AddedAccount = Pick<SocialAccountForm, 'platform' | 'subAccountId' | 'name' | 'history'> & {
  workspaceId: WorkspaceId;
  id: string;
};

/**
 * Throws `sub-account.not-found` or `sub-account.platform-not-permitted`. A disabled sub-account may be given accounts,
 * which stay offline.
 */
export async function requirePermitted(
  handle: Handle,
  workspaceId: WorkspaceId,
  { subAccountId, platform }: Pick<AddedAccount, 'subAccountId' | 'platform'>,
): Promise<void> {
  const { platforms } = assertFound(
    await findSubAccount(handle, workspaceId, subAccountId),
    'sub-account.not-found',
  );
  if (barredBy({ status: 'normal', platforms }, platform))
    throw new AppError('sub-account.platform-not-permitted');
}

/**
 * Stores a new account. Throws `channel.already-added` and `channel.app-unknown`. The caller refreshes the connections
 * after the commit.
 */
export async function storeAddedAccount(
  tx: Tx,
  deps: StoringDeps,
  { workspaceId, id, platform, subAccountId, name, history = usualHistoryRange }: AddedAccount,
  { credentials, account, tokens }: ConfirmedAccount,
  origin: RequestOrigin,
): Promise<void> {
  const { connectors, secrets } = deps;
  const inserted = await insertAccount(tx, {
    workspaceId,
    id,
    platform,
    name,
    // Website chat, Parley's own platform, has no account ids: each website chat is a separate account.
    externalId: isOwn(deps, platform) ? id : account.id,
    handle: account.displayName,
    publicLink: storedLink(platform, account.link),
    subAccountId,
    credentials: sealCredentials(secrets, id, credentials),
    ...appColumns(connectors.get(platform), credentials, deps.installationApps),
  });
  if (!inserted) throw new AppError('channel.already-added');
  if (tokens !== null) await replaceTokens(tx, secrets, { workspaceId, id }, tokens);
  if (history !== 'none' && capabilitiesOf(platform)?.historyImport)
    await addImport(tx, deps, { workspaceId, id }, history);
  await record(tx, origin, {
    action: 'social-account.created',
    object: { kind: 'social-account', id },
    details: { platform },
  });
}

type KeptAccount = { workspaceId: WorkspaceId; id: string; platform: PlatformId; externalId: string };

/**
 * Replaces an account's credentials. They must belong to the same account on the platform: messages to one account must
 * not be answered from another. Throws `channel.other-account`, `channel.app-unknown`, `resource.not-found`.
 */
export async function storeNewCredentials(
  tx: Tx,
  deps: StoringDeps,
  before: KeptAccount,
  { credentials, account, tokens }: ConfirmedAccount,
  origin: RequestOrigin,
): Promise<void> {
  const { connectors, secrets } = deps;
  const { workspaceId, id, platform } = before;
  const app = appColumns(connectors.get(platform), credentials, deps.installationApps);
  if (!isOwn(deps, platform) && account.id !== before.externalId) throw new AppError('channel.other-account');
  assertFound(await lockAccount(tx, workspaceId, id));
  await changeAccount(tx, workspaceId, id, {
    handle: account.displayName,
    publicLink: storedLink(platform, account.link),
    credentials: sealCredentials(secrets, id, credentials),
    ...app,
  });
  if (tokens === null) await deleteTokens(tx, workspaceId, [id]);
  else await replaceTokens(tx, secrets, before, tokens);
  const object = { kind: 'social-account', id } as const;
  await record(tx, origin, { action: 'social-account.credentials-changed', object });
}

function isOwn({ connectors }: Pick<StoringDeps, 'connectors'>, platform: string): boolean {
  return connectors.get(platform)?.manifest.transports.includes('own') ?? false;
}
