/**
 * The session of one social account that this process holds: the states that it can be in, each with the data that it
 * has there, what can happen to it, and what is to be done then. All of it is plain data: the rules are in `machine.ts`,
 * and `runner.ts` executes the effects.
 */
import type { PortSessionEnd } from '../../ports/index.ts';
import type { Egress } from '../../proxies/index.ts';
import type { HeldAccount } from '../open-accounts/queries.ts';
import type { StateChange } from '../store.ts';

/**
 * none: it has to take one before it is online. given-back: it was away for too long; it keeps trying without one, and
 * takes another when its platform can be reached again.
 */
export type Port = 'none' | 'held' | 'given-back';

export type OpenEgress = Exclude<Egress, { kind: 'missing' }>;

/** The settings of a connection. When one changes it is closed and opened again. */
export type SessionTarget = { egress: OpenEgress; credentials: string; joinsGroups: boolean };

type Common = {
  port: Port;
  /** Openings that failed since one last worked. */
  failures: number;
  /** Number of the latest opening. Reports of an earlier one are ignored. */
  attempt: number;
  /** Last state published to consoles and desks; null: none yet. */
  published: StateChange | null;
};

/** Since when the session has not been online, in ms since the epoch. */
type Away = { awaySince: number };

/** `opened`: the connector's `open` has returned. Until then nothing is decided about the connection. */
type Linked = { target: SessionTarget; opened: boolean };

type Variants = {
  /** Nothing is open, and nothing speaks against opening, from `openAt` on; null: at once. */
  closed: Away & { openAt: number | null };
  /** Nothing is open before it has a port. `refusal`: what was published as the reason why it is not online. */
  'waiting-for-port': Away & { target: SessionTarget; refusal: string | null };
  /** A connection is open or being opened, and its platform can't be reached or has refused the credentials. */
  opening: Away & Linked;
  /** Its connector has reported that it is online, which is published once it has a port. */
  ready: Away & Linked & { report: StateChange };
  /** Messages are sent. When its port was taken away from outside, it asks for another. */
  online: Linked;
  /** A connection is being closed. Then: refused for this reason; null: opened again. */
  closing: Away & { refusal: string | null };
  /** Parley keeps it closed, for one of the contract's `ownReasons`, or because its platform gives it no more tokens. */
  refused: Away & { reason: string };
  /** The connector threw out of band; the account is about to be disabled. */
  failed: object;
  /** This process holds the account no more. `listening`: the last reports of its connection are published. */
  released: { listening: boolean };
};

export type Kind = keyof Variants;
export type SessionIn<K extends Kind> = K extends Kind ? Common & { kind: K } & Variants[K] : never;
export type AccountSession = SessionIn<Kind>;
export type LinkedSession = SessionIn<'opening' | 'ready' | 'online'>;

/** Time limits of a release, in ms: for messages that are being sent, and for the connection to close. */
export type ReleaseLimits = { sendingMs: number; closingMs: number };

export type SessionEvent =
  /** The account's row was read. `stored`: the state in the row; `leased`: this process has a port for it. */
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
  /** `connector.open` returned, or threw. */
  | { type: 'opened'; attempt: number }
  | { type: 'open-failed'; attempt: number; now: number }
  | { type: 'reported'; attempt: number; now: number; report: StateChange }
  /** A message of the connection could not be stored yet, or (`stuck: false`) its messages are stored. */
  | { type: 'messages-stuck'; attempt: number; now: number; stuck: boolean }
  /** The effect `close` is done. */
  | { type: 'closed' }
  /** The connector threw out of band. */
  | { type: 'connector-threw' }
  /** Let the account go. `silent`: another process publishes its state from now on. */
  | { type: 'release'; limits: ReleaseLimits; silent: boolean };

export type EventOf<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>;

export type Effect =
  | { type: 'open'; attempt: number; target: SessionTarget }
  | { type: 'close' }
  /** Store a state, and publish it to consoles and desks if it changed. */
  | { type: 'publish'; state: StateChange }
  /** Send what is queued. */
  | { type: 'send' }
  /** Check all accounts now instead of within a second. */
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

/** Returns why it is not online, if that was Parley's decision. */
export function refusalOf(session: AccountSession): string | null {
  if (session.kind === 'refused') return session.reason;
  return session.kind === 'waiting-for-port' || session.kind === 'closing' ? session.refusal : null;
}

/** True: nothing is under way, so that it can be moved to another process. */
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

/** A session that has not been online for longer gives its port back, in ms. */
const mayBeAwayMs = 90_000;

/** Returns why the session's port is to be released; null: it keeps the port, or has none. */
export function portEnd(
  session: AccountSession,
  barred: HeldAccount['barred'],
  now: number,
): PortSessionEnd | null {
  if (session.port !== 'held') return null;
  if (barred !== null) return barred === 'not-permitted' ? 'not-permitted' : 'disabled';
  return 'awaySince' in session && now - session.awaySince > mayBeAwayMs ? 'lost' : null;
}
