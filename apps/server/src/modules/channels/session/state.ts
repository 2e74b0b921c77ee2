/**
 * The session of one social account that this process holds: its states with the data of each, its events and its
 * effects. All of it is plain data: the rules are in `machine.ts`, and `runner.ts` executes the effects.
 */
import type { PortSessionEnd } from '../../ports/index.ts';
import type { Egress } from '../../proxies/index.ts';
import type { HeldAccount } from '../open-accounts/queries.ts';
import type { StateChange } from '../store.ts';

/**
 * none: a port must be taken before going online. given-back: the session was away for too long; it keeps trying
 * without a port, and takes one when its platform can be reached again.
 */
export type SessionPort = 'none' | 'held' | 'given-back';

export type OpenEgress = Exclude<Egress, { kind: 'missing' }>;

/** The settings of a connection. When one changes, the connection is reopened. */
export type SessionTarget = { egress: OpenEgress; credentials: string; joinsGroups: boolean };

type Common = {
  port: SessionPort;
  /** Failed openings since the last successful one. */
  failures: number;
  /** Number of the latest opening. Reports of earlier ones are ignored. */
  attempt: number;
  /** Last state published to consoles and desks; null before the first. */
  published: StateChange | null;
};

/** Start of the time without being online, in ms since the epoch. */
type Away = { awaySince: number };

/** `opened`: the connector's `open` has returned. Until then no decision about the connection is made. */
type Linked = { target: SessionTarget; opened: boolean };

type Variants = {
  /** Nothing is open. The connection may be opened from `openAt` on; null means at once. */
  closed: Away & { openAt: number | null };
  /** Nothing is opened before a port is granted. `refusal`: the published reason why the account is not online. */
  'waiting-for-port': Away & { target: SessionTarget; refusal: string | null };
  /**
   * A connection is open or being opened, but not online yet: its platform may be unreachable or have refused the
   * credentials.
   */
  opening: Away & Linked;
  /** The connector has reported online, which is published once the session has a port. */
  ready: Away & Linked & { report: StateChange };
  /** Messages are sent. If the port was revoked from outside, another is requested. */
  online: Linked;
  /** A connection is being closed. Afterwards the session is refused for `refusal`; null reopens it. */
  closing: Away & { refusal: string | null };
  /** Parley keeps it closed, for one of the contract's `ownReasons` or because its platform issues no more tokens. */
  refused: Away & { reason: string };
  /** The connector threw out of band; the account is about to be disabled. */
  failed: object;
  /** This process no longer holds the account. `listening`: the last reports of its connection are still published. */
  released: { listening: boolean };
};

export type Kind = keyof Variants;
export type SessionIn<K extends Kind> = K extends Kind ? Common & { kind: K } & Variants[K] : never;
export type AccountSession = SessionIn<Kind>;
export type LinkedSession = SessionIn<'opening' | 'ready' | 'online'>;

/** Time limits of a release, in ms: for messages in flight, and for closing the connection. */
export type ReleaseLimits = { sendingMs: number; closingMs: number };

export type SessionEvent =
  /** The account's row was read. `stored`: the state in the row; `leased`: this process has a port for the account. */
  | {
      type: 'checked';
      now: number;
      account: Pick<
        HeldAccount,
        'barred' | 'leased' | 'tokenRefusal' | 'credentials' | 'joinsGroups' | 'state' | 'stateReason'
      >;
      egress: Egress;
    }
  | { type: 'port-granted'; now: number }
  | { type: 'port-refused'; now: number; reason: string }
  | { type: 'port-ended'; why: PortSessionEnd }
  /** `connector.open` returned or threw. */
  | { type: 'opened'; attempt: number }
  | { type: 'open-failed'; attempt: number; now: number }
  | { type: 'reported'; attempt: number; now: number; report: StateChange }
  /** A message of the connection could not be stored yet, or (`stuck: false`) all its messages are stored. */
  | { type: 'messages-stuck'; attempt: number; now: number; stuck: boolean }
  /** The effect `close` has completed. */
  | { type: 'closed' }
  /** The connector threw out of band. */
  | { type: 'connector-threw' }
  /** Releases the account. `silent`: another process publishes its state from now on. */
  | { type: 'release'; limits: ReleaseLimits; silent: boolean };

export type EventOf<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>;

export type Effect =
  | { type: 'open'; attempt: number; target: SessionTarget }
  | { type: 'close' }
  /** Stores a state, and publishes it to consoles and desks if it changed. */
  | { type: 'publish'; state: StateChange }
  /** Sends queued messages. */
  | { type: 'send' }
  /** Checks all accounts now instead of within a second. */
  | { type: 'check-soon' }
  | { type: 'release'; limits: ReleaseLimits };

export function initialSession(now: number): AccountSession {
  return {
    kind: 'closed',
    port: 'none',
    failures: 0,
    attempt: 0,
    published: null,
    awaySince: now,
    openAt: null,
  };
}

export function isLinked(session: AccountSession): session is LinkedSession {
  return session.kind === 'opening' || session.kind === 'ready' || session.kind === 'online';
}

export function wantsPort(session: AccountSession): boolean {
  if (session.kind === 'online') return session.port !== 'held';
  return session.kind === 'waiting-for-port' || session.kind === 'ready';
}

/** Returns why the session is not online, if that was Parley's decision. */
export function sessionRefusalOf(session: AccountSession): string | null {
  if (session.kind === 'refused') return session.reason;
  return session.kind === 'waiting-for-port' || session.kind === 'closing' ? session.refusal : null;
}

/** Returns true when no operation is pending, so that the account can be moved to another process. */
export function isQuiet(session: AccountSession): boolean {
  switch (session.kind) {
    case 'opening':
    case 'online':
      return session.opened;
    case 'closed':
    case 'waiting-for-port':
    case 'refused':
      return true;
    default:
      return false;
  }
}
