/**
 * One social account that this process holds: its connection, open or shut, and what is told of it. Opening and
 * closing take turns, so that at most one connection of an account is ever open.
 */
import type { Connection, Connectors } from '@parley/connectors';
import { attributed, unattributed } from '../../base/attribution.ts';
import { type ClosableNetwork, closableNetwork } from '../../base/closable-network.ts';
import type { SecretBox } from '../../base/crypto/secrets.ts';
import type { Database } from '../../base/db/database.ts';
import type { Metrics } from '../../base/metrics.ts';
import { within } from '../../base/within.ts';
import type { Proxies, Way } from '../proxies/index.ts';
import { createAccountHost, type HostDeps } from './account-host.ts';
import { openCredentials } from './credentials.ts';
import type { Gathered } from './gathered.ts';
import { createSender, type Sender } from './sender.ts';
import type * as store from './store.ts';

/** Time that the closing of a connection may take before its sockets are ended, in ms. */
const closeLimitMs = 5_000;

/** Between tries to open an account whose opening failed, at most. */
const longestPauseMs = 60_000;

export type ConnectionsDeps = HostDeps & {
  /** Where signs of life are given. */
  signs: Database;
  connectors: Connectors;
  secrets: SecretBox;
  metrics: Metrics;
  proxies: Proxies;
  soleProcess: boolean;
};

/** What an account's connection is held with. */
export type Holder = ConnectionsDeps & {
  processId: string;
  gathered: Gathered;
  /** Something has come up that the next look decides: let it be now. */
  lookSoon: () => void;
};

/** One opening: what a connection says after it was closed is not heard. */
type Life = { way: string; credentials: string };

export type Held = {
  account: store.HeldAccount;
  life: Life | null;
  connection: Connection | null;
  /** What its connection goes through. */
  network: ClosableNetwork | null;
  /** It is held no more: what still opens is closed at once. */
  left: boolean;
  online: boolean;
  /** Since when it has not been online; null: it is. */
  offlineSince: number | null;
  /** It has said that it is online and waits for a port. */
  waiting: store.StateChange | null;
  port: boolean;
  /** Its port went back because it was not online for so long: it is tried on without one. */
  lost: boolean;
  /** Why it is kept shut, in words of `ownReasons`. */
  shut: string | null;
  /** What was said last, and the writing of it: one after the other, so that the last word stands. */
  state: store.StateChange | null;
  telling: Promise<void>;
  /** Openings and closings, one after the other, and how many of them are still to end. */
  turn: Promise<void>;
  turns: number;
  /** How often opening has failed since it last worked, and when it is tried again. */
  failures: number;
  openAgainAt: number | null;
  /** Its connector threw where nobody could catch it: it is closed and disabled. */
  broken: boolean;
  sender: Sender;
};

export function newlyHeld(deps: Holder, account: store.HeldAccount): Held {
  const entry: Held = {
    account,
    life: null,
    connection: null,
    network: null,
    left: false,
    online: false,
    offlineSince: deps.clock.now(),
    waiting: null,
    port: false,
    lost: false,
    shut: null,
    state: null,
    telling: Promise.resolve(),
    turn: Promise.resolve(),
    turns: 0,
    failures: 0,
    openAgainAt: null,
    broken: false,
    sender: createSender({ ...deps, outbox: deps.conversations.outbox }, account, () =>
      entry.online ? entry.connection : null,
    ),
  };
  return entry;
}

function takeTurn(entry: Held, work: () => Promise<void>): void {
  entry.turns += 1;
  entry.turn = entry.turn.then(work).finally(() => {
    entry.turns -= 1;
  });
}

/** Names a way: another name is another way. */
export function nameOf(way: Way): string {
  return way.kind === 'proxy' ? `${way.proxyId} ${way.version}` : way.kind;
}

export function openEntry(deps: Holder, entry: Held, way: Exclude<Way, { kind: 'missing' }>): void {
  if (entry.left) return;
  const life = { way: nameOf(way), credentials: entry.account.credentials };
  entry.life = life;
  entry.openAgainAt = null;
  if (entry.shut !== null) tell(deps, entry, { state: 'connecting', reason: null });
  entry.shut = null;
  takeTurn(entry, () =>
    open(deps, entry, life, way).catch((error: unknown) => {
      deps.log.error(
        { err: error, socialAccountId: entry.account.id },
        'a social account could not be opened yet',
      );
      if (entry.life !== life) return;
      entry.life = null;
      entry.openAgainAt = deps.clock.now() + Math.min(1_000 * 2 ** entry.failures, longestPauseMs);
      entry.failures += 1;
      tell(deps, entry, { state: 'connecting', reason: 'interrupted' });
    }),
  );
}

async function open(
  deps: Holder,
  entry: Held,
  life: Life,
  way: Exclude<Way, { kind: 'missing' }>,
): Promise<void> {
  const { account } = entry;
  const connector = deps.connectors.get(account.platform);
  if (!connector) throw new Error(`there is no connector for ${account.platform}`);
  const { idempotentSend } = connector.manifest.capabilities;
  const { workspaceId, id } = account;
  await deps.gathered.recover({ workspaceId, id, idempotentSend });
  const network = closableNetwork(way.kind === 'proxy' ? way.network : deps.network);
  entry.network = network;
  const host = createAccountHost({ ...deps, network }, account, (change) => {
    if (entry.life === life) hear(deps, entry, change);
  });
  const cursor = { ...host.cursor, load: () => unattributed(() => deps.gathered.loadCursor(account)) };
  const blame = (error: unknown) => breakEntry(deps, entry, error);
  const credentials = openCredentials(deps.secrets, account);
  const opened = await attributed(blame, () => connector.open(credentials, { ...host, cursor }));
  entry.connection = attributedConnection(opened, blame);
  if (entry.left) return disconnect(deps, entry, closeLimitMs);
  entry.failures = 0;
  nudgeIfDue(deps, entry);
}

function breakEntry(deps: Holder, entry: Held, error: unknown): void {
  const { id, platform } = entry.account;
  deps.log.error({ err: error, socialAccountId: id, platform }, 'a connector threw out of band');
  if (entry.broken) return;
  entry.broken = true;
  deps.lookSoon();
}

/** The connection, with whatever its calls set off blamed on the account and not on who called. */
function attributedConnection(connection: Connection, blame: (error: unknown) => void): Connection {
  const { typing, markRead } = connection;
  return {
    send: (message) => attributed(blame, () => connection.send(message)),
    close: () => attributed(blame, () => connection.close()),
    ...(typing && { typing: (chatId, on) => attributed(blame, () => typing.call(connection, chatId, on)) }),
    ...(markRead && {
      markRead: (chatId, id) => attributed(blame, () => markRead.call(connection, chatId, id)),
    }),
  };
}

/** What waits to be sent goes now; whoever can't be asked is asked for with all the others in a second. */
function nudgeIfDue({ gathered, log }: Holder, entry: Held): void {
  if (!entry.online || entry.connection === null) return;
  gathered.isDue(entry.account).then(
    (due) => due && entry.sender.nudge(),
    (error: unknown) => log.debug({ err: error }, 'the next round asks what is to be sent'),
  );
}

/** What the connector says. Online is only who holds a port: one whose port was given back asks for another first. */
function hear(deps: Holder, entry: Held, change: store.StateChange): void {
  const online = change.state === 'online';
  entry.waiting = online && !entry.port ? change : null;
  if (entry.waiting) {
    deps.lookSoon();
    return;
  }
  if (online) entry.offlineSince = null;
  else entry.offlineSince ??= deps.clock.now();
  tell(deps, entry, change);
}

/** It holds a port from now on. */
export function portTaken(deps: Holder, entry: Held): void {
  entry.port = true;
  entry.lost = false;
  // The 90 seconds that it may be away begin anew.
  if (!entry.online) entry.offlineSince = deps.clock.now();
  if (entry.waiting) hear(deps, entry, entry.waiting);
}

export function tell(deps: Holder, entry: Held, change: store.StateChange): void {
  entry.state = change;
  entry.online = change.state === 'online';
  nudgeIfDue(deps, entry);
  entry.telling = entry.telling
    .then(async () => {
      // Something newer was said while this waited.
      if (entry.state !== change) return;
      if (await deps.gathered.setState(entry.account, change)) {
        announce(deps, entry.account, change);
      }
    })
    .catch((error: unknown) => deps.log.warn({ err: error }, 'a state was not stored yet'));
}

/** To the consoles and desks that show it. */
export function announce(
  { realtime }: Pick<Holder, 'realtime'>,
  { workspaceId, id, subAccountId }: Pick<store.HeldAccount, 'workspaceId' | 'id' | 'subAccountId'>,
  change: store.StateChange,
): void {
  realtime.workspace(workspaceId, subAccountId).emit('account', { socialAccountId: id, ...change });
}

/** Closes what is open and keeps it so. The account stays held, so that somebody says why. */
export function shutEntry(deps: Holder, entry: Held, reason: string): void {
  if (entry.shut === reason) return;
  entry.shut = reason;
  entry.lost = false;
  hangUp(deps, entry);
  tell(deps, entry, { state: 'refused', reason });
}

/** Closes what is open, to be opened anew. */
export function closeToReopen(deps: Holder, entry: Held): void {
  hangUp(deps, entry);
  takeTurn(entry, async () => deps.lookSoon());
  tell(deps, entry, { state: 'connecting', reason: null });
}

function hangUp(deps: Holder, entry: Held): void {
  entry.life = null;
  entry.waiting = null;
  entry.openAgainAt = null;
  entry.online = false;
  entry.offlineSince ??= deps.clock.now();
  takeTurn(entry, () => disconnect(deps, entry, closeLimitMs));
}

/** Closes the connection, and ends its sockets when the connector throws, or needs longer than `limitMs`. */
async function disconnect(deps: Pick<Holder, 'log'>, entry: Held, limitMs: number): Promise<void> {
  const { connection, network } = entry;
  entry.connection = null;
  entry.network = null;
  const failed = (error: unknown) =>
    deps.log.warn({ err: error, socialAccountId: entry.account.id }, 'closing failed');
  const closing = (async () => connection?.close())().catch(failed);
  if (!(await within(limitMs, closing))) {
    deps.log.warn({ socialAccountId: entry.account.id }, 'a connector did not close in time');
  }
  network?.end();
}

/** What it says from here on is not heard: another process goes on with the account and tells its state. */
export function silence(entry: Held): void {
  entry.life = null;
}

/** Time that an account gets when it is let go, in ms: for what is being sent, and for the connection to close. */
export type Farewell = { sendingMs: number; closingMs: number };

export const farewells = {
  /** Nothing presses: longer than any request to a platform takes. */
  patient: { sendingMs: 75_000, closingMs: closeLimitMs },
  /** Its connector threw and may never answer again, and the account must be free for its owner to switch on. */
  broken: { sendingMs: 0, closingMs: closeLimitMs },
  /** The server stops: two seconds are all that there is. */
  stopping: { sendingMs: 1_000, closingMs: 500 },
  /** Another process may open it any moment, and the database that knows can't be asked. */
  fenced: { sendingMs: 0, closingMs: 500 },
} as const satisfies Record<string, Farewell>;

/** For good: this process holds the account no more. Nothing of its connection is open afterwards. */
export async function closeEntry(
  deps: Pick<Holder, 'log'>,
  entry: Held,
  { sendingMs, closingMs }: Farewell,
): Promise<void> {
  entry.left = true;
  const sent = entry.sender.close();
  await within(
    sendingMs,
    entry.turn.then(() => sent),
  );
  await disconnect(deps, entry, closingMs);
  await within(closingMs, entry.telling);
}
