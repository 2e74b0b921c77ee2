/**
 * Which social accounts this process holds, and their connections. An account is held by one process at a time
 * (a lease in its row), whichever looked first, and another takes it over when that one dies.
 */
import type { Connection, Connectors } from '@parley/connectors';
import type { SecretBox } from '../../base/crypto/secrets.ts';
import { newId } from '../../base/ids.ts';
import type { Metrics } from '../../base/metrics.ts';
import type { Outbox } from '../conversations/index.ts';
import { createAccountHost, type HostDeps } from './account-host.ts';
import { createSender, type Sender } from './sender.ts';
import * as store from './store.ts';

const lookEveryMs = 1_000;
/** Between tries to open an account whose opening failed, at most. */
const longestPauseMs = 60_000;

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
  /** What the connector said last, and the writing of it: one after the other, so that the last word stands. */
  state: store.StateChange | null;
  telling: Promise<void>;
  opening: Promise<void>;
  /** How often opening has failed since it last worked, and when it is tried again. */
  failures: number;
  openAgainAt: number | null;
  sender: Sender;
};

/** What this process holds. An account that is being let go is taken again only when nothing of it is open. */
type Holding = { held: Map<string, Held>; leaving: Map<string, Promise<void>> };

export type Connections = {
  start(): Promise<void>;
  /**
   * Looks at once instead of at the next second: an account was added or switched. What fails now is left to that
   * second, for what it would tell is stored already.
   */
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
  const holding: Holding = { held: new Map(), leaving: new Map() };
  const { held } = holding;
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  let everyOther = deps.soleProcess;

  /** One look at a time. Who asks during one shares the next, which begins after all of them have asked. */
  function look(): Promise<void> {
    next ??= looking.then(async () => {
      next = null;
      const accounts = await store.holdAccounts(database, processId, everyOther);
      everyOther = false;
      reconcile(deps, holding, accounts);
    });
    looking = next.catch(() => undefined);
    return next;
  }

  const failed = (error: unknown) => log.warn({ err: error }, 'social accounts could not be looked at');
  const round = () => {
    // When the database is slow, rounds are left out instead of piling up.
    if (next) return;
    look()
      .then(() => nudgeDue(held, conversations.outbox))
      .catch(failed);
  };
  const stopListening = conversations.changes.queued.on(({ socialAccountId }) =>
    held.get(socialAccountId)?.sender.nudge(),
  );

  return {
    async start() {
      await look();
      timer = setInterval(round, lookEveryMs);
    },
    refresh: () => look().catch(failed),
    get: (socialAccountId) => held.get(socialAccountId)?.connection ?? null,
    async stop() {
      if (timer) clearInterval(timer);
      stopListening();
      await looking;
      for (const id of [...held.keys()]) leave(deps, holding, id);
      await Promise.all(holding.leaving.values());
      await store.releaseAccounts(database, processId);
    },
  };
}

/** What no signal has told, and what is to be tried again: asked for all accounts at once. */
async function nudgeDue(held: Holding['held'], outbox: Outbox): Promise<void> {
  const online = [...held].filter(([, entry]) => entry.online).map(([id]) => id);
  if (online.length === 0) return;
  for (const id of await outbox.due(online)) held.get(id)?.sender.nudge();
}

function reconcile(deps: ConnectionsDeps, holding: Holding, accounts: readonly store.HeldAccount[]): void {
  const { held, leaving } = holding;
  const wanted = new Map(accounts.map((account) => [account.id, account]));
  for (const id of [...held.keys()]) if (!wanted.has(id)) leave(deps, holding, id);
  for (const account of wanted.values()) {
    const known = held.get(account.id);
    if (!known) {
      if (!leaving.has(account.id)) hold(deps, held, account);
      continue;
    }
    Object.assign(known.account, account);
    if (known.openAgainAt !== null && known.openAgainAt <= deps.clock.now()) openEntry(deps, known);
    // What could not be stored when it was said, is stored now.
    const { state } = known;
    if (state && (state.state !== account.state || state.reason !== account.stateReason)) {
      tellState(deps, known, state);
    }
  }
}

function hold(deps: ConnectionsDeps, held: Map<string, Held>, account: store.HeldAccount): void {
  const entry: Held = {
    account,
    connection: null,
    online: false,
    state: null,
    telling: Promise.resolve(),
    opening: Promise.resolve(),
    failures: 0,
    openAgainAt: null,
    sender: createSender({ ...deps, outbox: deps.conversations.outbox }, account, () =>
      entry.online ? entry.connection : null,
    ),
  };
  held.set(account.id, entry);
  deps.metrics.connections.inc({ state: 'held' });
  openEntry(deps, entry);
}

function openEntry(deps: ConnectionsDeps, entry: Held): void {
  entry.openAgainAt = null;
  entry.opening = open(deps, entry).catch((error: unknown) => {
    deps.log.error(
      { err: error, socialAccountId: entry.account.id },
      'a social account could not be opened yet',
    );
    entry.openAgainAt = deps.clock.now() + Math.min(1_000 * 2 ** entry.failures, longestPauseMs);
    entry.failures += 1;
    tellState(deps, entry, { state: 'connecting', reason: 'interrupted' });
  });
}

async function open(deps: ConnectionsDeps, entry: Held): Promise<void> {
  const { account } = entry;
  const connector = deps.connectors.get(account.platform);
  if (!connector) throw new Error(`there is no connector for ${account.platform}`);
  const { idempotentSend } = connector.manifest.capabilities;
  await deps.conversations.outbox.recover(account.workspaceId, account.id, idempotentSend);
  const host = createAccountHost(deps, account, (change) => tellState(deps, entry, change));
  entry.connection = await connector.open(openCredentials(deps.secrets, account), host);
  entry.failures = 0;
  if (entry.online) entry.sender.nudge();
}

function tellState(deps: ConnectionsDeps, entry: Held, change: store.StateChange): void {
  const { database, realtime, log } = deps;
  const { workspaceId, id, subAccountId } = entry.account;
  entry.state = change;
  entry.online = change.state === 'online';
  if (entry.online) entry.sender.nudge();
  entry.telling = entry.telling
    .then(async () => {
      // Something newer was said while this waited.
      if (entry.state !== change || !(await store.setState(database, workspaceId, id, change))) return;
      realtime.workspace(workspaceId, subAccountId).emit('account', { socialAccountId: id, ...change });
    })
    .catch((error: unknown) => log.warn({ err: error }, 'a state was not stored yet'));
}

function leave(deps: ConnectionsDeps, { held, leaving }: Holding, id: string): void {
  const entry = held.get(id);
  if (!entry) return;
  held.delete(id);
  deps.metrics.connections.dec({ state: 'held' });
  const gone = close(entry)
    .catch((error: unknown) => deps.log.warn({ err: error, socialAccountId: id }, 'closing failed'))
    .finally(() => leaving.delete(id));
  leaving.set(id, gone);
}

async function close(entry: Held): Promise<void> {
  await entry.opening;
  await entry.sender.close();
  await entry.connection?.close();
  await entry.telling;
}
