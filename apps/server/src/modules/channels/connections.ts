/**
 * Which social accounts this process holds, and their connections. An account is held by one process at a time
 * (a lease in its row), so several processes share the accounts out, and take over from one that dies.
 */
import type { Connection, Connectors } from '@parley/connectors';
import type { SecretBox } from '../../base/crypto/secrets.ts';
import { newId } from '../../base/ids.ts';
import type { Metrics } from '../../base/metrics.ts';
import { createAccountHost, type HostDeps } from './account-host.ts';
import { createSender, type Sender } from './sender.ts';
import * as store from './store.ts';

const lookEveryMs = 1_000;

export type ConnectionsDeps = HostDeps & {
  connectors: Connectors;
  secrets: SecretBox;
  metrics: Metrics;
  soleProcess: boolean;
};

type Held = {
  account: store.HeldAccount;
  connection: Connection | null;
  online: boolean;
  opening: Promise<void>;
  sender: Sender;
};

export type Connections = {
  start(): Promise<void>;
  /** Looks at once instead of at the next second: an account was added or switched. */
  refresh(): Promise<void>;
  /** The open connection of an account, if this process holds it. */
  get(socialAccountId: string): Connection | null;
  stop(): Promise<void>;
};

export function openCredentials(secrets: SecretBox, account: { id: string; credentials: string }): unknown {
  return JSON.parse(secrets.open(account.credentials, `social account ${account.id}`));
}

export function sealCredentials(secrets: SecretBox, id: string, credentials: unknown): string {
  return secrets.seal(JSON.stringify(credentials), `social account ${id}`);
}

export function createConnections(deps: ConnectionsDeps): Connections {
  const { database, log, conversations } = deps;
  const processId = newId();
  const held = new Map<string, Held>();
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> | null = null;
  let everyOther = deps.soleProcess;

  /** One look at a time; a second caller gets a look that begins after its call. */
  async function look(): Promise<void> {
    const before = looking;
    const mine = (async () => {
      await before?.catch(() => undefined);
      const accounts = await store.holdAccounts(database, processId, everyOther);
      everyOther = false;
      await reconcile(deps, held, accounts);
    })();
    looking = mine;
    await mine;
  }

  const round = () => {
    for (const { sender, online } of held.values()) if (online) sender.nudge();
    look().catch((error: unknown) => log.warn({ err: error }, 'social accounts could not be looked at'));
  };
  const stopListening = conversations.changes.queued.on(({ socialAccountId }) =>
    held.get(socialAccountId)?.sender.nudge(),
  );

  return {
    async start() {
      await look();
      timer = setInterval(round, lookEveryMs);
    },
    refresh: look,
    get: (socialAccountId) => held.get(socialAccountId)?.connection ?? null,
    async stop() {
      if (timer) clearInterval(timer);
      stopListening();
      await looking?.catch(() => undefined);
      await Promise.all([...held.keys()].map((id) => drop(deps, held, id)));
      await store.releaseAccounts(database, processId);
    },
  };
}

async function reconcile(
  deps: ConnectionsDeps,
  held: Map<string, Held>,
  accounts: readonly store.HeldAccount[],
) {
  const wanted = new Map(accounts.map((account) => [account.id, account]));
  await Promise.all([...held.keys()].filter((id) => !wanted.has(id)).map((id) => drop(deps, held, id)));
  for (const account of wanted.values()) {
    const known = held.get(account.id);
    if (known) Object.assign(known.account, account);
    else hold(deps, held, account);
  }
}

function hold(deps: ConnectionsDeps, held: Map<string, Held>, account: store.HeldAccount): void {
  const entry: Held = {
    account,
    connection: null,
    online: false,
    opening: Promise.resolve(),
    sender: createSender({ ...deps, outbox: deps.conversations.outbox }, account, () =>
      entry.online ? entry.connection : null,
    ),
  };
  held.set(account.id, entry);
  deps.metrics.connections.inc({ state: 'held' });
  entry.opening = open(deps, entry).catch((error: unknown) => {
    deps.log.error({ err: error, socialAccountId: account.id }, 'a social account could not be opened');
    return tellState(deps, entry, { state: 'connecting', reason: String(error) });
  });
}

async function open(deps: ConnectionsDeps, entry: Held): Promise<void> {
  const { account } = entry;
  const connector = deps.connectors.get(account.platform);
  if (!connector) throw new Error(`there is no connector for ${account.platform}`);
  await deps.conversations.outbox.recover(
    account.workspaceId,
    account.id,
    connector.manifest.capabilities.idempotentSend,
  );
  const host = createAccountHost(deps, account, (change) => {
    tellState(deps, entry, change).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'a state was not stored'),
    );
  });
  entry.connection = await connector.open(openCredentials(deps.secrets, account), host);
  if (entry.online) entry.sender.nudge();
}

async function tellState(
  { database, realtime }: ConnectionsDeps,
  entry: Held,
  change: store.StateChange,
): Promise<void> {
  const { workspaceId, id, subAccountId } = entry.account;
  entry.online = change.state === 'online';
  if (entry.online) entry.sender.nudge();
  if (!(await store.setState(database, workspaceId, id, change))) return;
  realtime.workspace(workspaceId, subAccountId).emit('account', { socialAccountId: id, ...change });
}

async function drop(deps: ConnectionsDeps, held: Map<string, Held>, id: string): Promise<void> {
  const entry = held.get(id);
  if (!entry) return;
  held.delete(id);
  deps.metrics.connections.dec({ state: 'held' });
  await entry.opening;
  await entry.sender.close();
  await entry.connection?.close();
}
