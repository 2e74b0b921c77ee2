/** Opens and closes a connector's connection to its platform, attributing its exceptions to the account. */
import type { Connection, ConnectorHost, Connectors } from '@parley/connectors';
import { attributed, unattributed } from '../../../base/attribution.ts';
import type { ClosableNetwork } from '../../../base/closable-network.ts';
import type { SecretBox } from '../../../base/crypto/secrets.ts';
import { settlesWithin } from '../../../base/settles-within.ts';
import { createAccountHost, type HostDeps, type HostListener } from '../account-host.ts';
import { openCredentials } from '../credentials.ts';
import type { HeldAccount } from '../open-accounts/queries.ts';
import type { BatchedAccountStore } from './batched-account-store.ts';

/** The dependencies of a connection. */
export type ConnectDeps = HostDeps & {
  connectors: Connectors;
  secrets: SecretBox;
  accountStore: BatchedAccountStore;
};

export type ConnectionListener = HostListener & {
  /** Called when the connector threw out of band. */
  threw(error: unknown): void;
};

/** Opens a connection, after recovering the messages that the last holder may have left half sent. */
export async function connect(
  deps: Omit<ConnectDeps, 'network'>,
  account: HeldAccount,
  network: ClosableNetwork,
  { threw, ...listener }: ConnectionListener,
): Promise<Connection> {
  const connector = deps.connectors.get(account.platform);
  if (!connector) throw new Error(`there is no connector for ${account.platform}`);
  const { idempotentSend } = connector.manifest.capabilities;
  const { workspaceId, id } = account;
  await deps.accountStore.recover({ workspaceId, id, idempotentSend });
  const host = createAccountHost({ ...deps, network }, account, listener);
  const kept = keptByHolder(deps.accountStore, account, host);
  const credentials = openCredentials(deps.secrets, account);
  const opened = await attributed(threw, () => connector.open(credentials, { ...host, ...kept }));
  return attributedConnection(opened, threw);
}

/**
 * Stores a connector's cursor and values only while this process holds the account, so that a process that stalled
 * can't overwrite newer ones.
 */
function keptByHolder(
  accountStore: BatchedAccountStore,
  account: HeldAccount,
  { values }: ConnectorHost,
): Pick<ConnectorHost, 'cursor' | 'values'> {
  return {
    cursor: {
      load: () => unattributed(() => accountStore.loadCursor(account)),
      save: (cursor) => unattributed(() => accountStore.saveCursor(account, cursor)),
    },
    values: {
      get: values.get,
      set: (key, value) => unattributed(() => accountStore.setValue(account, key, value)),
    },
  };
}

/** Wraps a connection so that exceptions caused by its calls are attributed to the account and not to the caller. */
function attributedConnection(connection: Connection, blame: (error: unknown) => void): Connection {
  const { change, typing, markRead, leaveGroup } = connection;
  return {
    send: (message) => attributed(blame, () => connection.send(message)),
    close: () => attributed(blame, () => connection.close()),
    ...(typing && {
      typing: (chatId, on, name) => attributed(blame, () => typing.call(connection, chatId, on, name)),
    }),
    ...(change && { change: (it) => attributed(blame, () => change.call(connection, it)) }),
    ...(leaveGroup && {
      leaveGroup: (chatId) => attributed(blame, () => leaveGroup.call(connection, chatId)),
    }),
    ...(markRead && {
      markRead: (chatId, id) => attributed(blame, () => markRead.call(connection, chatId, id)),
    }),
  };
}

/** Closes a connection, and destroys its sockets when the connector throws or exceeds `limitMs`. */
export async function disconnect(
  { log }: Pick<HostDeps, 'log'>,
  socialAccountId: string,
  { connection, network }: { connection: Connection | null; network: ClosableNetwork | null },
  limitMs: number,
): Promise<void> {
  const failed = (error: unknown) => log.warn({ err: error, socialAccountId }, 'closing failed');
  const closing = (async () => connection?.close())().catch(failed);
  if (!(await settlesWithin(limitMs, closing))) {
    log.warn({ socialAccountId }, 'a connector did not close in time');
  }
  network?.end();
}
