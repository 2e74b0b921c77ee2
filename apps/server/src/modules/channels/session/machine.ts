/** Computes a session's next state from an event. Pure: time and all other input come with the event. */
import type { PlatformFault } from '@parley/contract/channels';
import type { StateChange } from '../store.ts';
import { connecting, interrupted, isPausing, mustReconnect, openFailed, reconnect } from './reconnect.ts';
import {
  type AccountSession,
  type Effect,
  type EventOf,
  isLinked,
  type LinkedSession,
  type SessionEvent,
  type SessionIn,
  type SessionTarget,
  sessionRefusalOf,
} from './state.ts';
import { type Active, awaySinceOf, close, common, publish, type SessionStep, stay } from './step.ts';

/** Returns the session after an event. An event that can't happen in a state leaves the session unchanged. */
export function next(session: AccountSession, event: SessionEvent): SessionStep {
  if (session.kind === 'released') return afterRelease(session, event);
  if (event.type === 'release') return release(session, event);
  if (session.kind === 'failed') return stay(session);
  switch (event.type) {
    case 'checked':
      return checked(session, event);
    case 'port-granted':
      return portGranted(session, event.now);
    case 'port-refused':
      if (session.kind === 'closing' || session.kind === 'refused') return stay(session);
      return refuse(session, event.reason, event.now);
    case 'port-ended':
      return portEnded(session, event);
    case 'opened':
      return opened(session, event);
    case 'open-failed':
      return openFailed(session, event);
    case 'reported':
      return reported(session, event);
    case 'messages-stuck':
      return messagesStuck(session, event);
    case 'closed':
      return closed(session);
    case 'connector-threw':
      return { session: { ...common(session), kind: 'failed' }, effects: [{ type: 'check-soon' }] };
  }
}

function checked(session: Active, event: EventOf<'checked'>): SessionStep {
  const { account, now } = event;
  const renewed = renewPort(session, account.leased, now);
  const { published } = renewed.session;
  const isStored = published?.state === account.state && published.reason === account.stateReason;
  const isMissing = published !== null && !isStored && renewed.effects.length === 0;
  // Stores a change that could not be stored when it happened.
  const repeated = isMissing ? publish(renewed.session, published) : renewed;
  return followedBy(repeated, (it) => decide(it, event));
}

function renewPort(session: Active, leased: boolean, now: number): SessionStep<Active> {
  if (leased) {
    return session.kind === 'ready' ? portGranted(session, now) : stay({ ...session, port: 'held' });
  }
  return stay(session.port === 'held' ? { ...session, port: 'none' } : session);
}

/** Opens, closes or refuses the session by the current account and egress. */
function decide(session: Active, { account, egress, now }: EventOf<'checked'>): SessionStep {
  // Postponed until the pending operation has ended.
  if (session.kind === 'closing' || (isLinked(session) && !session.opened)) return stay(session);
  if (account.barred !== null) return refuse(session, account.barred, now);
  if (account.tokenRefusal !== null) return refuse(session, account.tokenRefusal, now);
  if (egress.kind === 'missing') return refuse(session, 'proxy-missing', now);
  const { credentials, joinsGroups } = account;
  const target = { egress, credentials, joinsGroups };
  if (isLinked(session)) {
    return mustReconnect(session, target) ? reconnect(session, now) : stay(session);
  }
  if (isPausing(session, now)) return stay(session);
  if (session.port !== 'none') return open(session, target);
  const { awaySince } = session;
  const refusal = sessionRefusalOf(session);
  return stay({ ...common(session), kind: 'waiting-for-port', awaySince, target, refusal });
}

/** Keeps the port even if the session's state changed during the request. */
function portGranted(session: Active, now: number): SessionStep<Active> {
  if (session.kind === 'closing' || session.kind === 'refused') return stay(session);
  const held = { ...session, port: 'held' } as const;
  if (held.kind === 'online') return stay(held);
  if (held.kind === 'ready') return comeOnline(held, held.report);
  // Restarts the time that the session may be away.
  const fresh = { ...held, awaySince: now };
  return fresh.kind === 'waiting-for-port' ? open(fresh, fresh.target) : stay(fresh);
}

/** A refused session has to request a port before it is opened again. */
function portEnded(session: Active, { why }: EventOf<'port-ended'>): SessionStep {
  if (session.port !== 'held') return stay(session);
  const triesOn = why === 'lost' && sessionRefusalOf(session) === null;
  return stay({ ...session, port: triesOn ? 'given-back' : 'none' });
}

function opened(session: Active, { attempt }: EventOf<'opened'>): SessionStep {
  if (attempt !== session.attempt) return stay(session);
  const worked = { ...session, failures: 0 };
  if (!isLinked(worked) || worked.opened) return stay(worked);
  const effects: Effect[] = worked.kind === 'online' ? [{ type: 'send' }] : [];
  return { session: { ...worked, opened: true }, effects };
}

function reported(session: Active, { attempt, now, report }: EventOf<'reported'>): SessionStep {
  if (!isLinked(session) || attempt !== session.attempt) return stay(session);
  const { target, opened } = session;
  const awaySince = awaySinceOf(session, now);
  if (report.state !== 'online') {
    return publish({ ...common(session), kind: 'opening', awaySince, target, opened }, report);
  }
  if (session.kind === 'online' || session.port === 'held') return comeOnline(session, report);
  const ready = { ...common(session), kind: 'ready', awaySince, target, opened, report } as const;
  return { session: ready, effects: [{ type: 'check-soon' }] };
}

/** Shows unstorable messages as the reason of an online account until they are stored. */
function messagesStuck(
  session: Active | SessionIn<'released'>,
  { attempt, now, stuck }: EventOf<'messages-stuck'>,
): SessionStep {
  const shown = session.kind === 'ready' ? session.report : session.published;
  const isOnline = session.kind === 'online' || shown?.state === 'online';
  if (!isOnline || stuck === (shown?.reason === messageNotStored)) return stay(session);
  const report: StateChange = { state: 'online', reason: stuck ? messageNotStored : null };
  return next(session, { type: 'reported', attempt, now, report });
}

function closed(session: Active): SessionStep {
  if (session.kind !== 'closing') return stay(session);
  const { awaySince, refusal } = session;
  if (refusal !== null) return stay({ ...common(session), kind: 'refused', awaySince, reason: refusal });
  const reconnecting = { ...common(session), kind: 'closed', awaySince, openAt: null } as const;
  return { session: reconnecting, effects: [{ type: 'check-soon' }] };
}

function release(
  session: Exclude<AccountSession, { kind: 'released' }>,
  event: EventOf<'release'>,
): SessionStep {
  const listening = isLinked(session) && !event.silent;
  return {
    session: { ...common(session), kind: 'released', listening },
    effects: [{ type: 'release', limits: event.limits }],
  };
}

/**
 * Handles events after the release: a connection that opens too late is closed at once; one that is closing may still
 * report.
 */
function afterRelease(session: SessionIn<'released'>, event: SessionEvent): SessionStep {
  if (event.type === 'opened') return { session, effects: [{ type: 'close' }] };
  if (event.type === 'messages-stuck') return messagesStuck(session, event);
  if (event.type !== 'open-failed' && event.type !== 'reported') return stay(session);
  if (!session.listening || event.attempt !== session.attempt) return stay(session);
  if (event.type === 'open-failed') return publish({ ...session, listening: false }, interrupted);
  const mayPublish = event.report.state !== 'online' || session.port === 'held';
  return mayPublish ? publish(session, event.report) : stay(session);
}

const messageNotStored: PlatformFault = 'message-not-stored';

/** Opens the session, with or without a port. */
function open(
  session: SessionIn<'closed' | 'waiting-for-port' | 'refused'>,
  target: SessionTarget,
): SessionStep<Active> {
  const attempt = session.attempt + 1;
  const { awaySince } = session;
  const opening = { ...common(session), kind: 'opening', attempt, awaySince, target, opened: false } as const;
  const published = sessionRefusalOf(session) === null ? stay(opening) : publish(opening, connecting);
  return { ...published, effects: [...published.effects, { type: 'open', attempt, target }] };
}

function comeOnline(session: LinkedSession, report: StateChange): SessionStep<SessionIn<'online'>> {
  const { target, opened } = session;
  return publish({ ...common(session), kind: 'online', target, opened }, report);
}

function refuse(session: Exclude<Active, { kind: 'closing' }>, reason: string, now: number): SessionStep {
  const port = session.port === 'held' ? 'held' : 'none';
  const awaySince = awaySinceOf(session, now);
  const state: StateChange = { state: 'refused', reason };
  if (isLinked(session)) {
    return close(publish({ ...common(session), port, kind: 'closing', awaySince, refusal: reason }, state));
  }
  const refused = { ...common(session), port, kind: 'refused', awaySince, reason } as const;
  return sessionRefusalOf(session) === reason ? stay(refused) : publish(refused, state);
}

function followedBy<A extends AccountSession, B extends AccountSession>(
  first: SessionStep<A>,
  then: (session: A) => SessionStep<B>,
): SessionStep<B> {
  const second = then(first.session);
  return { session: second.session, effects: [...first.effects, ...second.effects] };
}
