/**
 * Reconnects a social account: with backoff after a failed opening, and at once when the settings of its connection have
 * changed. A connector recovers a connection that was open.
 */
import type { Egress } from '../../proxies/index.ts';
import type { StateChange } from '../store.ts';
import {
  type AccountSession,
  type EventOf,
  isLinked,
  type LinkedSession,
  type SessionTarget,
} from './state.ts';
import { type Active, awaySinceOf, close, common, publish, type SessionStep, stay } from './step.ts';

export const connecting: StateChange = { state: 'connecting', reason: null };
/** Published while the session waits for its next opening. */
export const interrupted: StateChange = { state: 'connecting', reason: 'interrupted' };

/** Longest backoff between two attempts to open a connection. */
const longestPauseMs = 60_000;

/** Schedules the next opening after a failed one. */
export function openFailed(session: Active, { attempt, now }: EventOf<'open-failed'>): SessionStep {
  if (!isLinked(session) || session.opened || attempt !== session.attempt) return stay(session);
  const { failures } = session;
  const openAt = now + Math.min(1_000 * 2 ** failures, longestPauseMs);
  const awaySince = awaySinceOf(session, now);
  return publish(
    { ...common(session), kind: 'closed', failures: failures + 1, awaySince, openAt },
    interrupted,
  );
}

/** Returns whether the pause after a failed opening isn't over yet. */
export function isPausing(session: AccountSession, now: number): boolean {
  return session.kind === 'closed' && session.openAt !== null && session.openAt > now;
}

/** Returns whether an open connection has to be replaced, because its egress, credentials or group setting changed. */
export function mustReconnect(session: LinkedSession, target: SessionTarget): boolean {
  return !isSame(session.target, target);
}

/** Closes the connection; the session is opened again after the event `closed`. */
export function reconnect(session: LinkedSession, now: number): SessionStep {
  const awaySince = awaySinceOf(session, now);
  return close(publish({ ...common(session), kind: 'closing', awaySince, refusal: null }, connecting));
}

function isSame(one: SessionTarget, other: SessionTarget): boolean {
  return (
    one.credentials === other.credentials &&
    one.joinsGroups === other.joinsGroups &&
    nameOf(one.egress) === nameOf(other.egress)
  );
}

/** Identifies an egress: a different name means a different egress. */
function nameOf(egress: Egress): string {
  return egress.kind === 'proxy' ? `${egress.proxyId} ${egress.version}` : egress.kind;
}
