import type { Connector, Connectors } from '@parley/connectors';
import type { InterfaceLanguage, SocialAccountForm } from '@parley/contract';
import { transaction } from '../../base/db/database.ts';
import { AppError, found } from '../../base/http/app-error.ts';
import { fieldMessages } from '../../base/http/field-messages.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { findSubAccount } from '../sub-accounts/index.ts';
import type { HostDeps } from './account-host.ts';
import { type Connections, type ConnectionsDeps, sealCredentials } from './connections.ts';
import { insertAccount, setEnabled } from './store.ts';

export type ChannelsDeps = ConnectionsDeps & { connections: Connections };

/** Checks an account with its platform, stores it and connects. Returns its id; refusals are coded errors. */
export async function addAccount(
  deps: ChannelsDeps,
  workspaceId: WorkspaceId,
  form: SocialAccountForm,
  language: InterfaceLanguage,
): Promise<string> {
  const { database, connectors, secrets, connections } = deps;
  found(await findSubAccount(database, workspaceId, form.subAccountId), 'sub-account.not-found');
  const { credentials, account } = await checkCredentials(deps, connectors, form, language);
  const id = newId();
  await transaction(database, async (tx) => {
    const inserted = await insertAccount(tx, {
      workspaceId,
      id,
      platform: form.platform,
      name: form.name,
      // Parley's own platform has no account ids: each website chat is an account of its own.
      externalId: isOwn(connectors, form.platform) ? id : account.id,
      handle: account.displayName,
      subAccountId: form.subAccountId,
      credentials: sealCredentials(secrets, id, credentials),
    });
    if (!inserted) throw new AppError('channel.already-added');
  });
  await connections.refresh();
  return id;
}

/** Throws `request.invalid`, each wrong field with a sentence. */
function readCredentials(
  connector: Connector,
  form: SocialAccountForm,
  language: InterfaceLanguage,
): unknown {
  const read = connector.manifest.credentials.safeParse(form.credentials);
  if (read.success) return read.data;
  const issues = read.error.issues.map((issue) => ({ ...issue, path: ['credentials', ...issue.path] }));
  throw new AppError('request.invalid', { fields: fieldMessages(issues, language) });
}

async function checkCredentials(
  deps: HostDeps,
  connectors: Connectors,
  form: SocialAccountForm,
  language: InterfaceLanguage,
) {
  const connector = connectors.get(form.platform);
  if (!connector) throw new AppError('channel.platform-unknown');
  const credentials = readCredentials(connector, form, language);
  const checked = await connector.check(credentials, deps);
  if (checked.ok) return { credentials, account: checked.account };
  const error = checked.kind === 'refused' ? 'channel.refused' : 'channel.unreachable';
  throw new AppError(error, { details: { reason: checked.reason } });
}

function isOwn(connectors: Connectors, platform: string): boolean {
  return connectors.get(platform)?.manifest.transports.includes('own') ?? false;
}

export async function switchAccount(
  { database, connections, realtime }: ChannelsDeps,
  workspaceId: WorkspaceId,
  id: string,
  enabled: boolean,
): Promise<void> {
  await transaction(database, async (tx) => {
    const { subAccountId, changed } = found(await setEnabled(tx, workspaceId, id, enabled));
    if (!changed) return;
    const news = { socialAccountId: id, state: enabled ? 'connecting' : 'offline', reason: null } as const;
    tx.afterCommit(() => realtime.workspace(workspaceId, subAccountId).emit('account', news));
  });
  await connections.refresh();
}
